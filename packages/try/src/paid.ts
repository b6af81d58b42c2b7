/** Reads what the calls of a history cost by their own counters, and compares these with our estimates. */
import type { Tokens } from "@clewline/core/log/keys.js";
import { findModelFacts } from "@clewline/core/model/facts/find-facts.js";
import type { ModelFacts } from "@clewline/core/model/facts/model-facts.js";
import { countBilledInput, countSentTokens, priceTokens, type SpentTokens } from "@clewline/core/model/prices.js";
import { readAccount, readCountedCall } from "@clewline/core/model/read-account.js";
import type { LaneHistory } from "./history.js";
import { pickLargest, sum } from "./sums.js";

/** The cost of one way to send the calls. */
export interface Cost {
  /** Tokens of all requests together. */
  readonly sent: Tokens;
  readonly largest: Tokens;
  /** The same, converted into tokens at the plain input price. */
  readonly billed: Tokens;
  /** The part of the sent tokens that came from the cache, from 0 to 1. */
  readonly fromCache: number;
  /** For everything that was sent. */
  readonly dollars: number;
}

export interface PaidCost extends Cost {
  /** Calls with counters. */
  readonly counted: number;
  readonly output: Tokens;
  readonly outputDollars: number;
  /** Whether the cache was written for an hour. */
  readonly long: boolean;
}

/** Converts our estimate of a view into the provider's count: `factor` times it, plus `around`. */
export interface Fit {
  readonly factor: number;
  /** Instructions and tools, which no transcript contains. */
  readonly around: Tokens;
  /** The same of each lane, because a subagent has instructions and tools of its own. */
  readonly lanes: readonly Tokens[];
}

/** Of one lane, by its place. */
export function readAround({ around, lanes }: Fit, place: number): Tokens {
  return lanes[place] ?? around;
}

/** The assumption for an unknown model: what most transcripts were made with. */
export const assumed: ModelFacts = { ...findModelFacts("claude-sonnet-4-5"), family: "" };

/** `findModelFacts`, with an assumption for unknown models. */
export function resolveModelFacts(model: string | null): ModelFacts {
  const facts = findModelFacts(model);
  return facts.known ? facts : assumed;
}

export const noFit: Fit = { factor: 1, around: 0, lanes: [] };

/** If a smaller part of the calls was counted, counters are per turn rather than per call. */
const leastCounted = 0.6;

/** Null where the history has no counters. */
export function sumPaidCalls(lanes: readonly LaneHistory[]): PaidCost | null {
  const accounts = lanes.flatMap(({ calls }) => calls.flatMap(({ usage }) => readCountedCall(usage) ?? []));
  if (accounts.length === 0) return null;
  const costs = accounts.map(({ model, spent }) => ({ facts: resolveModelFacts(model), spent }));
  return {
    ...sumCosts(costs),
    counted: accounts.length,
    output: sum(accounts.map(({ spent }) => spent.output)),
    outputDollars: sum(costs.map(({ facts, spent }) => priceTokens(spent, facts).output)),
    long: sum(accounts.map(({ spent }) => spent.writtenLong)) > sum(accounts.map(({ spent }) => spent.written)),
  };
}

export function sumCosts(calls: readonly { readonly spent: SpentTokens; readonly facts: ModelFacts }[]): Cost {
  const sent = sum(calls.map(({ spent }) => countSentTokens(spent)));
  return {
    sent,
    largest: pickLargest(calls.map(({ spent }) => countSentTokens(spent))),
    billed: Math.round(sum(calls.map(({ spent, facts }) => countBilledInput(spent, facts)))),
    fromCache: sent === 0 ? 0 : sum(calls.map(({ spent }) => spent.read)) / sent,
    dollars: sum(calls.map(({ spent, facts }) => priceTokens(spent, facts).input)),
  };
}

/** The model of each call: its own, or that of the call before. */
export function listCallModels({ calls }: LaneHistory): readonly (string | null)[] {
  let model: string | null = calls.flatMap(({ usage }) => readAccount(usage)?.model ?? [])[0] ?? null;
  return calls.map(({ usage }) => {
    model = readAccount(usage)?.model ?? model;
    return model;
  });
}

/**
 * `estimates` are those of the whole history, call by call. If this log made the view of a call, the call is compared
 * with that view. Null if too few calls were counted.
 */
export function computeFit(lanes: readonly LaneHistory[], estimates: readonly (readonly Tokens[])[]): Fit | null {
  const points = lanes.map((lane, place) => collectPoints(lane, estimates[place] ?? []));
  const calls = sum(lanes.map((lane) => lane.calls.length));
  const all = points.flat();
  if (all.length === 0 || all.length < calls * leastCounted) return null;
  const steps = points.flatMap((lane) =>
    lane.slice(1).map((point, index) => subtractPoint(lane[index] ?? point, point)),
  );
  const grown = steps.filter(({ counted, estimated }) => counted > 0 && estimated > 0);
  const ratio = sum(grown.map(({ counted }) => counted)) / sum(grown.map(({ estimated }) => estimated));
  const factor = grown.length === 0 ? 1 : Math.min(1.5, Math.max(0.5, ratio));
  const around = findAround(all, factor) ?? 0;
  return { factor, around, lanes: points.map((lane) => findAround(lane, factor) ?? around) };
}

/** Finds the tokens of calls besides their history; null if all of them were made after a summary. */
function findAround(points: readonly Point[], factor: number): Tokens | null {
  const whole = points.filter(({ isWhole }) => isWhole);
  if (whole.length === 0) return null;
  const beside = whole.map(({ counted, estimated, around }) => counted - factor * (estimated - around));
  return Math.max(0, Math.round(pickMiddle(beside)));
}

interface Point {
  readonly counted: Tokens;
  readonly estimated: Tokens;
  /** The part of it that no replay has. */
  readonly around: Tokens;
  /** Whether all that was estimated was sent. */
  readonly isWhole: boolean;
}

function collectPoints({ calls }: LaneHistory, estimates: readonly Tokens[]): readonly Point[] {
  return calls.flatMap(({ usage, since, view }, index) => {
    const account = readCountedCall(usage);
    const estimated = estimates[index];
    if (account === null || estimated === undefined) return [];
    const counted = countSentTokens(account.spent);
    if (view !== null) return [{ counted, estimated: view.tokens, around: view.around, isWhole: true }];
    return [{ counted, estimated, around: 0, isWhole: since === 0 }];
  });
}

function subtractPoint(before: Point, point: Point) {
  return { counted: point.counted - before.counted, estimated: point.estimated - before.estimated };
}

function pickMiddle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
