/** Prices a replayed policy by the provider's rules, call by call, and counts what its views missed. */
import type { Tokens } from "@clewline/core/log/keys.js";
import type { ModelFacts } from "@clewline/core/model/facts/model-facts.js";
import { estimateCachedSpend } from "@clewline/core/model/prefix-cache.js";
import type { SpentTokens } from "@clewline/core/model/prices.js";
import { readAccount, readCountedCall } from "@clewline/core/model/read-account.js";
import type { CallCosts } from "@clewline/core/view/snapshot.js";
import { countFates, type Fate } from "./differences.js";
import type { LaneHistory } from "./history.js";
import { assumed, type Cost, type Fit, noFit, readAround, sumCosts } from "./paid.js";
import type { QuotesShown, Shown } from "./quotes.js";
import type { ReplayedLane } from "./replay.js";
import { sum } from "./sums.js";

/** By what a policy is judged. */
export interface Terms {
  readonly lanes: readonly LaneHistory[];
  readonly fit: Fit;
  /** Of each call of each lane. */
  readonly facts: readonly (readonly ModelFacts[])[];
  /** Whether the cache is written with the longer lifetime. */
  readonly long: boolean;
  readonly window: Tokens;
}

export interface PolicyTrial extends Cost {
  readonly name: string;
  /** The price of reopening what the views did not show; it is part of `billed` and `dollars`. */
  readonly recalls: {
    /** How often a call needs something that its view did not show, once for each entry and turn. */
    readonly count: number;
    readonly billed: Tokens;
    readonly dollars: number;
  };
  /** The part of the previous view that each view begins with, on average. */
  readonly kept: number;
  /** Calls for which the window is too small. */
  readonly tooSmall: number;
  readonly compactions: number;
  /** Of the values that a call needs from before it: how many its own view showed with their lines. */
  readonly quotes: QuotesShown;
  /** On the last call of the longest lane. */
  readonly last: Fate;
}

const noFate: Fate = { full: 0, shortened: 0, summarised: 0, leftOut: 0 };

/** `endless` says that the policy ignores the window. */
export function judgePolicy(
  name: string,
  replayed: readonly ReplayedLane[],
  terms: Terms,
  endless: boolean,
): PolicyTrial {
  const { lanes, window, fit } = terms;
  const priced = replayed.map((lane, place) => priceCalls(lane, place, terms));
  const isCompared = (place: number, index: number) =>
    fit === noFit || readCountedCall(lanes[place]?.calls[index]?.usage ?? null) !== null;
  const compared = priced.flatMap((calls, place) => calls.filter((_call, index) => isCompared(place, index)));
  const recalls = sumCosts(compared.flatMap(({ recalled, facts }) => recalled.map((spent) => ({ spent, facts }))));
  const cost = sumCosts(compared);
  const all = replayed.flatMap((lane) => lane.calls);
  const over = endless ? priced.flat().filter(({ tokens }) => tokens > window).length : 0;
  const longest = findLongest(lanes);
  const lane = lanes[longest];
  return {
    name,
    ...cost,
    billed: cost.billed + recalls.billed,
    dollars: cost.dollars + recalls.dollars,
    recalls: {
      count: sum(compared.map(({ fetched }) => fetched)),
      billed: recalls.billed,
      dollars: recalls.dollars,
    },
    kept: computeKeptShare(priced),
    tooSmall: over + all.filter(({ fits }) => !fits).length,
    compactions: all.filter(({ compacted }) => compacted).length,
    quotes: { ...sumShown(all.map(({ quotes }) => quotes)), far: sumShown(all.map(({ quotes }) => quotes.far)) },
    last: lane === undefined ? noFate : countFates(lane, replayed[longest]?.verdicts ?? []),
  };
}

function sumShown(each: readonly Shown[]): Shown {
  return { all: sum(each.map(({ all }) => all)), shown: sum(each.map(({ shown }) => shown)) };
}

/** One call as its provider would have counted it. */
export interface PricedCall {
  readonly tokens: Tokens;
  readonly shared: Tokens;
  readonly facts: ModelFacts;
  readonly spent: SpentTokens;
  /** The calls that would have opened what its view did not show, and reading what was opened in the turn before. */
  readonly recalled: readonly SpentTokens[];
  /** How many texts would have been opened. */
  readonly fetched: number;
}

/** The calls of one lane. */
export function priceCalls(
  { calls }: ReplayedLane,
  place: number,
  { lanes, fit, facts, long }: Terms,
): readonly PricedCall[] {
  const lane = lanes[place];
  const around = readAround(fit, place);
  const counted = (tokens: Tokens) => (tokens === 0 ? 0 : Math.round(tokens * fit.factor) + around);
  const cached = calls.map(({ at, tokens, shared, unmarked = 0 }, index) => ({
    at,
    tokens: counted(tokens),
    shared: Math.min(counted(tokens), index === 0 ? 0 : Math.round(shared * fit.factor) + around),
    unmarked: (facts[place]?.[index] ?? assumed).marks === 0 ? 0 : Math.round(unmarked * fit.factor),
    warm: Math.min(around, readAccount(lane?.calls[index]?.usage ?? null)?.spent.read ?? 0),
    facts: facts[place]?.[index] ?? assumed,
  }));
  const opened = makeOpened(lane, fit);
  return estimateCachedSpend(cached, long).map((spent, index) => {
    const { tokens = 0, shared = 0, facts: own = assumed } = cached[index] ?? {};
    const { before, fetched } = opened(index, calls[index]?.quotes.missing ?? []);
    const carried = before === 0 ? [] : [spendRecall(before, 0, long)];
    const recalled = fetched.map((page) => spendRecall(tokens + before, page, long));
    return { tokens, shared, facts: own, spent, recalled: [...carried, ...recalled], fetched: fetched.length };
  });
}

/** Recalls bring each text once in a turn, whole, and it stays until the turn ends. */
function makeOpened(lane: LaneHistory | undefined, { factor }: Fit) {
  let [turn, before] = ["", 0];
  const there = new Set<number>();
  return (index: number, missing: readonly number[]) => {
    const now = lane?.calls[index]?.turn ?? "";
    if (now !== turn) {
      there.clear();
      [turn, before] = [now, 0];
    }
    const carried = before;
    const fetched = missing
      .filter((seq) => !there.has(seq))
      .map((seq) => {
        there.add(seq);
        return Math.round(factor * (lane?.sizes[seq - 1] ?? 0));
      });
    before += sum(fetched);
    return { before: carried, fetched };
  };
}

/** Another call: it reads what the one before sent, and writes the text that it asked for. */
function spendRecall(read: Tokens, opened: Tokens, long: boolean): SpentTokens {
  return { fresh: 0, read, written: long ? 0 : opened, writtenLong: long ? opened : 0, output: 0 };
}

/** Lists the costs of each call of a lane, for policies that depend on them. */
export function listCallCosts(place: number, { lanes, fit, facts, long }: Terms): readonly CallCosts[] {
  const calls = lanes[place]?.calls ?? [];
  return calls.map(({ at }, index) => {
    const own = facts[place]?.[index] ?? assumed;
    const before = calls[index - 1];
    const isSwitched = index > 0 && facts[place]?.[index - 1]?.family !== own.family;
    const isCold = before === undefined || isSwitched || at - before.at > (long ? own.longTtlMs : own.ttlMs);
    const prices = { read: own.read, write: long ? own.longWrite : own.write };
    const isBound = own.reasoning.bound !== "never";
    const beside = Math.round(readAround(fit, place) / fit.factor);
    return { prices, isCold, isBound, isLong: long, beside, opens: true, bill: null };
  });
}

/** The part of each call that begins the next one, on average. */
function computeKeptShare(lanes: readonly (readonly PricedCall[])[]): number {
  const parts = lanes.flatMap((calls) =>
    calls.slice(1).flatMap(({ shared }, index) => {
      const before = calls[index]?.tokens ?? 0;
      return before === 0 ? [] : [Math.min(1, shared / before)];
    }),
  );
  return parts.length === 0 ? 1 : sum(parts) / parts.length;
}

export function findLongest(lanes: readonly LaneHistory[]): number {
  const lengths = lanes.map(({ calls }) => calls.length);
  return lengths.indexOf(Math.max(...lengths));
}
