import type { LeaseHolder } from "../../core/log/lease.js";
import { refuseEnded } from "../../core/log/turn.js";
import type { Change, ChangeResult } from "../../core/ports/index.js";
import type { Engine } from "../engine.js";
import { makeForeignTurnError } from "./queue.js";

/** Writes for a turn that has its place, or whose host keeps order itself. Throws if the turn has lost its place. */
export async function writeHeld(engine: Engine, holder: LeaseHolder | null, change: Change): Promise<ChangeResult> {
  if (holder === null) return engine.store.write(change);
  const written = await engine.store.write({ ...change, holder });
  if (written.done) return written;
  refuseEnded(await engine.store.turn(change.ref, holder.turn), false);
  throw makeForeignTurnError(holder.turn);
}
