/** A history that is ready to be sent again: its lanes, what their calls quote, and what the whole of it would have taken. */
import type { Tokens } from "@clewline/core/log/keys.js";
import type { ModelFacts } from "@clewline/core/model/facts/model-facts.js";
import { makeBudget } from "@clewline/core/policy/budget.js";
import type { Policy } from "@clewline/core/policy/policy.js";
import { fitForClients } from "@clewline/core/policy/policy.js";
import { balanced } from "@clewline/core/policy/presets/balanced.js";
import type { Engine } from "@clewline/engine/engine.js";
import type { LaneHistory } from "./history.js";
import { listCallCosts, type Terms } from "./judge.js";
import { computeFit, type Fit, listCallModels, noFit, type PaidCost, resolveModelFacts, sumPaidCalls } from "./paid.js";
import { collectQuotes, type Quote } from "./quotes.js";
import { measureWholeLane, type ReplayedLane, replayLane, type WholeLane } from "./replay.js";

export interface Preparation {
  readonly engine: Engine;
  readonly lanes: readonly LaneHistory[];
  /** Whether a program of its own sent the calls; then they are sent again as the gateway would. */
  readonly isOfClient: boolean;
  /** Of each call of each lane. */
  readonly quotes: readonly (readonly (readonly Quote[])[])[];
  /** The whole history on every call, whatever the window. */
  readonly whole: readonly WholeLane[];
  /** How estimates are converted into counts; null if there are too few counters. */
  readonly fit: Fit | null;
  /** Null without counters. */
  readonly paid: PaidCost | null;
  /** The models by name, most used first. */
  readonly models: readonly string[];
  readonly facts: ModelFacts;
}

/** Programs use this much of a larger window, until their calls show that they use more. */
const usualWindow: Tokens = 200_000;
const wideWindow: Tokens = 1_000_000;
const endless: Tokens = 1_000_000_000;

/** A policy that never reduces anything. */
const wholeHistory: Policy = Object.freeze<Policy>({
  ...balanced,
  name: "full history",
  layers: ["instructions", "persona", "recent", "message"],
  past: { kind: "compacting", prefix: "epoch", summary: null },
  reductions: {},
  streamBytes: Number.POSITIVE_INFINITY,
  spillOver: Number.POSITIVE_INFINITY,
  missCost: Number.POSITIVE_INFINITY,
  outlineOver: Number.POSITIVE_INFINITY,
  summariseAt: 1,
});

export async function prepareTrial(engine: Engine, lanes: readonly LaneHistory[]): Promise<Preparation> {
  const quotes = lanes.map(collectQuotes);
  const own: Engine = { ...engine, policy: wholeHistory, budget: makeBudget({ window: endless }) };
  const whole: WholeLane[] = [];
  for (const [place, lane] of lanes.entries()) whole.push(await measureWholeLane(own, lane, quotes[place] ?? []));
  const sizes = whole.map(({ calls }) => calls.map(({ tokens }) => tokens));
  const models = listModelNames(lanes);
  return {
    engine,
    lanes,
    isOfClient: !lanes.some(({ calls }) => calls.some(({ view }) => view?.hasNow === true)),
    quotes,
    whole,
    fit: computeFit(lanes, sizes),
    paid: sumPaidCalls(lanes),
    models,
    facts: resolveModelFacts(models[0] ?? null),
  };
}

export interface TermOptions {
  /** The model's window; by default that of the table of models, but no more than programs use of it. */
  readonly window?: Tokens | undefined;
  /** Other prices and rules of the cache than those of the models that were used. */
  readonly prices?: Partial<ModelFacts>;
  /** Whether the cache is written with the longer lifetime; by default as it was. */
  readonly long?: boolean;
}

export function makeTerms({ lanes, fit, paid, facts }: Preparation, { window, prices, long }: TermOptions): Terms {
  const priceModel = (name: string | null) => ({ ...resolveModelFacts(name), ...prices });
  return {
    lanes,
    fit: fit ?? noFit,
    facts: lanes.map((lane) => listCallModels(lane).map(priceModel)),
    long: long ?? paid?.long ?? false,
    window: window ?? chooseWindow(facts, paid),
  };
}

/** Sends every call again under a policy. */
export async function replayPolicy(
  { engine, lanes, quotes, isOfClient }: Preparation,
  policy: Policy,
  terms: Terms,
  onLane: (place: number) => void = () => undefined,
): Promise<readonly ReplayedLane[]> {
  const window = computeRoom(terms.window, terms.fit);
  const own: Engine = {
    ...engine,
    policy: isOfClient ? fitForClients(policy) : policy,
    budget: makeBudget({ window }),
  };
  const replayed: ReplayedLane[] = [];
  for (const [place, lane] of lanes.entries()) {
    onLane(place);
    const costs = listCallCosts(place, terms);
    replayed.push(await replayLane(own, lane, { quotes: quotes[place] ?? [], costs, isOfClient }));
  }
  return replayed;
}

function chooseWindow({ window }: ModelFacts, paid: PaidCost | null): Tokens {
  const usual = Math.min(window ?? usualWindow, usualWindow);
  return paid !== null && paid.largest > usual ? wideWindow : usual;
}

/** The room in our own tokens, without instructions and tools, which no transcript contains. */
function computeRoom(window: Tokens, { factor, around }: Fit): Tokens {
  return Math.max(1_024, Math.floor((window - around) / factor));
}

function listModelNames(lanes: readonly LaneHistory[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const name of lanes.flatMap(listCallModels)) if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([name]) => name);
}
