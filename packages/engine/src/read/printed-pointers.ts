/** Standing grants: another lane's entries that a view of this lane printed stay open from here. */
import { type Entry, resolveMessageId } from "@clewline/core/log/entry.js";
import { isSameLane, type LaneRef, type TurnId } from "@clewline/core/log/keys.js";
import { makePointer } from "@clewline/core/log/pointer.js";
import type { TurnRecord } from "@clewline/core/log/turn.js";
import type { Engine } from "../engine.js";

/** Who opens a pointer. */
interface Asker {
  readonly surface?: string | null;
  readonly turn?: TurnId;
}

/**
 * Whether a view of this lane still prints the entry's pointer beside a quotation or a look-up: that of the turn that asks,
 * or of a past turn with calls, whose volatile blocks stay in place. The register of derived things names these turns, so
 * the answer costs the same however long the lane is.
 */
export async function isPrinted(
  engine: Engine,
  scope: LaneRef,
  { ref, entry }: { readonly ref: LaneRef; readonly entry: Entry },
  asker: Asker,
): Promise<boolean> {
  const { store, fns } = engine;
  if (ref.owner !== scope.owner || ref.session !== scope.session) return false;
  const ids = [...new Set([entry.id, resolveMessageId(entry)])];
  const derived = [...(await store.derivedFrom(scope, ids)).values()].flat();
  const pointer = makePointer("e", ref, entry.seq, fns.hash);
  for (const id of new Set(derived.flatMap(({ kind, key }) => (kind === "aside" ? [key as TurnId] : [])))) {
    const turn = await store.turn(scope, id);
    if (turn === null || !isSameLane(turn.ref, scope) || !isFor(turn, asker.surface)) continue;
    if (listPrinted(turn).includes(pointer) && (id === asker.turn || (await isStanding(engine, turn)))) return true;
  }
  return false;
}

async function isStanding({ store, policy }: Engine, { ref, id }: TurnRecord): Promise<boolean> {
  if (policy.history.form !== "steps") return false;
  const { entries } = await store.read(ref, 0, id);
  return entries.some((entry) => entry.kind === "called" && entry.turn === id);
}

/** A turn of one surface may have been shown private entries of it. */
function isFor(turn: TurnRecord, surface: string | null | undefined): boolean {
  return surface === undefined || turn.surface === undefined || turn.surface === surface;
}

function listPrinted({ asides }: TurnRecord): readonly (string | undefined)[] {
  return asides.flatMap(({ pointer, pointers = [] }) => [pointer, ...pointers]);
}
