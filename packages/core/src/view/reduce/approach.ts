/** Predicts the limit that starts the next compaction, so that it can be prepared as it will be made. */
import type { Tokens } from "../../log/keys.js";
import type { Policy } from "../../policy/policy.js";
import { leaveOut } from "./leave-out.js";
import { findUnitEnd } from "./measure-units.js";
import { findLeaveBoundary, type ReductionReach } from "./reductions.js";
import { listOlderMessages, type Situation, sumBaseTokens } from "./thresholds.js";
import { countKeptHalf, findKeepBoundary, listPastTurns } from "./turns.js";

/** Below this part of a limit, nothing is prepared. */
const early = 0.8;

export interface Approach {
  /** How much of the limit is used. */
  readonly part: number;
  /** The boundary of that compaction; null where the room decides. */
  readonly boundary: number | null;
}

type Standing = Pick<Situation, "policy" | "units" | "seen" | "summarisedAt" | "room"> & {
  readonly through: ReductionReach;
  readonly taken: Tokens;
};

/** The limit that is nearest; null if none is near. */
export function findApproach(standing: Standing): Approach | null {
  const { taken, room, policy } = standing;
  const all = [
    { part: taken / (room * policy.summariseAt), boundary: null },
    nearTurns(standing),
    nearMessages(standing),
  ];
  const near = all.filter((each) => each !== null).filter(({ part }) => part >= early);
  return near.reduce<Approach | null>((most, each) => (most === null || each.part > most.part ? each : most), null);
}

/** The oldest half of as many turns as there will be at the limit. */
function nearTurns({ policy, units, seen, through }: Standing): Approach | null {
  const { maxTurns = Number.POSITIVE_INFINITY } = policy.reductions[leaveOut.name] ?? {};
  if (maxTurns === Number.POSITIVE_INFINITY) return null;
  const turns = listPastTurns(units, seen.turn?.id ?? null, through);
  const part = (turns.length + 1) / maxTurns;
  const leaving = Math.min(turns.length, maxTurns - countKeptHalf(maxTurns));
  const left = findLeaveBoundary(through);
  return { part, boundary: findKeepBoundary(turns, turns.length - leaving, left) };
}

/** All but the newest few messages: rules summarise those that come until then. */
function nearMessages(standing: Standing): Approach | null {
  const { policy, seen, summarisedAt } = standing;
  const limits = policy.reductions[leaveOut.name]?.messages ?? null;
  const { messages, older } = limits === null ? nothing : listOlderMessages(standing, standing.through, limits.keep);
  const last = older.at(-1);
  if (limits === null || last === undefined) return null;
  const first = older[0]?.items[0]?.entry.at ?? seen.now;
  const hours = (seen.now - (summarisedAt ?? first)) / 3_600_000;
  const parts = [messages.length / limits.most, sumBaseTokens(older) / limits.tokens, hours / limits.hours];
  return { part: Math.max(...parts), boundary: findUnitEnd(last) };
}

const nothing: ReturnType<typeof listOlderMessages> = { messages: [], older: [] };

/** Whether a policy lets turns leave by limits of its own: a prepared summary then changes nothing about what leaves. */
export function hasOwnLimits({ makeRoom, reductions }: Policy): boolean {
  const leaving = reductions[leaveOut.name];
  const isLimited = leaving !== undefined && (Number.isFinite(leaving.maxTurns) || leaving.messages !== null);
  return makeRoom === "by halves" || isLimited;
}
