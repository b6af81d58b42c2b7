/** Finds the largest avoidable costs of a history: tokens sent repeatedly, and tokens that a cache had to reread. */
import type { Tokens } from "../../log/keys.js";
import { countBilledInput, countSentTokens, type SpentTokens } from "../prices.js";
import { listBreaks } from "./breaks.js";
import { fitCounts } from "./fit-counts.js";
import { type CallContext, followLane, type LaneCalls, type LaneStep } from "./lane-steps.js";

/** One avoidable cost. Those of one history overlap: text outside a smaller window need not be cleared. */
export interface Advice {
  /**
   * `results`: results of tools, and long inputs, that were sent again after the model had read them. `breaks`: a prefix that
   * the cache had or could have had, and that was paid in full. `instructions`: instructions and tools above 10,000 tokens.
   * `window`: tokens that a call sent above 100,000.
   */
  readonly kind: "results" | "breaks" | "instructions" | "window";
  /** For results the tool, for breaks the cause; null for the others. */
  readonly of: string | null;
  /** Its cost in dollars. */
  readonly dollars: number;
  /** Its part of the cost of all requests, from 0 to 1. */
  readonly part: number;
  /** How many results, breaks or calls it is about. */
  readonly count: number;
  /** Their tokens together, each counted once. */
  readonly tokens: Tokens;
  /** Tokens that were sent again, or paid in full, over all calls. */
  readonly again: Tokens;
}

/** Instructions and tools below this are not worth shortening. */
const fairInstructions: Tokens = 10_000;
/** Up to here, an agent fills its window with the text that it works on. */
const fairWindow: Tokens = 100_000;

/** Each lane as its steps, in order. The dearest first; nothing that cost nothing. */
export function advise(lanes: readonly (readonly LaneStep[])[]): readonly Advice[] {
  const all = lanes.map(followLane);
  const paid = sum(
    all.flatMap(({ calls }) => calls).map(({ spent, facts }) => price(countBilledInput(spent, facts), facts.input)),
  );
  const found: readonly Cost[] = [
    ...all.flatMap(listResent),
    ...all
      .flatMap(({ calls }) => listBreaks(calls))
      .map(({ cause, ...each }) => ({ kind: "breaks" as const, of: cause, ...each })),
    ...all.flatMap((lane) => [...listOversized(lane), ...listAbove(lane.calls)]),
  ];
  const groups = new Map<string, Advice>();
  for (const { kind, of, dollars, count, tokens, again } of found) {
    const key = `${kind} ${of}`;
    const before = groups.get(key) ?? { kind, of, dollars: 0, part: 0, count: 0, tokens: 0, again: 0 };
    groups.set(key, {
      ...before,
      dollars: before.dollars + dollars,
      count: before.count + count,
      tokens: before.tokens + tokens,
      again: before.again + again,
    });
  }
  return [...groups.values()]
    .filter(({ dollars }) => dollars > 0)
    .map((each) => ({ ...each, part: paid === 0 ? 0 : each.dollars / paid }))
    .sort((a, b) => b.dollars - a.dollars);
}

type Cost = Omit<Advice, "part">;

/** A result has to be sent once. From then on it costs as much as the cache takes for reading it. */
function listResent(lane: LaneCalls): readonly Cost[] {
  const { calls, stays } = lane;
  const { factors } = fitCounts(lane);
  // The cost of reading one token in all calls up to a place.
  const rates = [0];
  for (const { facts } of calls) rates.push((rates.at(-1) ?? 0) + price(facts.read, facts.input));
  return stays.flatMap(({ item, from, to }): readonly Cost[] => {
    const { tool } = item;
    if (tool === null || to <= from) return [];
    const tokens = item.tokens * (factors[from] ?? 1);
    const again = tokens * (to - from - 1);
    const dollars = tokens * ((rates[to] ?? 0) - (rates[from + 1] ?? 0));
    return [{ kind: "results", of: tool, count: 1, tokens, again, dollars }];
  });
}

/** Instructions and tools come first in every request, so that a cache has them if it has anything. */
function listOversized(lane: LaneCalls): readonly Cost[] {
  const { around: usual } = fitCounts(lane);
  const large = lane.calls.flatMap(({ spent, facts, around = usual }) => {
    const tokens = around - fairInstructions;
    return tokens > 0 ? [{ tokens, dollars: price(tokens * pickRate(spent, facts), facts.input) }] : [];
  });
  if (large.length === 0) return [];
  const tokens = large.reduce((most, each) => Math.max(most, each.tokens), 0);
  const [again, dollars] = [sum(large.map((each) => each.tokens)), sum(large.map((each) => each.dollars))];
  return [{ kind: "instructions", of: null, count: large.length, tokens, again, dollars }];
}

function listAbove(calls: readonly CallContext[]): readonly Cost[] {
  const above = calls.map(({ spent, facts }) => {
    const tokens = Math.max(0, countSentTokens(spent) - fairWindow);
    return { tokens, dollars: price(tokens * facts.read, facts.input) };
  });
  const large = above.filter(({ tokens }) => tokens > 0);
  if (large.length === 0) return [];
  const again = sum(large.map(({ tokens }) => tokens));
  const most = large.reduce((largest, { tokens }) => Math.max(largest, tokens), 0);
  const dollars = sum(large.map((each) => each.dollars));
  return [{ kind: "window", of: null, count: large.length, tokens: most, again, dollars }];
}

/** Picks the price of a request's beginning, as a multiple of the plain price. */
function pickRate({ read, written, writtenLong }: SpentTokens, facts: CallContext["facts"]): number {
  if (read > 0) return facts.read;
  if (writtenLong > 0) return facts.longWrite;
  return written > 0 ? facts.write : 1;
}

function price(tokens: Tokens, dollarsPerMillion: number): number {
  return (tokens * dollarsPerMillion) / 1_000_000;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
