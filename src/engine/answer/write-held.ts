import type { Holder } from "../../core/log/lease.js";
import { refuseEnded } from "../../core/log/turn.js";
import type { Change, Written } from "../../core/ports/index.js";
import type { House } from "../engine.js";
import { inOtherHands } from "./queue.js";

/** Writes for a turn that has its place, or for one whose host keeps order itself. Whoever has lost the place is told so. */
export async function writeHeld(house: House, holder: Holder | null, change: Change): Promise<Written> {
  if (holder === null) return house.store.write(change);
  const written = await house.store.write({ ...change, holder });
  if (written.done) return written;
  refuseEnded(await house.store.turn(change.ref, holder.turn), false);
  throw inOtherHands(holder.turn);
}
