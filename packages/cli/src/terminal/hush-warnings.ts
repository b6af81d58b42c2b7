/** Does the work without warnings of Clew: for a command that tells the same in its result. */
export async function hushWarnings<Result>(work: () => Promise<Result>): Promise<Result> {
  const usual = process.listeners("warning");
  const onWarning = (warning: Error) => {
    if (warning.name !== "ClewWarning") for (const each of usual) each(warning);
  };
  process.removeAllListeners("warning").on("warning", onWarning);
  try {
    const result = await work();
    // Warnings come with the next turn of the loop.
    await new Promise((resolve) => setImmediate(resolve));
    return result;
  } finally {
    process.off("warning", onWarning);
    for (const each of usual) process.on("warning", each);
  }
}
