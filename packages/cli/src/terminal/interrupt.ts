const signals = [
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const;

/** Does the work. If a signal such as Ctrl-C interrupts it, tidies up and exits. */
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
