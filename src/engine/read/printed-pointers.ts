/** Standing grants: what a view of this lane printed of another lane stays open from here. */
import { type Entry, resolveMessageId } from "../../core/log/entry.js";
import { isSameLane, type LaneRef, type TurnId } from "../../core/log/keys.js";
import { makePointer } from "../../core/log/pointer.js";
import type { TurnRecord } from "../../core/log/turn.js";
import type { Engine } from "../engine.js";

/**
 * Whether a turn of this lane was shown the entry's pointer beside a quotation or a look-up. The register of derived
 * things names these turns, so the answer costs the same however long the lane is.
 */
export async function isPrinted(
  { store, fns }: Engine,
  scope: LaneRef,
  { ref, entry }: { readonly ref: LaneRef; readonly entry: Entry },
  { surface }: { readonly surface?: string | null },
): Promise<boolean> {
  if (ref.owner !== scope.owner || ref.session !== scope.session) return false;
  const ids = [...new Set([entry.id, resolveMessageId(entry)])];
  const derived = [...(await store.derivedFrom(scope, ids)).values()].flat();
  const pointer = makePointer("e", ref, entry.seq, fns.hash);
  for (const turn of new Set(derived.flatMap(({ kind, key }) => (kind === "aside" ? [key as TurnId] : [])))) {
    const record = await store.turn(scope, turn);
    if (
      record !== null &&
      isSameLane(record.ref, scope) &&
      isFor(record, surface) &&
      listPrinted(record).includes(pointer)
    )
      return true;
  }
  return false;
}

/** What a turn of one surface was shown may be private to it. */
function isFor(turn: TurnRecord, surface: string | null | undefined): boolean {
  return surface === undefined || turn.surface === undefined || turn.surface === surface;
}

function listPrinted({ asides }: TurnRecord): readonly (string | undefined)[] {
  return asides.flatMap(({ pointer, pointers = [] }) => [pointer, ...pointers]);
}
