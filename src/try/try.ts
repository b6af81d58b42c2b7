/** Sends a past history again under other policies: what each would have cost, and missed. */
import { basename } from "node:path";
import { trackTurns } from "../agent/active-turns.js";
import { importFile } from "../compose/import/import-file.js";
import { makeEngineContext } from "../compose/options.js";
import { ClewError } from "../core/errors.js";
import { parseSessionKey, type SessionKey, type Tokens } from "../core/log/keys.js";
import type { ModelFacts } from "../core/model/facts/model-facts.js";
import { estimateCachedSpend } from "../core/model/prefix-cache.js";
import { readAccount } from "../core/model/read-account.js";
import { type Budget, makeBudget } from "../core/policy/budget.js";
import type { Policy } from "../core/policy/policy.js";
import { balanced } from "../core/policy/presets/balanced.js";
import type { LogStore } from "../core/ports/index.js";
import { countTokens } from "../core/text/tokens/count-tokens.js";
import type { Verdict } from "../core/view/verdict.js";
import type { Engine } from "../engine/engine.js";
import { sha256 } from "../platform/crypto.js";
import { makeMemoryStore } from "../stores/memory/memory-store.js";
import {
  type Count,
  compareVerdicts,
  countFates,
  type Difference,
  type Fate,
  type ResentResult,
  rankResentResults,
} from "./differences.js";
import { type LaneHistory, readLaneHistories } from "./history.js";
import {
  assumed,
  type Cost,
  computeFit,
  type Fit,
  listCallModels,
  noFit,
  type PaidCost,
  resolveModelFacts,
  sumCosts,
  sumPaidCalls,
} from "./paid.js";
import { collectQuotes, type Quote, type QuotesShown } from "./quotes.js";
import { type ReplayedLane, replayLane } from "./replay.js";
import { sum } from "./sums.js";

export interface TryOptions {
  readonly policies: readonly Policy[];
  /** The model's window; by default that of the table of models, but no more than programs use of it. */
  readonly window: Tokens | undefined;
  /** Receives the name of the policy that is being replayed. */
  readonly onProgress: (what: string) => void;
}

export interface Trial {
  readonly format: string;
  readonly lanes: number;
  readonly calls: number;
  readonly from: number;
  readonly to: number;
  /** The models by name, most used first. */
  readonly models: readonly string[];
  readonly facts: ModelFacts;
  readonly window: Tokens;
  /** How estimates were converted into counts; null if there are too few counters. */
  readonly fit: Fit | null;
  /** Null without counters. */
  readonly paid: PaidCost | null;
  /** The whole history on every call, whatever the window. */
  readonly full: PolicyTrial;
  readonly policies: readonly PolicyTrial[];
  /** Between the first two policies, on the last call of the longest lane; null with one policy. */
  readonly difference: Difference | null;
  readonly resent: readonly ResentResult[];
  /** Records that could not be read. */
  readonly bad: number;
}

export interface PolicyTrial extends Cost {
  readonly name: string;
  /** The part of the previous view that each view begins with, on average. */
  readonly kept: number;
  /** Calls for which the window is too small. */
  readonly tooSmall: number;
  readonly compactions: number;
  /** Of the values that a call quotes from before it: how many its own view showed with their lines. */
  readonly quotes: QuotesShown;
  /** On the last call of the longest lane. */
  readonly last: Fate;
}

/** What programs use of a larger window, until their calls show that they use more. */
const usualWindow: Tokens = 200_000;
const wideWindow: Tokens = 1_000_000;
const endless: Tokens = 1_000_000_000;

const noFate: Fate = { full: 0, shortened: 0, summarised: 0, leftOut: 0 };

/** Nothing is ever reduced. */
const wholeHistory: Policy = Object.freeze<Policy>({
  ...balanced,
  name: "full history",
  layers: ["instructions", "persona", "recent", "message"],
  past: { kind: "compacting", prefix: "epoch", summary: null },
  reductions: {},
  streamBytes: Number.POSITIVE_INFINITY,
  spillOver: Number.POSITIVE_INFINITY,
  summariseAt: 1,
});

export async function tryFile(path: string, options: TryOptions): Promise<Trial> {
  const store = makeMemoryStore({ hash: sha256 });
  const engine = await assembleTrialEngine(store, balanced, makeBudget());
  options.onProgress("reading");
  const { format, bad } = await importFile(engine, path, { isEnded: true });
  return tryHistory({ engine, options, format, bad: bad.length }, null, basename(path));
}

/** Reads the log and writes nothing to it. */
export async function trySession(path: string, session: string, options: TryOptions): Promise<Trial> {
  const { openSqliteStore } = await import("../stores/sqlite/sqlite-store.js");
  const store = openSqliteStore({ path, hash: sha256 });
  try {
    const engine = await assembleTrialEngine(store, balanced, makeBudget());
    const key = parseSessionKey(session);
    if ((await store.lanes({ owner: engine.owner, session: key })).length === 0) {
      throw new ClewError("session/unknown", `There is no file and no session ${session}`, {
        hint: "Check the path; clew sessions lists the sessions",
      });
    }
    const window = options.window ?? (await findLastWindow(engine, key));
    return await tryHistory({ engine, options: { ...options, window }, format: "clew", bad: 0 }, key, session);
  } finally {
    await store.close();
  }
}

/** The window of the session's last call; undefined if none was made. */
async function findLastWindow({ store, owner, receipts }: Engine, session: SessionKey): Promise<Tokens | undefined> {
  for (const { ref } of await store.lanes({ owner, session })) {
    const { lastReceipt } = await store.read(ref, { limit: 0 });
    const found = lastReceipt === null ? null : await receipts.findSound(ref, lastReceipt);
    if (found !== null) return found.receipt.window;
  }
  return undefined;
}

interface Work {
  readonly engine: Engine;
  readonly options: TryOptions;
  readonly format: string;
  readonly bad: number;
}

async function tryHistory(
  { engine, options, format, bad }: Work,
  session: SessionKey | null,
  name: string,
): Promise<Trial> {
  const lanes = await readLaneHistories(engine.store, engine.owner, session);
  if (lanes.length === 0) {
    throw new ClewError("import/bad", `${name} holds no call of a model`, {
      hint: "Give a transcript in which an agent answers; clew import takes in any other",
    });
  }
  const quotes = lanes.map(collectQuotes);
  const replay = makeReplayer(engine, lanes, quotes, options);
  const whole = await replay(wholeHistory, endless);
  const sizes = whole.map(({ calls }) => calls.map(({ tokens }) => tokens));
  const found = computeFit(lanes, sizes);
  const fit = found ?? noFit;
  const paid = sumPaidCalls(lanes);
  const models = listModelNames(lanes);
  const facts = resolveModelFacts(models[0] ?? null);
  const window = options.window ?? chooseWindow(facts, paid);
  const judge = makeJudge(lanes, fit, paid?.long ?? false, window);
  const replayed: { readonly policy: Policy; readonly lanes: readonly ReplayedLane[] }[] = [];
  for (const policy of options.policies) {
    replayed.push({ policy, lanes: await replay(policy, computeRoom(window, fit)) });
  }
  const longest = findLongest(lanes);
  const verdictsOf = (place: number): readonly Verdict[] => replayed[place]?.lanes[longest]?.verdicts ?? [];
  const times = lanes.flatMap(({ calls }) => calls.map(({ at }) => at));
  const lane = lanes[longest];
  const count = makeCounter(engine, fit);
  return {
    format,
    lanes: lanes.length,
    calls: times.length,
    from: Math.min(...times),
    to: Math.max(...times),
    models,
    facts,
    window,
    fit: found,
    paid,
    full: judge(wholeHistory.name, whole),
    policies: replayed.map((each) => judge(each.policy.name, each.lanes)),
    difference:
      lane === undefined || replayed.length < 2 ? null : compareVerdicts(lane, verdictsOf(0), verdictsOf(1), count),
    resent: rankResentResults(lanes, count),
    bad,
  };
}

function chooseWindow({ window }: ModelFacts, paid: PaidCost | null): Tokens {
  const usual = Math.min(window ?? usualWindow, usualWindow);
  return paid !== null && paid.largest > usual ? wideWindow : usual;
}

function makeCounter({ fns }: Engine, { factor }: Fit): Count {
  return (text) => Math.round(factor * (typeof text === "string" ? countTokens(text, fns.calibration) : text.tokens));
}

/** The room in our own tokens, without what no transcript contains. */
function computeRoom(window: Tokens, { factor, around }: Fit): Tokens {
  return Math.max(1_024, Math.floor((window - around) / factor));
}

function makeReplayer(
  engine: Engine,
  lanes: readonly LaneHistory[],
  quotes: readonly (readonly (readonly Quote[])[])[],
  { onProgress }: TryOptions,
) {
  return async (policy: Policy, window: Tokens): Promise<readonly ReplayedLane[]> => {
    const own: Engine = { ...engine, policy, budget: makeBudget({ window }) };
    const replayed: ReplayedLane[] = [];
    for (const lane of lanes) {
      onProgress(`${policy.name}, ${replayed.length + 1} of ${lanes.length}`);
      replayed.push(await replayLane(own, lane, quotes[replayed.length] ?? []));
    }
    return replayed;
  };
}

type Judge = (name: string, replayed: readonly ReplayedLane[]) => PolicyTrial;

function makeJudge(lanes: readonly LaneHistory[], fit: Fit, long: boolean, window: Tokens): Judge {
  const facts = lanes.map((lane) => listCallModels(lane).map(resolveModelFacts));
  const warm = lanes.map(({ calls }) =>
    calls.map(({ usage }) => Math.min(fit.around, readAccount(usage)?.spent.read ?? 0)),
  );
  const longest = findLongest(lanes);
  const isFitted = fit !== noFit;
  const counted = (tokens: Tokens) => (tokens === 0 ? 0 : Math.round(tokens * fit.factor) + fit.around);
  return (name, replayed) => {
    const priced = replayed.map((lane, place) =>
      lane.calls.map(({ at, tokens, shared }, index) => ({
        at,
        tokens: counted(tokens),
        shared: Math.min(counted(tokens), index === 0 ? 0 : Math.round(shared * fit.factor) + fit.around),
        warm: warm[place]?.[index] ?? 0,
        facts: facts[place]?.[index] ?? assumed,
      })),
    );
    // If the paid cost is known, compares only the calls for which it is.
    const isCompared = lanes.map(({ calls }) => calls.map(({ usage }) => !isFitted || readAccount(usage) !== null));
    const spent = priced.flatMap((calls, place) =>
      estimateCachedSpend(calls, long)
        .map((each, index) => ({ spent: each, facts: calls[index]?.facts ?? assumed }))
        .filter((_each, index) => isCompared[place]?.[index]),
    );
    const all = replayed.flatMap((lane) => lane.calls);
    const over = name === wholeHistory.name ? priced.flat().filter(({ tokens }) => tokens > window).length : 0;
    const lane = lanes[longest];
    return {
      name,
      ...sumCosts(spent),
      kept: computeKeptShare(priced),
      tooSmall: over + all.filter(({ fits }) => !fits).length,
      compactions: all.filter(({ compacted }) => compacted).length,
      quotes: {
        all: sum(replayed.map(({ quotes }) => quotes.all)),
        shown: sum(replayed.map(({ quotes }) => quotes.shown)),
      },
      last: lane === undefined ? noFate : countFates(lane, replayed[longest]?.verdicts ?? []),
    };
  };
}

/** The part of each call that begins the next one, on average. */
function computeKeptShare(lanes: readonly (readonly { readonly tokens: Tokens; readonly shared: Tokens }[])[]): number {
  const parts = lanes.flatMap((calls) =>
    calls.slice(1).flatMap(({ shared }, index) => {
      const before = calls[index]?.tokens ?? 0;
      return before === 0 ? [] : [Math.min(1, shared / before)];
    }),
  );
  return parts.length === 0 ? 1 : sum(parts) / parts.length;
}

function findLongest(lanes: readonly LaneHistory[]): number {
  const lengths = lanes.map(({ calls }) => calls.length);
  return lengths.indexOf(Math.max(...lengths));
}

function listModelNames(lanes: readonly LaneHistory[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const name of lanes.flatMap(listCallModels)) if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([name]) => name);
}

async function assembleTrialEngine(store: LogStore, policy: Policy, budget: Budget): Promise<Engine> {
  const engine = await makeEngineContext({ timeZone: "UTC" }, store, trackTurns().presence);
  return { ...engine, policy, budget };
}
