/** How long, in milliseconds, everything else in the process may wait for whoever awaits one answer after the other. */
const longestMs = 3;

/** As it is when this is loaded: a test that stops the clock must not stop the log. */
const afterThisPass = setImmediate;

let passedAt = performance.now();

/** Lets timers, sockets and other work of the process have their turn, if they have not had one for a while. */
export async function letLoopPass(): Promise<void> {
  if (performance.now() - passedAt < longestMs) return;
  await new Promise<void>((resolve) => {
    afterThisPass(resolve);
  });
  passedAt = performance.now();
}
