/** Sends a past history again under other policies: what each would have cost, and missed. */
import { basename } from "node:path";
import { trackTurns } from "@clewline/agent/active-turns.js";
import { importFile } from "@clewline/clewline/compose/import/import-file.js";
import { makeEngineContext } from "@clewline/clewline/compose/options.js";
import { ClewError } from "@clewline/core/errors.js";
import { parseSessionKey, type SessionKey, type Tokens } from "@clewline/core/log/keys.js";
import type { ModelFacts } from "@clewline/core/model/facts/model-facts.js";
import { type Budget, makeBudget } from "@clewline/core/policy/budget.js";
import { type Policy, readPrefix } from "@clewline/core/policy/policy.js";
import { balanced } from "@clewline/core/policy/presets/balanced.js";
import type { LogStore } from "@clewline/core/ports/index.js";
import type { Verdict } from "@clewline/core/view/verdict.js";
import type { Engine } from "@clewline/engine/engine.js";
import { sha256 } from "@clewline/platform/crypto.js";
import { makeMemoryStore } from "@clewline/store-kit/memory/memory-store.js";
import { countTokens } from "@clewline/text/tokens/count-tokens.js";
import { type Count, compareVerdicts, type Difference, type ResentResult, rankResentResults } from "./differences.js";
import { type LaneHistory, readLaneHistories } from "./history.js";
import { findLongest, judgePolicy, type PolicyTrial, type Terms } from "./judge.js";
import { makeClientRule, makeOracle } from "./limits.js";
import type { Fit, PaidCost } from "./paid.js";
import { makeTerms, type Preparation, prepareTrial, replayPolicy, type TermOptions } from "./preparation.js";
import type { ReplayedLane } from "./replay.js";
import { type PlainRule, simulateRule } from "./simulate.js";

export interface TryOptions extends TermOptions {
  readonly policies: readonly Policy[];
  /** Receives the name of the policy that is being replayed. */
  readonly onProgress: (what: string) => void;
  /** Of the transcript, if its content does not tell it. */
  readonly format?: string | undefined;
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
  /** The price that the program that made the calls would have paid by the same rules of the cache, with its own summaries. */
  readonly client: PolicyTrial;
  /** The saving of somebody who knows every later need. */
  readonly oracle: PolicyTrial;
  readonly policies: readonly PolicyTrial[];
  /** Between the first two policies, on the last call of the longest lane; null with one policy. */
  readonly difference: Difference | null;
  readonly resent: readonly ResentResult[];
  /** Policies, by name, that write the beginning of a view anew: in a history of an agent that is dear. */
  readonly unsuited: readonly string[];
  /** Records that could not be read. */
  readonly bad: number;
}

export async function tryFile(path: string, options: TryOptions): Promise<Trial> {
  options.onProgress("reading");
  const { format, bad, ...read } = await readTranscript(path, options.format);
  return tryHistory({ ...read, options, format, bad });
}

/** A transcript of any known format, ready to be sent again. */
export async function readTranscript(
  path: string,
  asked?: string,
): Promise<Preparation & Pick<Trial, "format" | "bad">> {
  const engine = await assembleTrialEngine(makeMemoryStore({ hash: sha256 }), balanced, makeBudget());
  const { format, bad } = await importFile(engine, path, {
    isEnded: true,
    ...(asked === undefined ? {} : { format: asked }),
  });
  return { ...(await prepareHistory(engine, null, basename(path))), format, bad: bad.length };
}

/** Reads the log and writes nothing to it. */
export async function trySession(path: string, session: string, options: TryOptions): Promise<Trial> {
  const { openSqliteStore } = await import("@clewline/sqlite/sqlite-store.js");
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
    const prepared = await prepareHistory(engine, key, session);
    return await tryHistory({ ...prepared, options: { ...options, window }, format: "clew", bad: 0 });
  } finally {
    await store.close();
  }
}

/** The window of the session's last call; undefined if none was made. */
async function findLastWindow({ store, owner, receipts }: Engine, session: SessionKey): Promise<Tokens | undefined> {
  for (const { ref } of await store.lanes({ owner, session })) {
    const { lastReceipt } = await store.read(ref, { limit: 0 });
    const found = lastReceipt === null ? null : await receipts.look(ref, lastReceipt);
    if (found !== null) return found.receipt.window;
  }
  return undefined;
}

async function prepareHistory(engine: Engine, session: SessionKey | null, name: string): Promise<Preparation> {
  const lanes = await readLaneHistories(engine, session);
  if (lanes.length > 0) return prepareTrial(engine, lanes);
  throw new ClewError("import/bad", `${name} holds no call of a model`, {
    hint: "Give a transcript in which an agent answers; clew import takes in any other",
  });
}

interface Work extends Preparation {
  readonly options: TryOptions;
  readonly format: string;
  readonly bad: number;
}

function judgeRule(rule: PlainRule, prepared: Preparation, terms: Terms): PolicyTrial {
  return judgePolicy(rule.name, simulateRule(prepared, rule, terms), terms, true);
}

async function tryHistory({ options, format, bad, ...prepared }: Work): Promise<Trial> {
  const { lanes, whole, fit, paid, models, facts, engine } = prepared;
  const terms = makeTerms(prepared, options);
  const replayed: { readonly policy: Policy; readonly lanes: readonly ReplayedLane[] }[] = [];
  for (const policy of options.policies) {
    const onLane = (place: number) => options.onProgress(`${policy.name}, ${place + 1} of ${lanes.length}`);
    replayed.push({ policy, lanes: await replayPolicy(prepared, policy, terms, onLane) });
  }
  const longest = findLongest(lanes);
  const verdictsOf = (place: number): readonly Verdict[] => replayed[place]?.lanes[longest]?.verdicts ?? [];
  const times = lanes.flatMap(({ calls }) => calls.map(({ at }) => at));
  const lane = lanes[longest];
  const count = makeCounter(engine, terms.fit);
  return {
    format,
    lanes: lanes.length,
    calls: times.length,
    from: Math.min(...times),
    to: Math.max(...times),
    models,
    facts,
    window: terms.window,
    fit,
    paid,
    full: judgePolicy("full history", whole, terms, true),
    client: judgeRule(makeClientRule(prepared), prepared, terms),
    oracle: judgeRule(makeOracle(prepared, terms), prepared, terms),
    policies: replayed.map((each) => judgePolicy(each.policy.name, each.lanes, terms, false)),
    difference:
      lane === undefined || replayed.length < 2 ? null : compareVerdicts(lane, verdictsOf(0), verdictsOf(1), count),
    resent: rankResentResults(lanes, count),
    unsuited: lanes.some(isOfAgent) ? options.policies.filter(isForChats).map(({ name }) => name) : [],
    bad,
  };
}

/** An agent's turns have several calls, so that the beginning of a view is sent again and again. */
function isOfAgent({ calls }: LaneHistory): boolean {
  return calls.some(({ number }) => number > 1);
}

function isForChats(policy: Policy): boolean {
  return readPrefix(policy) === "head";
}

function makeCounter({ fns }: Engine, { factor }: Fit): Count {
  return (text) => Math.round(factor * (typeof text === "string" ? countTokens(text, fns.calibration) : text.tokens));
}

async function assembleTrialEngine(store: LogStore, policy: Policy, budget: Budget): Promise<Engine> {
  const engine = await makeEngineContext({ timeZone: "UTC" }, store, trackTurns().presence);
  return { ...engine, policy, budget };
}
