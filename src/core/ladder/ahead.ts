/** What a policy's plain thresholds ask for while there still is room. */
import type { Candidate } from "../collect.js";
import type { Tokens } from "../keys.js";
import { hasRung, type Policy, type RungName, rungNames } from "../policy.js";
import type { Scribe } from "../scribe.js";
import type { Epoch, Snapshot } from "../snapshot.js";
import { endOf } from "./climb.js";
import { boundaryKeeping, keptHalf, pastTurns } from "./turns.js";

/** Boundaries, and the limit that moved each of them. */
export interface Moved {
  readonly through: Epoch["through"];
  readonly limits: Epoch["limits"];
}

export interface Ground {
  readonly scribe: Scribe;
  readonly candidates: readonly Candidate[];
  readonly room: Tokens;
  /** The whole view with these boundaries. */
  tokensAt(through: Epoch["through"]): Tokens;
}

/** A threshold is not worth a compaction unless it frees this part of the room. */
export const worthwhile = 0.1;
const largeWindow: Tokens = 100_000;
/** Turns that stay once a provider has refused a view; none after a second refusal. */
const emergencyTurns = 5;

export function movedAhead(ground: Ground, window: Tokens, from: Moved): Moved {
  const capped = capPast(ground, from);
  const counted = limitMessages(ground, limitTurns(ground, capped));
  return clearOld(ground, window, counted);
}

function capPast({ scribe, candidates, tokensAt }: Ground, from: Moved): Moved {
  const { policy, snapshot } = scribe;
  if (policy.capOver === Number.POSITIVE_INFINITY) return from;
  const own = candidates.find(({ unit, floor }) => floor || unit.turn === snapshot.turn?.id)?.unit.first;
  const past = own === undefined ? snapshot.last : own - 1;
  const to = moved(from, "cap", past, `capOver=${policy.capOver}`);
  return tokensAt(to.through) < tokensAt(from.through) ? to : from;
}

function limitTurns({ scribe, candidates }: Ground, from: Moved): Moved {
  const { policy, snapshot } = scribe;
  const { turn, refusals } = snapshot;
  if (!hasRung(policy, "leave-out")) return from;
  const turns = pastTurns(candidates, turn?.id ?? null, from.through);
  const boundary = (kept: number) => boundaryKeeping(turns, kept, from.through["leave-out"]);
  if (refusals > 0) {
    const kept = refusals === 1 ? emergencyTurns : 0;
    return moved(from, "leave-out", boundary(kept), `refusals=${refusals}`);
  }
  const count = turns.length + (turn === null ? 0 : 1);
  if (count <= policy.maxTurns) return from;
  return moved(from, "leave-out", boundary(Math.min(keptHalf(turns), policy.maxTurns)), `maxTurns=${policy.maxTurns}`);
}

/** Messages older than the newest few become a summary: when there are many, when they are long, or after a while. */
function limitMessages({ scribe, candidates }: Ground, from: Moved): Moved {
  const { policy, snapshot } = scribe;
  if (!hasRung(policy, "leave-out")) return from;
  const shown = candidates.filter(({ floor, held, unit }) => !floor && !held && unit.first > from.through["leave-out"]);
  const messages = shown.filter(({ items }) => items.some(({ entry }) => entry.kind === "said"));
  const older = messages.slice(0, Math.max(0, messages.length - policy.keepMessages));
  const last = older.at(-1);
  if (last === undefined) return from;
  const limit = messageLimit(policy, messages.length, tokensIn(older), hoursSince(snapshot, older));
  return limit === null ? from : moved(from, "leave-out", endOf(last), limit);
}

function messageLimit(policy: Policy, count: number, tokens: Tokens, hours: number): string | null {
  const { compactMessages, compactTokens, compactHours } = policy;
  if (count > compactMessages) return `compactMessages=${compactMessages}`;
  if (tokens > compactTokens) return `compactTokens=${compactTokens}`;
  return hours > compactHours ? `compactHours=${compactHours}` : null;
}

function tokensIn(candidates: readonly Candidate[]): Tokens {
  return candidates.flatMap(({ items }) => items).reduce((sum, item) => sum + item.tokens(item.base), 0);
}

/** Since the last summary; before the first one, since the oldest message that it would tell. */
function hoursSince({ summary, now }: Snapshot, older: readonly Candidate[]): number {
  const first = older[0]?.items[0]?.entry.at ?? now;
  return (now - (summary?.at ?? first)) / 3_600_000;
}

/** Results older than the newest few, once the view fills a part of its room. */
function clearOld(ground: Ground, window: Tokens, from: Moved): Moved {
  const { scribe, room, tokensAt } = ground;
  const { clearAt, clearKeep, summariseAt } = scribe.policy;
  if (clearAt >= 1 || !hasRung(scribe.policy, "clear")) return from;
  const before = tokensAt(from.through);
  // Clearing comes before summarising, also where the settings have it the other way round.
  if (before <= Math.min(clearAt, summariseAt) * room) return from;
  const kept = window < largeWindow ? Math.floor(clearKeep / 2) : clearKeep;
  const to = moved(from, "clear", oldResults(ground, kept), `clearAt=${clearAt}`);
  return before - tokensAt(to.through) >= worthwhile * room ? to : from;
}

/** The last seq before the newest results. */
function oldResults({ candidates }: Ground, kept: number): number {
  const results = candidates.flatMap(({ items }) =>
    items.flatMap(({ entry }) => (entry.kind === "returned" ? [entry.seq] : [])),
  );
  return results.sort((a, b) => b - a)[kept] ?? 0;
}

/** As far as clearing would ever go ahead of need, whatever the window: what is still too much then has to leave. */
export function fullyCleared(ground: Ground, from: Moved): Moved {
  const { clearAt, clearKeep } = ground.scribe.policy;
  if (clearAt >= 1 || !hasRung(ground.scribe.policy, "clear")) return from;
  return moved(from, "clear", oldResults(ground, Math.floor(clearKeep / 2)), `clearAt=${clearAt}`);
}

export function moved({ through, limits }: Moved, rung: RungName, to: number, limit: string): Moved {
  if (to <= through[rung]) return { through, limits };
  return { through: { ...through, [rung]: to }, limits: { ...limits, [rung]: limit } };
}

/** The same for all that have moved at once. */
export function movedTo(through: Epoch["through"], from: Moved, limit: string): Moved {
  return rungNames.reduce((now, rung) => moved(now, rung, through[rung], limit), from);
}
