import type { StoreFault } from "../core/ports.js";
import type { House } from "./house.js";
import { standing } from "./inspect.js";
import { replay } from "./replay.js";

const page = 500;

/** What is wrong with the log. Reads and never writes; a thorough look replays every view that was ever handed out. */
export async function diagnose(house: House, thorough: boolean): Promise<readonly StoreFault[]> {
  const faults = [...(await house.store.faults(thorough))];
  for (const { session } of await house.store.sessions(house.owner)) {
    for (const { ref } of await house.store.lanes(house.owner, session)) {
      const turns = await house.store.turns(ref, page);
      const shown = await standing(house, ref, turns);
      const left = shown.filter((turn, index) => turn.state !== turns[index]?.state);
      if (left.length > 0) {
        faults.push({
          what: `${left.length} of the newest turns in ${ref.session} (${ref.lane}) were cut off before their answer`,
          hint: "Deliver those messages again to have them answered; the next turn marks them as failed",
        });
      }
      if (thorough) faults.push(...(await replayFaults(house, ref)));
    }
  }
  return faults;
}

async function replayFaults(house: House, ref: Parameters<typeof standing>[1]): Promise<readonly StoreFault[]> {
  const faults: StoreFault[] = [];
  let after = null as Parameters<House["store"]["receipts"]>[1];
  for (;;) {
    const receipts = await house.store.receipts(ref, after, page);
    for (const { id } of receipts) {
      try {
        await replay(house, id);
      } catch (error) {
        const what = error instanceof Error ? error.message : String(error);
        faults.push({ what, hint: "That view can't be replayed; the log itself is not affected" });
      }
    }
    after = receipts.at(-1)?.id ?? null;
    if (receipts.length < page) return faults;
  }
}
