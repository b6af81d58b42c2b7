import type { EntryId } from "../../log/keys.js";
import type { Anchor, AnchorMeaning } from "../../log/open-questions.js";
import { listSources, type Preamble, type TurnRecord } from "../../log/turn.js";
import { type Erased, isMadeOfErased } from "./erased.js";

/** The turn without what it quotes of erased entries; the same value if it quotes nothing of them. `own`: its entries. */
export function scrubTurn(turn: TurnRecord, own: readonly EntryId[], erased: Erased): TurnRecord {
  const { asides, reference, anchor, choice, ...rest } = turn;
  // What was looked up, and why, follows from the words of its message.
  const isTouched = [...turn.messages, ...own].some((entry) => erased.ids.has(entry));
  const isKept = (aside: Preamble) => !isTouched && !isGone(aside, erased);
  const kept = asides.filter(isKept);
  const isQuoting = reference !== undefined && !isKept(reference);
  const isAnchored = anchor !== undefined && (isTouched || isAnchorGone(anchor, erased));
  const hasReason = choice?.failed !== undefined && (isTouched || erased.words.holds(choice.failed));
  if (kept.length === asides.length && !isQuoting && !isAnchored && !hasReason) return turn;
  const { failed: _failed, ...chosen } = choice ?? { offered: [], picked: [] };
  return {
    ...rest,
    asides: kept,
    ...(reference === undefined || isQuoting ? {} : { reference }),
    ...(anchor === undefined || isAnchored ? {} : { anchor }),
    ...(choice === undefined ? {} : { choice: hasReason ? ({ ...chosen } as typeof choice) : choice }),
  };
}

function isGone(aside: Preamble, erased: Erased): boolean {
  const texts = [aside.text, ...(aside.reasons ?? []).map(({ because }) => because)];
  return isMadeOfErased(listSources(aside), erased) || texts.some(erased.words.holds);
}

export function isAnchorGone(anchor: Anchor, erased: Erased): boolean {
  if (anchor.kind === "newest") return false;
  const meanings = anchor.kind === "ask" ? anchor.options : [anchor];
  return meanings.some((meaning) => isMeaningGone(meaning, erased));
}

export function isMeaningGone({ about, value, entry }: AnchorMeaning, { ids, words }: Erased): boolean {
  return (entry !== null && ids.has(entry)) || words.holds(about) || words.holds(value ?? "");
}
