import type { Draft } from "@clewline/core/log/entry.js";
import type { TurnId } from "@clewline/core/log/keys.js";
import type { Change } from "@clewline/core/ports/index.js";
import type { Engine } from "../../engine.js";

/**
 * Keeps what was said for a turn that takes nothing more, or that another answers: in the log, but in no turn. No view,
 * no search and no summary takes it for an answer.
 */
export async function keepLate({ store }: Engine, turn: TurnId, words: LateWords): Promise<void> {
  const { entries, records } = words;
  if (entries.length + records.length === 0) return;
  // If the turn was erased, a late answer must not bring it back.
  if ((await store.turn(words.ref, turn)) === null) return;
  await store.write({ ...words, entries: entries.map((draft) => markLate(draft, turn)) });
}

/** The entries of a refused change, with the accounts of the calls behind it. */
export type LateWords = Required<Pick<Change, "ref" | "entries" | "blobs" | "records">> &
  Pick<Change, "chunks" | "derived">;

function markLate(draft: Draft, late: TurnId): Draft {
  return { ...draft, turn: null, step: null, late };
}
