/** The second stage: what a view shows of the past, by surface, origin, number, age and selection. */

import { defer } from "@clewline/text/defer.js";
import { type Entry, resolveMessageId } from "../log/entry.js";
import type { TurnId } from "../log/keys.js";
import { listRangePlaces } from "../log/ranges/lane-ranges.js";
import type { TurnRecord } from "../log/turn.js";
import type { ChoiceLimits, ChoosingPast, RecencyLimits, TieredPast } from "../policy/past-policy.js";
import { type Policy, readPrefix } from "../policy/policy.js";
import { groupPassages, isBackground, type Passage } from "./past/passages.js";
import { addRule, applyChoice, type Past, type Pose, spareBackgroundTurns } from "./past/selected-past.js";
import { splitByAge } from "./past/tiers.js";
import { findPlace, type Places } from "./places.js";
import type { SettledLog } from "./settled-log.js";
import type { Snapshot } from "./snapshot.js";
import type { Rule } from "./verdict.js";

type SelectInput = Pick<Snapshot, "turn" | "turns" | "replyTarget" | "last" | "now" | "skipped" | "ranges"> & {
  readonly epoch: Pick<Snapshot["epoch"], "foldedThrough">;
};

export function selectPast(log: SettledLog, seen: SelectInput, policy: Policy): Past {
  const past = selectByPolicy(log, seen, policy);
  const pinned = listRangePlaces(log.entries, seen.ranges?.pinned ?? []);
  return pinned.size === 0 ? past : sparePinned(past, pinned);
}

/** Keeps pinned entries in the view, even if a limit of the policy would drop them. */
function sparePinned(past: Past, pinned: ReadonlySet<number>): Past {
  const isSpared = ([seq, rule]: readonly [number, Rule]) => pinned.has(seq) && sparing.has(rule);
  const spare = (pose: Pose): Pose => ({
    ...pose,
    rules: new Map([...pose.rules].filter((each) => !isSpared(each))),
  });
  const standing = spare(past.standing);
  const compact = past.compact === past.standing ? standing : spare(past.compact);
  return { ...past, standing, compact, tiers: past.tiers.map((pose) => defer(() => spare(pose()))) };
}

const sparing: ReadonlySet<Rule> = new Set(["lookback", "recency", "selection", "tier", "age", "background"]);

function selectByPolicy(log: SettledLog, seen: SelectInput, policy: Policy): Past {
  const { turn, turns, epoch, last } = seen;
  const visible = log.entries.filter(({ seq }) => !log.hidden.has(seq));
  const secret = visible.filter((entry) => isPrivate(entry, turn));
  const rules = new Map<number, Rule>(secret.map(({ seq }) => [seq, "private"]));
  const shared = rules.size === 0 ? visible : visible.filter(({ seq }) => !rules.has(seq));
  const passages = groupPassages(shared, turn, turns);
  const asked = passages.filter((passage) => !isBackground(passage));
  const poseAt = (foldedThrough: number): Pose => ({
    foldedThrough,
    rules: hideBackground(rules, passages, policy, (passage) => findFirstPlace(passage, log.places) <= foldedThrough),
    told: [],
  });
  const compact = poseAt(last);
  const whole: Past = {
    asked,
    offered: [],
    forced: new Set<Passage>(),
    standing: compact,
    compact,
    tiers: [],
    isCrowded: isCrowded(passages, log, seen, policy),
  };
  if (!policy.withHistory) return hideAll(whole, passages, "no-history", epoch.foldedThrough);
  if (isNarrow(passages, policy, seen)) return hideAll(whole, passages, "narrow", epoch.foldedThrough);
  if (policy.past.kind !== "compacting") return restrictPast(whole, seen, policy.past, policy.threadMinutes);
  // A window that moves with every message would change the prefix, and show again what a compaction removed.
  return { ...whole, standing: isFolded(log, passages, epoch.foldedThrough) ? compact : poseAt(epoch.foldedThrough) };
}

/** Whether an entry is hidden from this view: private entries are for views of their own surface and their own turn. */
function isPrivate(entry: Entry, turn: TurnRecord | null): boolean {
  if (entry.private === undefined || turn === null) return entry.private !== undefined;
  return entry.private !== turn.surface && entry.turn !== turn.id && !turn.messages.includes(entry.id);
}

/** Whether a compaction would fold no edit, sort nothing and hide no background turn. */
function isFolded({ edits, places, sorted }: SettledLog, passages: readonly Passage[], foldedThrough: number): boolean {
  const isNew = (passage: Passage) => isBackground(passage) && findFirstPlace(passage, places) > foldedThrough;
  return sorted === null && !edits.some(({ seq }) => seq > foldedThrough) && !passages.some(isNew);
}

/** Where the prefix must stay stable, background turns leave together, at a compaction. */
function isCrowded(
  passages: readonly Passage[],
  { places }: SettledLog,
  { epoch, skipped }: SelectInput,
  policy: Policy,
): boolean {
  if (readPrefix(policy) !== "epoch" || policy.past.kind !== "compacting" || policy.backgroundTurns === 0) return false;
  const isLater = (each: Passage) => isBackground(each) && findFirstPlace(each, places) > epoch.foldedThrough;
  return passages.filter(isLater).length + (skipped?.turns ?? 0) > policy.backgroundTurns + spareBackgroundTurns;
}

function findFirstPlace({ entries: [first] }: Passage, places: Places): number {
  return first === undefined ? 0 : findPlace(places, first.seq);
}

function hideAll(whole: Past, passages: readonly Passage[], rule: Rule, foldedThrough: number): Past {
  const rules = addRule(whole.compact.rules, passages, rule);
  return { ...whole, standing: { ...whole.compact, rules, foldedThrough }, compact: { ...whole.compact, rules } };
}

/**
 * Keeps the last answer of the newest background turns and hides the rest; heartbeats take no other turn's place. If the
 * prefix must stay stable, turns after the last compaction stay until the next one.
 */
function hideBackground(
  before: ReadonlyMap<number, Rule>,
  passages: readonly Passage[],
  policy: Policy,
  isFolded: (passage: Passage) => boolean,
): ReadonlyMap<number, Rule> {
  const background = passages.filter(isBackground);
  if (background.length === 0) return before;
  const { backgroundTurns } = policy;
  const isSettled = (each: Passage) => readPrefix(policy) !== "epoch" || isFolded(each);
  const old = background.filter((each) => backgroundTurns === 0 || isSettled(each));
  const listGone = (heartbeat: boolean) => {
    const alike = old.filter(({ origin }) => (origin === "heartbeat") === heartbeat);
    return alike.slice(0, Math.max(0, alike.length - backgroundTurns));
  };
  const gone = new Set([...listGone(true), ...listGone(false)]);
  const rules = new Map(before);
  for (const passage of background) {
    const last = gone.has(passage) ? undefined : passage.entries.findLast(isAnswer);
    // Its edits stay with it.
    for (const entry of passage.entries) if (resolveMessageId(entry) !== last?.id) rules.set(entry.seq, "background");
  }
  return rules;
}

function isAnswer(entry: Entry): boolean {
  return entry.kind === "said" && entry.by.role === "agent" && entry.parts.some((part) => part.kind !== "reasoning");
}

/** A reply to a notification is about that notification: without a prefix to keep, the view is built around it. */
function isNarrow(passages: readonly Passage[], policy: Policy, { replyTarget }: SelectInput): boolean {
  if (readPrefix(policy) !== "head" || replyTarget === null || replyTarget.seq === null) return false;
  return passages.some((passage) => isBackground(passage) && holds(passage, replyTarget.seq));
}

function holds({ entries }: Passage, seq: number | null): boolean {
  return entries.some((entry) => entry.seq === seq);
}

/** Restricts by number, by age, and then by selection or tiers. */
function restrictPast(whole: Past, seen: SelectInput, limits: ChoosingPast | TieredPast, threadMinutes: number): Past {
  const { turn, turns, replyTarget } = seen;
  const counted = whole.asked.filter((passage) => !isAttempt(passage, turn, turns));
  const forced = new Set(counted.filter((passage) => replyTarget !== null && holds(passage, replyTarget.seq)));
  const isLoose = (passage: Passage) => !forced.has(passage);
  const within = counted.slice(Math.max(0, counted.length - limits.lookback));
  const beyond = counted.slice(0, counted.length - within.length);
  const stale = new Set(listStalePassages(within, limits.recency, seen.now));
  const rest = within.filter((passage) => !stale.has(passage));
  const early = addRule(whole.compact.rules, beyond.filter(isLoose), "lookback");
  const rules = addRule(early, [...stale].filter(isLoose), "recency");
  const compact = { ...whole.compact, rules };
  const past = { ...whole, forced, standing: compact, compact };
  if (limits.kind === "choosing") return chooseFrom(past, rest, limits.choice, turn);
  const tiers = makeTierPoses(compact, splitByAge(rest, seen.now, threadMinutes, limits), isLoose);
  const widest = tiers[0]?.() ?? compact;
  return { ...past, standing: widest, compact: widest, tiers };
}

/** An earlier attempt at the same message is part of answering it, and takes no other turn's place. */
function isAttempt({ key }: Passage, turn: TurnRecord | null, turns: ReadonlyMap<TurnId, TurnRecord>): boolean {
  const messages = turns.get(key as TurnId)?.messages ?? [];
  return turn !== null && messages.length > 0 && messages.every((message) => turn.messages.includes(message));
}

/** A passage without a valid time is never too old; without a valid now, none is. */
function listStalePassages(
  passages: readonly Passage[],
  limits: RecencyLimits | null,
  now: number,
): readonly Passage[] {
  if (limits === null || !Number.isFinite(now)) return [];
  const oldest = now - limits.hours * 3_600_000;
  return passages.slice(0, Math.max(0, passages.length - limits.least)).filter(({ until }) => until < oldest);
}

function chooseFrom(past: Past, rest: readonly Passage[], limits: ChoiceLimits | null, turn: TurnRecord | null): Past {
  if (limits === null || rest.length <= limits.above) return past;
  const offering = { ...past, offered: rest.slice(0, Math.max(0, rest.length - limits.recent)) };
  return turn?.choice === undefined ? offering : applyChoice(offering, turn.choice);
}

/** From the whole day in full to the current conversation alone; each step summarises one more, the oldest first. */
function makeTierPoses(
  pose: Pose,
  { recent, earlier, older }: ReturnType<typeof splitByAge>,
  isLoose: (passage: Passage) => boolean,
): Past["tiers"] {
  const aged = addRule(pose.rules, older.filter(isLoose), "age");
  return [...recent.keys(), recent.length].map((fallen) =>
    defer((): Pose => {
      const told = [...earlier, ...recent.slice(0, fallen)];
      return { ...pose, rules: addRule(aged, told.flat().filter(isLoose), "tier"), told };
    }),
  );
}
