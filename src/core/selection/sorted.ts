/** Which of the past a view shows, before anything is drawn: by surface, origin, number, age, and what was chosen. */
import { type Entry, messageOf } from "../entry.js";
import type { EntryId, Tokens, TurnId } from "../keys.js";
import { startsAnew } from "../policy.js";
import type { Scribe } from "../scribe.js";
import { settle, withdrawnIds } from "../settled.js";
import type { Summary } from "../summary/summary.js";
import type { Rule } from "../verdict.js";
import { isBackground, type Passage, passagesOf } from "./passages.js";
import { tiersOf } from "./tiers.js";

/** What stays out, by seq, and the digests that stand for some of it. */
export interface Sorted {
  readonly rules: ReadonlyMap<number, Rule>;
  readonly digests: readonly Summary[];
  /** What the digests may take, whether they do or not: else a little more room would show less of the rest. */
  readonly room: Tokens;
}

export interface Past {
  readonly rules: Map<number, Rule>;
  /** What somebody asked for, whether it is shown or not. */
  readonly asked: readonly Passage[];
  /** Passages that somebody may choose from. */
  readonly offered: readonly Passage[];
  /** Passages to be told by a digest, group by group, oldest first. */
  readonly told: readonly (readonly Passage[])[];
}

/** `wide` shows the whole day in full; else only the conversation that goes on. */
export function sortPast(scribe: Scribe, wide: boolean): Past {
  const rules = new Map<number, Rule>();
  const entries = showable(scribe);
  for (const entry of entries) if (isHidden(scribe, entry)) rules.set(entry.seq, "private");
  const passages = passagesOf(
    scribe,
    entries.filter(({ seq }) => !rules.has(seq)),
  );
  const asked = passages.filter((passage) => !isBackground(passage));
  hideBackground(scribe, passages, rules);
  if (!scribe.policy.withHistory) hide(passages, "no-history", rules);
  else if (isNarrow(scribe, passages)) hide(passages, "narrow", rules);
  else return { rules, asked, ...byLimits(scribe, asked, rules, wide) };
  return { rules, asked, offered: [], told: [] };
}

function showable(scribe: Scribe): readonly Entry[] {
  const { entries } = scribe.snapshot;
  const withdrawn: ReadonlySet<EntryId> = withdrawnIds(entries);
  return entries.filter((entry) => !settle(scribe, entry, withdrawn, new Map()));
}

/** A private entry is for views of its own surface, and of its own turn. */
function isHidden({ snapshot: { turn } }: Scribe, entry: Entry): boolean {
  if (entry.private === undefined || turn === null) return entry.private !== undefined;
  return entry.private !== turn.surface && entry.turn !== turn.id && !turn.messages.includes(entry.id);
}

function hide(passages: readonly Passage[], rule: Rule, rules: Map<number, Rule>): void {
  for (const { entries } of passages) for (const { seq } of entries) rules.set(seq, rule);
}

/**
 * Of turns that nobody asked for the last words stay, of the newest few. Where the prefix has to stay as it is, those
 * that came after the last compaction stay until the next one.
 */
function hideBackground({ policy, snapshot }: Scribe, passages: readonly Passage[], rules: Map<number, Rule>): void {
  const background = passages.filter(isBackground);
  const settledThrough = policy.prefix === "epoch" ? snapshot.epoch.foldedThrough : Number.POSITIVE_INFINITY;
  const isOld = ({ entries }: Passage) => policy.backgroundTurns === 0 || (entries[0]?.seq ?? 0) <= settledThrough;
  const old = background.filter(isOld);
  const gone = new Set(old.slice(0, Math.max(0, old.length - policy.backgroundTurns)));
  for (const passage of background) {
    const last = gone.has(passage) ? undefined : passage.entries.findLast(isAnswer);
    // Its edits stay with it.
    for (const entry of passage.entries) if (messageOf(entry) !== last?.id) rules.set(entry.seq, "background");
  }
}

function isAnswer(entry: Entry): boolean {
  return entry.kind === "said" && entry.by.role === "agent" && entry.parts.some((part) => part.kind !== "reasoning");
}

/** A reply to a notification is about that notification: the view is built around it, where no prefix has to be kept. */
function isNarrow({ policy, snapshot }: Scribe, passages: readonly Passage[]): boolean {
  const { replyTarget } = snapshot;
  if (policy.prefix !== "head" || replyTarget === null || replyTarget.seq === null) return false;
  return passages.some(
    (passage) => isBackground(passage) && passage.entries.some(({ seq }) => seq === replyTarget.seq),
  );
}

function byLimits(
  scribe: Scribe,
  asked: readonly Passage[],
  rules: Map<number, Rule>,
  wide: boolean,
): Pick<Past, "offered" | "told"> {
  const counted = asked.filter((passage) => !isAttempt(scribe, passage));
  const forced = new Set(counted.filter((passage) => isRepliedTo(scribe, passage)));
  const out = (passages: readonly Passage[], rule: Rule) =>
    hide(
      passages.filter((passage) => !forced.has(passage)),
      rule,
      rules,
    );
  const { policy } = scribe;
  // A window that moves on with every message would move a prefix, and show again what a compaction has left behind.
  if (!startsAnew(policy)) return { offered: [], told: [] };
  const within = counted.slice(Math.max(0, counted.length - policy.lookback));
  out(counted.slice(0, counted.length - within.length), "lookback");
  const stale = new Set(staleIn(scribe, within));
  out([...stale], "recency");
  const rest = within.filter((passage) => !stale.has(passage));
  if (policy.tierDays > 0) return { offered: [], told: sortByAge(scribe, rest, out, wide) };
  return { offered: sortByChoice(scribe, rest, out), told: [] };
}

/** What came of the same message before is part of answering it, and takes no other turn's place. */
function isAttempt({ snapshot: { turn, turns } }: Scribe, { key }: Passage): boolean {
  const messages = turns.get(key as TurnId)?.messages ?? [];
  return turn !== null && messages.length > 0 && messages.every((message) => turn.messages.includes(message));
}

function isRepliedTo({ policy, snapshot: { replyTarget } }: Scribe, { entries }: Passage): boolean {
  return policy.prefix === "head" && replyTarget !== null && entries.some(({ seq }) => seq === replyTarget.seq);
}

type Out = (passages: readonly Passage[], rule: Rule) => void;

/** A passage without a readable date is never too old; without a readable now, none is. */
function staleIn({ policy, snapshot: { now } }: Scribe, passages: readonly Passage[]): readonly Passage[] {
  if (policy.recencyHours <= 0 || !Number.isFinite(now)) return [];
  const oldest = now - policy.recencyHours * 3_600_000;
  return passages.slice(0, Math.max(0, passages.length - policy.recencyLeast)).filter(({ until }) => until < oldest);
}

function sortByChoice({ policy, snapshot }: Scribe, rest: readonly Passage[], out: Out): readonly Passage[] {
  if (!policy.select || rest.length <= policy.selectAbove) return [];
  const offered = rest.slice(0, Math.max(0, rest.length - policy.alwaysRecent));
  const choice = snapshot.turn?.choice;
  if (choice === undefined) return offered;
  const unpicked = offered.filter(({ key }) => choice.offered.includes(key) && !choice.picked.includes(key));
  out(unpicked, "selection");
  return offered;
}

function sortByAge(scribe: Scribe, rest: readonly Passage[], out: Out, wide: boolean): Past["told"] {
  const { recent, dayBefore, earlier, older } = tiersOf(rest, scribe.snapshot.now, scribe.policy);
  out(older, "age");
  const told = [earlier, dayBefore, ...(wide ? [] : [recent])].filter((passages) => passages.length > 0);
  for (const passages of told) out(passages, "tier");
  return told;
}
