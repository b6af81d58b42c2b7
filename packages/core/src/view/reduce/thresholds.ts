/** Moves the reductions by a policy's own limits, even if there is room. */
import type { Tokens } from "../../log/keys.js";
import { type ClearAhead, hasReduction, type MessageLimits, type Policy } from "../../policy/policy.js";
import { leaveConversations } from "../schedule/conversation.js";
import type { Snapshot } from "../snapshot.js";
import { cap } from "./cap.js";
import { clear } from "./clear.js";
import { leaveOut } from "./leave-out.js";
import { findUnitEnd, type WeighedUnit } from "./measure-units.js";
import { move, type ReductionProgress } from "./progress.js";
import { findLeaveBoundary, type ReductionReach } from "./reductions.js";
import { textOnly } from "./text-only.js";
import { countKept, findKeepBoundary, findLastBetween, listPastTurns } from "./turns.js";

export interface Situation {
  readonly units: readonly WeighedUnit[];
  readonly policy: Policy;
  readonly seen: Pick<Snapshot, "turn" | "last" | "refusals" | "now" | "isRestored" | "costs" | "entries">;
  /** When the current summary was made; null without one. */
  readonly summarisedAt: number | null;
  readonly room: Tokens;
  readonly window: Tokens;
  /** The tokens of the whole view at this reach. */
  tokensAt(reach: ReductionReach): Tokens;
}

/** The part of the room that a compaction ahead of need must free to be worthwhile. */
export const worthwhile = 0.1;
const largeWindow: Tokens = 100_000;
/** By default results are cleared only when room is short. */
const never: ClearAhead = { at: 1, keep: 0 };
/** How many turns a restart shows at least. */
const leastRestored = 3;
/** How many turns stay after a provider's first refusal of a view; none after a second one. */
const emergencyTurns = 5;

export function moveAhead(situation: Situation, from: ReductionProgress): ReductionProgress {
  const capped = capPast(situation, from);
  const restored = situation.seen.isRestored === true ? restoreBriefly(situation, capped) : capped;
  const counted = capMessages(situation, capTurns(situation, restored));
  return leaveConversations(situation, clearOld(situation, counted));
}

function capPast({ units, policy, seen, tokensAt }: Situation, from: ReductionProgress): ReductionProgress {
  if (policy.capOver === Number.POSITIVE_INFINITY) return from;
  const own = units.find(({ unit, floor }) => floor || unit.turn === seen.turn?.id)?.unit.place;
  const past = own === undefined ? seen.last : own - 1;
  const to = move(from, cap.name, past, `capOver=${policy.capOver}`);
  return to.through !== from.through && tokensAt(to.through) < tokensAt(from.through) ? to : from;
}

function capTurns({ units, policy, seen }: Situation, from: ReductionProgress): ReductionProgress {
  const { turn, refusals } = seen;
  const maxTurns = policy.reductions[leaveOut.name]?.maxTurns;
  if (maxTurns === undefined) return from;
  const turns = listPastTurns(units, turn?.id ?? null, from.through);
  const boundary = (kept: number) => findKeepBoundary(turns, kept, findLeaveBoundary(from.through));
  const halves = policy.makeRoom === "by halves";
  // Where room is made by weight, the room alone decides after a first refusal.
  if (refusals > (halves ? 0 : 1)) {
    const kept = refusals === 1 ? emergencyTurns : 0;
    return move(from, leaveOut.name, boundary(kept), `refusals=${refusals}`);
  }
  const own = turn === null ? 0 : 1;
  if (turns.length + own <= maxTurns) return from;
  return move(from, leaveOut.name, boundary(countKept(turns.length, maxTurns - own)), `maxTurns=${maxTurns}`);
}

/** After a restart the newest turns are shown, as message and answer. */
function restoreBriefly({ units, policy, seen }: Situation, from: ReductionProgress): ReductionProgress {
  const { maxTurns = Number.POSITIVE_INFINITY } = policy.reductions[leaveOut.name] ?? {};
  const kept = Math.max(leastRestored, Math.floor(maxTurns / 6));
  const limit = `restore=${policy.restore}`;
  const turns = listPastTurns(units, seen.turn?.id ?? null, from.through);
  const left = findLeaveBoundary(from.through);
  const fewer = turns.length > kept ? move(from, leaveOut.name, findKeepBoundary(turns, kept, left), limit) : from;
  return hasReduction(policy, textOnly) ? move(fewer, textOnly.name, findLastBetween(units), limit) : fewer;
}

/** Lets messages older than the newest few leave: if they are many or long, or after some hours. */
function capMessages({ units, policy, seen, summarisedAt }: Situation, from: ReductionProgress): ReductionProgress {
  const limits = policy.reductions[leaveOut.name]?.messages ?? null;
  if (limits === null) return from;
  const { messages, older } = listOlderMessages({ units }, from.through, limits.keep);
  const last = older.at(-1);
  if (last === undefined) return from;
  const first = older[0]?.items[0]?.entry.at ?? seen.now;
  // Since the last summary; before the first one, since the oldest message that it would cover.
  const hours = (seen.now - (summarisedAt ?? first)) / 3_600_000;
  const limit = findMessageLimit(limits, messages.length, older, hours);
  return limit === null ? from : move(from, leaveOut.name, findUnitEnd(last), limit);
}

/** The messages in view but for the one to answer, and those of them that are older than the newest few. */
export function listOlderMessages(
  { units }: Pick<Situation, "units">,
  reach: ReductionReach,
  keep: number,
): Readonly<Record<"messages" | "older", readonly WeighedUnit[]>> {
  const left = findLeaveBoundary(reach);
  const shown = units.filter(({ floor, held, unit }) => !floor && !held && unit.place > left);
  const messages = shown.filter(({ items }) => items.some(({ entry }) => entry.kind === "said"));
  return { messages, older: messages.slice(0, Math.max(0, messages.length - keep)) };
}

function findMessageLimit(
  limits: MessageLimits,
  count: number,
  older: readonly WeighedUnit[],
  hours: number,
): string | null {
  if (count > limits.most) return `compactMessages=${limits.most}`;
  if (limits.tokens < Number.POSITIVE_INFINITY && sumBaseTokens(older) > limits.tokens)
    return `compactTokens=${limits.tokens}`;
  return hours > limits.hours ? `compactHours=${limits.hours}` : null;
}

export function sumBaseTokens(units: readonly WeighedUnit[]): Tokens {
  return units.flatMap(({ items }) => items).reduce((sum, item) => sum + item.tokens(item.base), 0);
}

/** Clears results older than the newest few, once the view fills a part of its room. */
function clearOld({ units, policy, room, window, tokensAt }: Situation, from: ReductionProgress): ReductionProgress {
  const { at, keep } = policy.reductions[clear.name]?.ahead ?? never;
  if (at >= 1) return from;
  const before = tokensAt(from.through);
  // Clearing comes before summarising, even if the settings have it the other way round.
  if (before <= Math.min(at, policy.summariseAt) * room) return from;
  const kept = window < largeWindow ? Math.floor(keep / 2) : keep;
  const to = move(from, clear.name, findClearBoundary(units, kept), `clearAt=${at}`);
  return before - tokensAt(to.through) >= worthwhile * room ? to : from;
}

/** The last seq before the newest results. */
function findClearBoundary(units: readonly WeighedUnit[], kept: number): number {
  const results = units.flatMap(({ items }) =>
    items.flatMap(({ entry }) => (entry.kind === "returned" ? [entry.seq] : [])),
  );
  return results.sort((a, b) => b - a)[kept] ?? 0;
}

/** Clears as far as clearing ever goes ahead of need; what is still too much then has to leave. */
export function clearAll(
  { units, policy }: Pick<Situation, "units" | "policy">,
  from: ReductionProgress,
): ReductionProgress {
  const { at, keep } = policy.reductions[clear.name]?.ahead ?? never;
  if (at >= 1) return from;
  return move(from, clear.name, findClearBoundary(units, Math.floor(keep / 2)), `clearAt=${at}`);
}
