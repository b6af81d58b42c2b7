import type { Pause } from "../core/ports/index.js";
import type { Steps } from "../core/text/steps.js";

/** Takes the steps one by one, with a pause between two of them. */
export async function runSteps<Result>(pause: Pause, steps: Steps<Result>): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await pause();
  }
}
