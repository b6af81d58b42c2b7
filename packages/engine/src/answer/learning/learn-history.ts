/** Lets the fast model read what it was not asked about yet, imports too: only where somebody asks for that, and knows the price. */
import { ClewError } from "@clewline/core/errors.js";
import { isChildLane } from "@clewline/core/log/child-lane.js";
import type { SessionKey, Tokens } from "@clewline/core/log/keys.js";
import { writeBatchPrompt } from "@clewline/core/memory/model/batch-prompt.js";
import { listGaps } from "@clewline/core/memory/stretch.js";
import type { ShortCall } from "@clewline/core/model/call-usage.js";
import { findModelFacts } from "@clewline/core/model/facts/find-facts.js";
import { countSentTokens, priceTokens, type SpentTokens } from "@clewline/core/model/prices.js";
import { readAccount } from "@clewline/core/model/read-account.js";
import type { TextModel } from "@clewline/core/ports/index.js";
import { countTokens } from "@clewline/text/tokens/count-tokens.js";
import type { Engine } from "../../engine.js";
import { walkSessions } from "../../read/sessions/all-sessions.js";
import {
  askAboutBatch,
  type BatchOutcome,
  type FullBatch,
  isFull,
  mostAnswerTokens,
  prepareBatch,
} from "./ask-batch.js";
import { learnAll } from "./learn-all.js";
import { noteLearned } from "./note-learned.js";
import { type LaneBatch, listUnread } from "./unread-batches.js";

/** The account of a reading: the fast model was asked about this, or with `dryRun` would be. */
export interface LearnReport {
  /** Messages that it reads. */
  readonly messages: number;
  /** Messages that it was not asked about, and is not this time. */
  readonly left: number;
  /** Calls of the model. */
  readonly calls: number;
  /** The tokens that are sent and written: estimated for a dry run, and where the provider tells nothing. */
  readonly tokens: { readonly input: Tokens; readonly output: Tokens };
  /** The price of that; null where nobody knows what the model costs. */
  readonly dollars: number | null;
  /** The price if every answer is as long as it may be. Each call is made at most twice. */
  readonly mostDollars: number | null;
  /** As `provider:model`; null for a function of your own. */
  readonly model: string | null;
  /** Changes of memories, each of which can be undone. */
  readonly changes: number;
  /** Why it stopped early; null where it did not. What was read stays read. */
  readonly failed: string | null;
}

/** How much of what it was not asked about the fast model reads. */
export interface LearnOptions {
  /** Counts and prices, and changes nothing. */
  readonly dryRun?: boolean | undefined;
  /** Messages that are read at most: 500 by default. The next time goes on behind them. */
  readonly limit?: number | undefined;
  /** Only this chat. */
  readonly session?: string | undefined;
  /** Told after each call. */
  readonly onProgress?: ((done: { readonly messages: number }) => void) | undefined;
  /** Stops it; what was read stays read. */
  readonly signal?: AbortSignal | undefined;
}

interface LearnWish extends Omit<LearnOptions, "session"> {
  readonly session: SessionKey | null;
}

const usualLimit = 500;
/** The tokens that a model writes about a batch, as measured. */
const usualAnswerTokens = 150;

export async function learnHistory(engine: Engine, wish: LearnWish): Promise<LearnReport> {
  const { dryRun = false, limit = usualLimit, session, onProgress, signal = new AbortController().signal } = wish;
  const { fastModel } = engine;
  if (!(dryRun || (fastModel !== null && engine.memory))) throw makeMissingError();
  await engine.learning.finished();
  if (!dryRun) await learnAll(engine, signal);
  const tally = makeTally(engine);
  for await (const batch of walkUnread(engine, session)) {
    const room = tally.isStopped() || signal.aborted ? 0 : limit - tally.messages();
    const part = cutBatch(batch, room);
    tally.leave(batch.messages.length - (part?.messages.length ?? 0));
    if (part === null) continue;
    if (!isFull(part)) {
      if (!dryRun) await noteLearned(engine, part.ref, { ...part.stretch, by: "model" });
    } else if (dryRun || fastModel === null) {
      tally.expect(await countPrompt(engine, part), part.messages.length);
    } else if (await wasAsked(engine, part)) {
      // Another program reads the same history: it has paid for this batch.
    } else if (tally.add(await askTwice(engine, fastModel, part, signal), part.messages.length)) {
      await noteLearned(engine, part.ref, { ...part.stretch, by: "model" });
      onProgress?.({ messages: tally.messages() });
    }
  }
  return tally.report();
}

function makeMissingError(): ClewError {
  return new ClewError("options/bad", "No model learns in this log", {
    hint: "Give openClew a fastModel, or name one as fast_model in clew.toml, and leave memory on",
  });
}

async function* walkUnread(engine: Engine, session: SessionKey | null): AsyncGenerator<LaneBatch, void> {
  for await (const each of walkSessions(engine)) {
    if (session !== null && each.session !== session) continue;
    const { asked } = await engine.memories.read({ kind: "session", session: each.session });
    for (const { ref, entries } of await engine.store.lanes({ owner: engine.owner, session: each.session })) {
      if (isChildLane(ref.lane)) continue;
      yield* listUnread(engine, ref, listGaps(asked.get(ref.lane) ?? [], entries));
    }
  }
}

async function wasAsked({ memories }: Engine, { ref, stretch }: LaneBatch): Promise<boolean> {
  const { asked } = await memories.read({ kind: "session", session: ref.session });
  return listGaps(asked.get(ref.lane) ?? [], stretch.through).every(({ through }) => through < stretch.from);
}

/** Null where there is no room for any of its messages. */
function cutBatch(batch: LaneBatch, room: number): LaneBatch | null {
  const { messages, stretch } = batch;
  const next = messages[Math.max(0, room)];
  if (next === undefined) return room > 0 ? batch : null;
  if (room <= 0) return null;
  return { ...batch, messages: messages.slice(0, room), stretch: { ...stretch, through: next.entry.seq - 1 } };
}

async function countPrompt(engine: Engine, batch: FullBatch): Promise<Tokens> {
  const { system, text } = writeBatchPrompt(await prepareBatch(engine, batch));
  return countTokens(`${system}\n${text}`, engine.fns.calibration);
}

/** Once more where it fails. */
async function askTwice(
  engine: Engine,
  fastModel: TextModel<AbortSignal>,
  batch: FullBatch,
  signal: AbortSignal,
): Promise<readonly BatchOutcome[]> {
  const first = await askAboutBatch(engine, fastModel, batch, signal);
  return first.kind === "failed" ? [first, await askAboutBatch(engine, fastModel, batch, signal)] : [first];
}

interface Tally {
  /** Whether the batch was read. */
  add(outcomes: readonly BatchOutcome[], messages: number): boolean;
  expect(input: Tokens, messages: number): void;
  leave(messages: number): void;
  messages(): number;
  isStopped(): boolean;
  report(): LearnReport;
}

function makeTally({ models, fastModelName: model }: Pick<Engine, "models" | "fastModelName">): Tally {
  let [messages, left, calls, input, output, changes] = [0, 0, 0, 0, 0, 0];
  let [dollars, mostDollars]: [number | null, number | null] = [0, 0];
  let failed: string | null = null;
  let isStopped = false;
  const price = (name: string | null, spent: SpentTokens) => {
    const facts = findModelFacts(name, models);
    const { input: sent, output: written } = priceTokens(spent, facts);
    return facts.known ? sent + written : null;
  };
  const spend = (name: string | null, spent: SpentTokens, most: SpentTokens) => {
    const [own, highest] = [price(name, spent), price(name, most)];
    calls += 1;
    input += countSentTokens(spent);
    output += spent.output;
    dollars = dollars === null || own === null ? null : dollars + own;
    mostDollars = mostDollars === null || highest === null ? null : mostDollars + highest;
  };
  const pay = ({ usage, estimated }: ShortCall) => {
    const account = usage.map((each) => readAccount(each)).find((each) => each !== null);
    const spent = account?.spent ?? makeSpent(estimated, 0);
    spend(account?.model ?? model, spent, spent);
  };
  return {
    add(outcomes, count) {
      for (const outcome of outcomes) if (outcome.kind !== "stopped") pay(outcome.cost);
      const last = outcomes.at(-1);
      if (last?.kind === "read") {
        messages += count;
        changes += last.changes;
        return true;
      }
      left += count;
      isStopped = true;
      if (last?.kind === "failed") failed = last.why;
      return false;
    },
    expect(tokens, count) {
      messages += count;
      spend(model, makeSpent(tokens, usualAnswerTokens), makeSpent(tokens, mostAnswerTokens));
    },
    leave(count) {
      left += count;
    },
    messages: () => messages,
    isStopped: () => isStopped,
    report: () => ({
      ...{ messages, left, calls, tokens: { input, output }, dollars, mostDollars },
      ...{ model, changes, failed },
    }),
  };
}

function makeSpent(fresh: Tokens, output: Tokens): SpentTokens {
  return { fresh, read: 0, written: 0, writtenLong: 0, output };
}
