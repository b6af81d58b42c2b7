/** The outcome of the work, or a rejection as soon as the signal aborts: not everything that is asked for heeds it. */
export async function raceAbort<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  let stop: (() => void) | undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    if (stop !== undefined) signal.removeEventListener("abort", stop);
    // A later failure of the work would otherwise be an unhandled rejection.
    work.catch(() => undefined);
  }
}
