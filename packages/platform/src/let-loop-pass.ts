import type { Steps } from "@clewline/text/steps.js";

/** The longest that a chain of awaited answers may keep the event loop from timers and sockets. */
const longestMs = 3;

/** Captured at load time: a test with fake timers must not stop the log. */
const afterThisPass = setImmediate;

let passedAt = performance.now();

/** Yields to the event loop if that has not happened for `longestMs`. */
export async function letLoopPass(): Promise<void> {
  if (!isDue()) return;
  await new Promise<void>((resolve) => {
    afterThisPass(resolve);
  });
  passedAt = performance.now();
}

function isDue(): boolean {
  return performance.now() - passedAt >= longestMs;
}

/** Takes the steps one by one, and lets the loop pass between them. */
export async function runSteps<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    // Hardly any step takes so long: waiting after each of them costs more than looking at the time.
    if (isDue()) await letLoopPass();
  }
}
