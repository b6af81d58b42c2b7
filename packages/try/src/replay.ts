/** Replays the calls of a lane under a policy: the same entries, other views. Every call's view is made, as it would have been. */

import { type Entry, isFromModel, listParts } from "@clewline/core/log/entry.js";
import type { Instant, Tokens } from "@clewline/core/log/keys.js";
import { isOfLog } from "@clewline/core/log/own-tools.js";
import { countAvailableTokens } from "@clewline/core/policy/budget.js";
import type { LogStore } from "@clewline/core/ports/index.js";
import type { Receipt } from "@clewline/core/receipt/receipt.js";
import type { CallCosts } from "@clewline/core/view/snapshot.js";
import type { Verdict } from "@clewline/core/view/verdict.js";
import { makeView } from "@clewline/engine/answer/view.js";
import type { Engine } from "@clewline/engine/engine.js";
import { type MemoryLog, makeMemoryLog } from "@clewline/engine/intake/memories/memory-log.js";
import { makeSecretRegister } from "@clewline/engine/intake/secret-register.js";
import { makeReceiptCache } from "@clewline/engine/read/receipts.js";
import { countTokens } from "@clewline/text/tokens/count-tokens.js";
import type { LaneHistory, PastCall } from "./history.js";
import { makePastStore, type PastStore } from "./past-store.js";
import { type CallQuotes, countQuotes, makeQuoteCounter, type Quote } from "./quotes.js";
import { sum } from "./sums.js";

interface ReplayedCall {
  readonly at: Instant;
  /** 0 if the window is too small for the call. */
  readonly tokens: Tokens;
  /** How many of them begin the view before. */
  readonly shared: Tokens;
  readonly fits: boolean;
  readonly compacted: boolean;
  /** The values that it quotes, and the part of them that its view showed. */
  readonly quotes: CallQuotes;
  /** Answers with reasoning that its view showed whole; absent where no view was made. */
  readonly thoughts?: number;
  /** The tokens after the last mark for the provider's cache. */
  readonly unmarked?: Tokens;
  /** By kind of content; absent where no view was made. */
  readonly layers?: Receipt["layers"];
}

export interface ReplayedLane {
  readonly calls: readonly ReplayedCall[];
  /** The verdicts on the entries at the last call. */
  readonly verdicts: readonly Verdict[];
}

/** A lane whose history is never reduced. */
export interface WholeLane extends ReplayedLane {
  /** The tokens of all entries up to each place. */
  readonly sizes: readonly Tokens[];
}

export interface ReplayInput {
  /** Those of each call. */
  readonly quotes: readonly (readonly Quote[])[];
  /** The costs of each call, for policies that depend on them. */
  readonly costs: readonly CallCosts[];
  /** Whether a program of its own sends the calls, and marks them for the cache to their end. */
  readonly isOfClient: boolean;
}

export async function replayLane(
  base: Engine,
  lane: LaneHistory,
  { quotes, costs, isOfClient }: ReplayInput,
): Promise<ReplayedLane> {
  const replay = makeReplay(base, lane);
  const countShown = makeQuoteCounter(replay.textOf);
  const calls: ReplayedCall[] = [];
  const marksAll = isOfClient || lane.entries.some((entry) => entry.kind === "called" && !isOfLog(entry.tool));
  let before: Receipt | null = null;
  let verdicts: readonly Verdict[] = [];
  for (const [index, call] of lane.calls.entries()) {
    const receipt: Receipt | null = await replay.view(call, costs[index]);
    const quoted = countShown(quotes[index] ?? [], receipt?.chunks ?? []);
    const thoughts = receipt === null ? 0 : countThoughts(lane, receipt.verdicts);
    const unmarked = marksAll || call.number > 1 ? 0 : countRenewed(receipt);
    calls.push({ ...makeReplayedCall(replay, before, call, receipt), quotes: quoted, thoughts, unmarked });
    before = receipt;
    verdicts = receipt?.verdicts ?? verdicts;
  }
  return { calls, verdicts };
}

/** Without a tool call, marks end before the part that is renewed with every call, and the message comes after that. */
function countRenewed(receipt: Receipt | null): Tokens {
  const { memories = 0, quote = 0, now = 0, message = 0 } = receipt?.layers ?? {};
  return memories + quote + now + message;
}

function countThoughts({ entries }: LaneHistory, verdicts: readonly Verdict[]): number {
  return sum(
    verdicts.map(({ from, to, kind }) => (kind === "kept" ? entries.slice(from - 1, to).filter(hasThought).length : 0)),
  );
}

/** Whether a model thought before it said this. */
export function hasThought(entry: Entry): boolean {
  return isFromModel(entry) && listParts(entry).some((part) => part.kind === "reasoning");
}

/**
 * The calls of a lane whose history is never reduced: each view is the beginning of the last one, so that one alone has to
 * be made. It shows everything that a call quotes.
 */
export async function measureWholeLane(
  base: Engine,
  lane: LaneHistory,
  quotes: readonly (readonly Quote[])[],
): Promise<WholeLane> {
  const last = lane.calls.at(-1);
  const receipt = last === undefined ? null : await makeReplay(base, lane).view(last, undefined);
  const sizes = receipt === null ? [] : sumSizes(receipt, lane, last?.after ?? 0);
  const tokensAt = (call: PastCall | undefined) => Math.round(sizes[call?.after ?? 0] ?? 0);
  const calls = lane.calls.map((call, index): ReplayedCall => {
    const shared = tokensAt(lane.calls[index - 1]);
    const shown = countQuotes(quotes[index] ?? [], () => true);
    return { at: call.at, tokens: tokensAt(call), shared, fits: true, compacted: false, quotes: shown };
  });
  return { calls, verdicts: receipt?.verdicts ?? [], sizes };
}

/** The tokens of a view that ends at each place, by one that ends at `last`: the framing comes with each message. */
function sumSizes({ tokens, verdicts, overheads }: Receipt, { entries }: LaneHistory, last: number): readonly Tokens[] {
  const sums = sumVerdictTokens(verdicts, entries.length);
  const framing = sum(overheads.filter(({ name }) => name === "message framing").map((each) => each.tokens));
  const messages = countMessages(entries);
  const each = framing / Math.max(1, messages[last] ?? 0);
  const fixed = tokens - (sums[last] ?? 0) - framing;
  return sums.map((size, seq) => (seq === 0 ? 0 : fixed + size + each * (messages[seq] ?? 0)));
}

/** How many messages the entries up to each place make: an answer is one, and so are its results. */
function countMessages(entries: readonly Entry[]): readonly number[] {
  const counts = [0];
  const seen = new Set<string>();
  let before = "";
  for (const entry of entries) {
    const role = entry.kind === "returned" ? "tool" : isFromModel(entry) ? "assistant" : "user";
    const message = role === "user" ? role : `${role} ${entry.turn} ${entry.step}`;
    const isNew = entry.kind !== "noted" && message !== before && !(role !== "user" && seen.has(message));
    counts.push((counts.at(-1) ?? 0) + (isNew ? 1 : 0));
    if (entry.kind === "noted") continue;
    seen.add(message);
    before = message;
  }
  return counts;
}

/** The tokens of all entries up to each place. */
function sumVerdictTokens(verdicts: readonly Verdict[], last: number): readonly Tokens[] {
  const sums = new Array<Tokens>(last + 1).fill(0);
  for (const { from, to, tokens } of verdicts)
    for (let seq = from; seq <= to; seq++) sums[seq] = tokens / (to - from + 1);
  for (let seq = 1; seq <= last; seq++) sums[seq] = (sums[seq] ?? 0) + (sums[seq - 1] ?? 0);
  return sums;
}

interface Replay {
  /** Null if the window was too small. */
  view(call: PastCall, costs: CallCosts | undefined): Promise<Receipt | null>;
  textOf(chunk: string): string;
  weightOf(chunk: string): Tokens;
}

function makeReplay(base: Engine, lane: LaneHistory): Replay {
  const past: PastStore = makePastStore(base.store, lane);
  const weights = new Map<string, Tokens>();
  const texts = new Map<string, string>();
  let now: Instant = 0;
  const { store } = past;
  const clock = { ...base.clock, now: () => now };
  const engine: Engine = {
    ...base,
    store,
    clock,
    memories: makePastMemories(base, () => now),
    receipts: makeReceiptCache(store),
    secrets: makeSecretRegister(store, base.fns.hash),
  };
  past.onChunks((chunks) => {
    for (const [key, text] of chunks) texts.set(key, text);
  });
  const textOf = (chunk: string) => texts.get(chunk) ?? "";
  return {
    async view(call, costs) {
      now = call.at;
      const turn = past.goTo(call, Math.floor(countAvailableTokens(engine.budget) / 2));
      const input = { turn, budget: engine.budget, tools: [], ...(costs === undefined ? {} : { costs }) };
      const { result } = await makeView(engine, input, call.number, null);
      return result.kind === "fits" ? result.receipt : null;
    },
    textOf,
    weightOf(chunk) {
      const known = weights.get(chunk) ?? weighText(engine, textOf(chunk));
      weights.set(chunk, known);
      return known;
    },
  };
}

/** The memories of that time. */
function makePastMemories({ store, owner }: Engine, now: () => Instant): MemoryLog {
  const range: LogStore["range"] = async (ref, from, to) => {
    const entries = await store.range(ref, from, to);
    const later = entries.findIndex(({ at }) => at > now());
    return later === -1 ? entries : entries.slice(0, later);
  };
  return makeMemoryLog({ ...store, range }, owner);
}

/** Ignores the bytes of files, which say nothing about their tokens. */
function weighText({ fns }: Engine, text: string): Tokens {
  const isLong = text.length >= 4_000;
  return countTokens(isLong ? text.replace(/[A-Za-z0-9+/=]{4000,}/g, "") : text, fns.calibration);
}

function makeReplayedCall(
  { weightOf }: Replay,
  before: Receipt | null,
  { at }: PastCall,
  receipt: Receipt | null,
): Omit<ReplayedCall, "quotes"> {
  if (receipt === null) return { at, tokens: 0, shared: 0, fits: false, compacted: false };
  const { tokens, compacted, chunks, layers } = receipt;
  const shared = Math.min(tokens, countShared(before, chunks, weightOf));
  return { at, tokens, shared, fits: true, compacted, layers };
}

/** How many tokens of the earlier view the later one begins with. */
function countShared(earlier: Receipt | null, chunks: readonly string[], weightOf: Replay["weightOf"]): Tokens {
  if (earlier === null) return 0;
  const end = earlier.chunks.findIndex((chunk, place) => chunks[place] !== chunk);
  const weigh = (list: readonly string[]) => sum(list.map(weightOf));
  if (end === -1) return earlier.tokens;
  const whole = weigh(earlier.chunks);
  return whole === 0 ? earlier.tokens : Math.round((earlier.tokens * weigh(earlier.chunks.slice(0, end))) / whole);
}
