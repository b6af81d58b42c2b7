const signals = [
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const;

/** Does the work, and tidies up first if it is interrupted, as with Ctrl-C. */
export async function runInterruptible<Result>(tidy: () => void, work: () => Promise<Result>): Promise<Result> {
  const handlers = signals.map(([signal, code]) => {
    const handler = () => {
      tidy();
      process.exit(code);
    };
    process.once(signal, handler);
    return [signal, handler] as const;
  });
  try {
    return await work();
  } finally {
    for (const [signal, handler] of handlers) process.removeListener(signal, handler);
  }
}
