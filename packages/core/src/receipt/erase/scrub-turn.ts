import { type Entry, isErased } from "../../log/entry.js";
import type { EntryId, Instant } from "../../log/keys.js";
import type { Anchor, AnchorMeaning } from "../../log/open-questions.js";
import { listSources, type Preamble, type TurnRecord } from "../../log/turn.js";
import { dropErasedSources, type Erased, isMadeOfErased } from "./erased.js";

/** The turn without quotes of erased entries; the same value if it has none. `own` are the turn's entries. */
export function scrubTurn(turn: TurnRecord, own: readonly EntryId[], erased: Erased): TurnRecord {
  const { asides, reference, anchor, choice, ...rest } = turn;
  // Look-ups and their reasons derive from the words of the turn's message.
  const isTouched = [...turn.messages, ...own].some((entry) => erased.ids.has(entry));
  const scrub = (aside: Preamble) => (isTouched ? null : scrubAside(aside, erased));
  const kept = asides.flatMap((aside) => scrub(aside) ?? []);
  const isSame = kept.length === asides.length && kept.every((aside, place) => aside === asides[place]);
  const quoted = reference === undefined ? undefined : scrub(reference);
  const isAnchored = anchor !== undefined && (isTouched || isAnchorGone(anchor, erased));
  const hasReason = choice?.failed !== undefined && (isTouched || erased.words.holds(choice.failed));
  if (isSame && quoted === reference && !isAnchored && !hasReason) return turn;
  const { failed: _failed, ...chosen } = choice ?? { offered: [], picked: [] };
  return {
    ...rest,
    asides: kept,
    ...(quoted ? { reference: quoted } : {}),
    ...(anchor === undefined || isAnchored ? {} : { anchor }),
    ...(choice === undefined ? {} : { choice: hasReason ? ({ ...chosen } as typeof choice) : choice }),
  };
}

/**
 * The turn after these entries of it are erased. Without a reply, it is no longer unsent. If it waited for an answer to
 * calls that are gone, it is cancelled. `entries` are all of the turn's, its messages included.
 */
export function closeErasedTurn(
  turn: TurnRecord,
  entries: readonly Entry[],
  { ids }: Pick<Erased, "ids">,
  now: Instant,
): TurnRecord {
  const left = entries.filter((entry) => !ids.has(entry.id) && !isErased(entry));
  const last = Math.max(...entries.map(({ turn: own, step }) => (own === turn.id ? (step ?? -1) : -1)));
  const hasReply = left.some(
    ({ step, ...entry }) => step === last && entry.kind === "said" && entry.by.role === "agent",
  );
  const isOver = turn.state === "waiting" && left.every(({ kind }) => kind === "noted");
  if ((hasReply || turn.unsent === undefined) && !isOver) return turn;
  const { unsent, ...rest } = turn;
  const owed = hasReply && unsent === true ? { unsent } : {};
  return { ...rest, ...owed, ...(isOver ? { state: "cancelled", ended: now } : {}) };
}

/** Null to remove the block. */
function scrubAside(aside: Preamble, erased: Erased): Preamble | null {
  const texts = [aside.text, ...(aside.reasons ?? []).map(({ because }) => because)];
  if (isMadeOfErased(listSources(aside), erased) || texts.some(erased.words.holds)) return null;
  const { sources = [], parts = [] } = aside;
  const standing = dropErasedSources(sources, erased);
  if (standing === sources) return aside;
  return { ...aside, sources: standing, ...(parts.length > 0 ? { parts: dropErasedSources(parts, erased) } : {}) };
}

export function isAnchorGone(anchor: Anchor, erased: Erased): boolean {
  if (anchor.kind === "newest") return false;
  const meanings = anchor.kind === "ask" ? anchor.options : [anchor];
  return meanings.some((meaning) => isMeaningGone(meaning, erased));
}

export function isMeaningGone({ about, value, entry }: AnchorMeaning, { ids, words }: Erased): boolean {
  return (entry !== null && ids.has(entry)) || words.holds(about) || words.holds(value ?? "");
}
