/** Says who may write for a turn. The store checks it in the transaction, so the right cannot be lost in between. */
import { ClewError } from "@clewline/core/errors.js";
import type { LeaseHolder } from "@clewline/core/log/lease.js";
import { refuseEnded, type TurnRecord } from "@clewline/core/log/turn.js";
import type { Change, ChangeResult } from "@clewline/core/ports/index.js";
import type { Engine } from "../../engine.js";
import type { TurnProgress } from "../open-turn.js";
import type { TurnHandle } from "./presence.js";
import { isFree, makeLostTurnError } from "./queue.js";

/** Conditions on the turn and its place that the store checks with the write. */
export type WriteRight = Pick<Change, "holder" | "expects" | "whileOpen">;

/** Writes for a turn that has its place, or whose host keeps order itself. Throws if the turn has lost its place. */
export async function writeHeld(engine: Engine, holder: LeaseHolder | null, change: Change): Promise<ChangeResult> {
  if (holder === null) return engine.store.write(change);
  return writeByRight(engine, holder.turn, { holder }, change);
}

/** Throws `turn/not-running` if the right is not, or no longer, there; then nothing is written. */
export async function writeByRight(
  engine: Engine,
  turn: TurnRecord["id"],
  right: WriteRight,
  change: Change,
): Promise<ChangeResult> {
  const written = await engine.store.write({ ...change, ...right });
  if (written.done) return written;
  refuseEnded(await engine.store.turn(change.ref, turn), false);
  throw makeLostTurnError(turn);
}

/** A handle of a turn, and the turn's place if the handle has it. */
export interface Writer extends Pick<TurnProgress, "place"> {
  readonly handle: TurnHandle;
}

/**
 * The right to end a turn, or to add to one that waits. The holder of the place shows its token. Without a place, a
 * caller may write for a turn without a running holder; `mayStop` lets a person stop a running one.
 */
export async function findRight(
  engine: Engine,
  { ref, id }: Pick<TurnRecord, "ref" | "id">,
  { handle, place }: Writer,
  mayStop: boolean,
): Promise<WriteRight> {
  if (place === "hosted") return { whileOpen: id };
  if (place !== null) return { holder: place };
  const own = (await engine.store.leases(ref)).find((lease) => lease.turn === id);
  if (own === undefined) return { expects: { turn: id, state: "none" }, whileOpen: id };
  if (!mayStop && !isFree(engine, own, handle)) {
    refuseEnded(await engine.store.turn(ref, id), false);
    throw makeLostTurnError(id);
  }
  // A holder that renews its place meanwhile is stopped all the same.
  return mayStop ? { whileOpen: id } : { expects: own, whileOpen: id };
}

/** Whether the turn has ended, or another answers it. */
export function isTooLate(error: unknown): error is ClewError {
  return error instanceof ClewError && (error.code === "turn/not-running" || error.code === "lane/busy");
}
