import { setImmediate as pass, setTimeout as sleep } from "node:timers/promises";

/**
 * So many passes of the event loop that what goes on behind a reply is over, however busy the machine is: long work lets the
 * loop pass between its steps, and learning waits for a timer that is due at once. A pass takes no time; a timer takes a millisecond.
 */
export async function letLoopRest(): Promise<void> {
  for (let timer = 0; timer < 5; timer++) {
    await sleep(0);
    for (let passed = 0; passed < 10; passed++) await pass();
  }
}
