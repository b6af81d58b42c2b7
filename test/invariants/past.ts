/** Which of the past a view shows, said a second time: from the log, the policy and the design. */
import type { Entry } from "@clewline/core/log/entry.js";
import type { TurnRecord } from "@clewline/core/log/turn.js";
import type { ChoosingPast, TieredPast } from "@clewline/core/policy/past-policy.js";
import type { Policy } from "@clewline/core/policy/policy.js";
import type { Snapshot } from "@clewline/core/view/snapshot.js";
import { findVerdict, type Rule } from "@clewline/core/view/verdict.js";
import type { View } from "@clewline/core/view/view.js";
import { isBookkeeping, isHidden } from "./hidden.js";
import { placesByTime, placesIn } from "./places.js";
import type { World } from "./world.js";

/** A past turn, or a message that nobody answered with what followed it. */
export interface Passage {
  readonly key: string;
  readonly entries: readonly Entry[];
  readonly isBackground: boolean;
  readonly isHeartbeat: boolean;
  /** By the channel's time; NaN where none of it can be read. */
  readonly began: number;
  readonly ended: number;
}

type Given = Pick<World["given"], "snapshot" | "policy">;

/** What keeps parts of the past out of a view, besides want of room. */
const sortings: ReadonlySet<Rule> = new Set<Rule>([
  "private",
  "background",
  "no-history",
  "narrow",
  "lookback",
  "recency",
  "selection",
  "tier",
  "age",
]);

const spans: ReadonlySet<Rule | undefined> = new Set<Rule | undefined>(["leave-out", "summary", "cleared", "memory"]);

/** Every entry that has to stay out does so by its rule, and no other by such a rule. */
export function sortedRight(view: View, given: Given): readonly string[] {
  const { policy, snapshot } = given;
  const wide = misplaced(view, given, 0);
  // Of the day's conversations, as many as need be are told like the days before, the oldest first.
  const most = wide.length > 0 && policy.past.kind === "tiers" ? snapshot.entries.length : 0;
  for (let fallen = 1; fallen <= most; fallen++) if (misplaced(view, given, fallen).length === 0) return [];
  return wide;
}

function misplaced(view: View, given: Given, fallen: number): readonly string[] {
  const out = stayingOut(view, given, fallen);
  const present = new Set(given.snapshot.entries.map(({ id }) => id));
  return given.snapshot.entries.flatMap((entry) => {
    const verdict = findVerdict(view.verdicts, entry.seq);
    const wanted = out.get(entry.seq);
    // A notification that is shown by its ends has the same rule as one that is not shown.
    const rule = verdict?.kind === "stubbed" ? "fits" : verdict?.rule;
    if (rule === wanted || (wanted === undefined && !sortings.has(rule ?? "fits"))) return [];
    // An edit that another one has overtaken, of a message that is not there.
    if (rule === "edited" && entry.kind === "revised" && !present.has(entry.target)) return [];
    if (wanted !== undefined && (spans.has(rule) || (wanted === "tier" && rule === "age"))) return [];
    return [`entry ${entry.seq} is out by ${rule} and not by ${wanted}`];
  });
}

/** Whether every view is made from the past alone. */
export function isMadeAnew({ past }: Policy): boolean {
  return past.kind === "choosing" || past.kind === "tiers";
}

/** Whether a view may show other lanes of its session. */
export function looksAround({ past }: Policy): boolean {
  return past.kind === "tiers" && past.scope === "session";
}

/** Whether everything before the message has to stay as it is. */
export function keepsPrefix({ past }: Policy): boolean {
  return past.kind === "compacting" && past.prefix === "epoch";
}

/** What has to stay out, by seq, with the rule. */
function stayingOut(view: View, { snapshot, policy }: Given, fallen: number): ReadonlyMap<number, Rule> {
  const out = new Map<number, Rule>();
  const put = (entries: readonly Entry[], rule: Rule) => {
    for (const { seq } of entries) out.set(seq, rule);
  };
  put(
    snapshot.entries.filter((entry) => isAlive(snapshot, entry) && !isOpenTo(entry, snapshot.turn)),
    "private",
  );
  const places = isMadeAnew(policy) ? placesByTime(snapshot) : placesIn(snapshot);
  const passages = passagesIn(snapshot, entriesIn(view, snapshot, policy), places);
  const background = passages.filter(({ isBackground }) => isBackground);
  for (const passage of background)
    put(withoutLastWords(passage, isStillTold(passage, background, view, { snapshot, policy })), "background");
  const asked = passages.filter((passage) => !passage.isBackground && !isAttempt(passage, snapshot));
  const { replyTarget } = snapshot;
  const holdsTarget = ({ entries }: Passage) =>
    replyTarget !== null && entries.some(({ seq }) => seq === replyTarget.seq);
  if (!policy.withHistory)
    put(
      passages.flatMap(({ entries }) => entries),
      "no-history",
    );
  else if (keepsPrefix(policy)) return out;
  else if (background.some(holdsTarget))
    put(
      passages.flatMap(({ entries }) => entries),
      "narrow",
    );
  else if (policy.past.kind !== "compacting")
    for (const [passage, rule] of limited(asked, policy.past, { snapshot, policy }, fallen))
      if (!holdsTarget(passage)) put(passage.entries, rule);
  return out;
}

/** A compaction forgets what it left out; a view that is made anew has all that was read. */
function entriesIn({ compacted, epoch }: View, snapshot: Snapshot, policy: Policy): readonly Entry[] {
  const { entries, turn, cleared } = snapshot;
  if (!compacted) return entries;
  const boundary = Math.max(epoch.through["leave-out"] ?? 0, cleared);
  const target = entries.find(({ seq }) => seq === snapshot.replyTarget?.seq);
  const isAround = (entry: Entry) => entry === target || (entry.turn !== null && entry.turn === target?.turn);
  const isOwn = (entry: Entry) => turn !== null && (entry.turn === turn.id || turn.messages.includes(entry.id));
  const held = entries.filter((entry) => isOwn(entry) || (!keepsPrefix(policy) && isAround(entry))).map(({ id }) => id);
  const isHeld = (entry: Entry) => held.includes(entry.id) || ("target" in entry && held.includes(entry.target));
  const places = placesIn(snapshot);
  const isBehind = (entry: Entry) => entry.seq > cleared && (places.get(entry) ?? entry.seq) > boundary;
  return entries.filter((entry) => isBehind(entry) || isHeld(entry));
}

function isAlive(snapshot: Snapshot, entry: Entry): boolean {
  const target = entry.kind === "revised" ? snapshot.entries.find(({ id }) => id === entry.target) : undefined;
  return !isBookkeeping(entry) && !isHidden(snapshot, entry) && (target === undefined || !isHidden(snapshot, target));
}

function isOpenTo({ private: surface, turn, id }: Entry, viewing: TurnRecord | null): boolean {
  if (surface === undefined) return true;
  return viewing !== null && (viewing.surface === surface || viewing.id === turn || viewing.messages.includes(id));
}

/** In the order in which they begin. */
export function passagesIn(
  snapshot: Snapshot,
  read: readonly Entry[],
  places: ReadonlyMap<Entry, number> = placesIn(snapshot),
): readonly Passage[] {
  const { turn, turns } = snapshot;
  const entries = read
    .filter((entry) => isAlive(snapshot, entry) && isOpenTo(entry, turn))
    .toSorted((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
  const keys = new Map<Entry, string>();
  const answering = (entry: Entry) => [...turns.values()].findLast(({ messages }) => messages.includes(entry.id))?.id;
  const isLoose = (entry: Entry) => entry.turn === null && answering(entry) === undefined && entry.kind !== "revised";
  const keyOf = (entry: Entry, before: readonly Entry[]): string => {
    const own = entry.turn ?? answering(entry);
    if (own !== undefined) return own;
    const target = entry.kind === "revised" ? before.find(({ id }) => id === entry.target) : undefined;
    const follows = isOfModel(entry) || entry.kind === "noted" ? before.findLast(isLoose) : undefined;
    const nearest = target ?? follows;
    return nearest === undefined ? entry.id : (keys.get(nearest) ?? entry.id);
  };
  for (const [index, entry] of entries.entries()) keys.set(entry, keyOf(entry, entries.slice(0, index)));
  const isOwn = (entry: Entry) =>
    turn !== null &&
    (keys.get(entry) === turn.id || turn.messages.includes(entry.kind === "revised" ? entry.target : entry.id));
  const past = entries.filter((entry) => !isOwn(entry));
  return [...new Set(past.map((entry) => keys.get(entry) ?? ""))].map((key) => {
    const own = past.filter((entry) => keys.get(entry) === key);
    const isEdit = ({ kind }: Entry) => kind === "revised";
    const times = own
      .filter((entry) => !isEdit(entry) || own.every(isEdit))
      .map(({ at }) => at)
      .filter((at) => Number.isFinite(at));
    const origin = [...turns.values()].find(({ id }) => id === key)?.origin ?? "interactive";
    const ended = times.length === 0 ? Number.NaN : Math.max(...times);
    const [isBackground, isHeartbeat] = [origin !== "interactive", origin === "heartbeat"];
    return { key, entries: own, isBackground, isHeartbeat, began: times[0] ?? Number.NaN, ended };
  });
}

function isOfModel(entry: Entry): boolean {
  return entry.kind === "called" || entry.kind === "returned" || (entry.kind === "said" && entry.by.role === "agent");
}

/** The newest few of its sort, heartbeats being one; in a prefix that has to stay, also what came after the last compaction. */
function isStillTold(passage: Passage, all: readonly Passage[], { epoch }: View, { snapshot, policy }: Given): boolean {
  const { backgroundTurns } = policy;
  const places = placesIn(snapshot);
  const placeOf = (entry: Entry | undefined) => (entry === undefined ? 0 : (places.get(entry) ?? entry.seq));
  const isSettled = ({ entries: [first] }: Passage) =>
    !keepsPrefix(policy) || Math.ceil(placeOf(first)) <= epoch.foldedThrough;
  const alike = ({ isHeartbeat }: Passage) => isHeartbeat === passage.isHeartbeat;
  const newer = all.slice(all.indexOf(passage) + 1).filter((each) => isSettled(each) && alike(each));
  return backgroundTurns > 0 && (!isSettled(passage) || newer.length < backgroundTurns);
}

/** Everything of a passage but the last words of the agent and their edits. */
function withoutLastWords({ entries }: Passage, told: boolean): readonly Entry[] {
  const last = lastWords(entries);
  return entries.filter(
    (entry) => !told || (entry !== last && !(entry.kind === "revised" && entry.target === last?.id)),
  );
}

export function lastWords(entries: readonly Entry[]): Entry | undefined {
  return entries.findLast(
    (entry) =>
      entry.kind === "said" && entry.by.role === "agent" && entry.parts.some(({ kind }) => kind !== "reasoning"),
  );
}

/** An earlier try at the same messages is no past turn. */
function isAttempt({ key }: Passage, { turn, turns }: Snapshot): boolean {
  const messages = [...turns.values()].find(({ id }) => id === key)?.messages ?? [];
  return turn !== null && messages.length > 0 && !messages.some((message) => !turn.messages.includes(message));
}

const minute = 60_000;
const hour = 60 * minute;

/** Each passage that stays out, with the first limit that says so. */
function limited(
  asked: readonly Passage[],
  past: ChoosingPast | TieredPast,
  { snapshot, policy }: Given,
  fallen: number,
): readonly (readonly [Passage, Rule])[] {
  const { now, turn } = snapshot;
  const seen = asked.filter((_passage, index) => asked.length - index <= past.lookback);
  const isStale = ({ ended }: Passage, index: number) =>
    past.recency !== null && seen.length - index > past.recency.least && now - ended > past.recency.hours * hour;
  const fresh = seen.filter((passage, index) => !isStale(passage, index));
  const limits = past.kind === "choosing" ? past.choice : null;
  const chosen = limits !== null && fresh.length > limits.above ? turn?.choice : undefined;
  const tiers = past.kind === "tiers" ? tiersOf(fresh, past, { snapshot, policy }, fallen) : new Map<Passage, Rule>();
  return asked.flatMap((passage): readonly (readonly [Passage, Rule])[] => {
    if (!seen.includes(passage)) return [[passage, "lookback"]];
    if (!fresh.includes(passage)) return [[passage, "recency"]];
    const rank = fresh.length - fresh.indexOf(passage);
    const tier = tiers.get(passage);
    if (past.kind === "tiers") return tier === undefined ? [] : [[passage, tier]];
    const isOffered = rank > (limits?.recent ?? 0) && chosen?.offered.includes(passage.key) === true;
    return isOffered && !chosen.picked.includes(passage.key) ? [[passage, "selection"]] : [];
  });
}

/** Which passages are told or too old: conversation by conversation, by their last words. */
function tiersOf(
  fresh: readonly Passage[],
  { fullHours, days }: TieredPast,
  { snapshot: { now }, policy: { threadMinutes } }: Given,
  fallen: number,
): ReadonlyMap<Passage, Rule> {
  const thread = threadIn(fresh, now, threadMinutes);
  const rules = new Map<Passage, Rule>();
  let left = fallen;
  for (const talk of conversationsIn(fresh.slice(0, fresh.length - thread.length), threadMinutes)) {
    const ends = talk.map(({ ended }) => ended).filter((ended) => Number.isFinite(ended));
    // Without a readable time it is of now.
    const hours = ends.length === 0 || Number.isNaN(now) ? 0 : (now - Math.max(...ends)) / hour;
    const isOfDay = hours <= fullHours;
    const rule = !isOfDay && hours > Math.max(fullHours + 24, days * 24) ? "age" : "tier";
    if (isOfDay && left-- <= 0) continue;
    for (const passage of talk) rules.set(passage, rule);
  }
  return rules;
}

/** A longer pause than so many minutes, or where pauses don't count another day, begins a new one. */
function conversationsIn(passages: readonly Passage[], minutes: number): readonly (readonly Passage[])[] {
  const talks: Passage[][] = [];
  for (const passage of passages) {
    const open = talks.at(-1) ?? [];
    const ends = open.map(({ ended }) => ended).filter((ended) => Number.isFinite(ended));
    const end = Math.max(...ends);
    const dayOf = (at: number) => Math.floor(at / (24 * hour));
    const isNew = minutes === 0 ? dayOf(passage.began) > dayOf(end) : passage.began - end > minutes * minute;
    if (open.length > 0 && (ends.length === 0 || !isNew)) open.push(passage);
    else talks.push([passage]);
  }
  return talks;
}

/** The conversation that goes on: no pause in it, nor since, is longer than so many minutes. */
export function threadIn(passages: readonly Passage[], now: number, minutes: number): readonly Passage[] {
  const thread: Passage[] = [];
  for (const passage of passages.toReversed()) {
    const next = Math.min(now, ...thread.map(({ began }) => began).filter((began) => Number.isFinite(began)));
    // Where a time can't be read there is no pause.
    if (next - passage.ended > minutes * minute) break;
    thread.unshift(passage);
  }
  return thread;
}
