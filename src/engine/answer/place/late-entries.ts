import type { Draft } from "../../../core/log/entry.js";
import type { TurnId } from "../../../core/log/keys.js";
import type { Change } from "../../../core/ports/index.js";
import type { Engine } from "../../engine.js";

/**
 * Keeps what was said for a turn that takes nothing more, or that another answers: in the log, but in no turn. No view,
 * no search and no summary takes it for an answer.
 */
export async function keepLate({ store }: Engine, turn: TurnId, words: LateWords): Promise<void> {
  const { entries, records } = words;
  if (entries.length + records.length === 0) return;
  // What was erased does not come back with a late answer.
  if ((await store.turn(words.ref, turn)) === null) return;
  await store.write({ ...words, entries: entries.map((draft) => markLate(draft, turn)) });
}

/** What a refused change would have said, and what the calls behind it have cost all the same. */
export type LateWords = Required<Pick<Change, "ref" | "entries" | "blobs" | "records">> &
  Pick<Change, "chunks" | "derived">;

function markLate(draft: Draft, late: TurnId): Draft {
  return { ...draft, turn: null, step: null, late };
}
