/** Replays the calls of a lane under a policy: the same entries, other views. Every call's view is made, as it would have been. */

import type { Instant, Tokens } from "../core/log/keys.js";
import { countAvailableTokens } from "../core/policy/budget.js";
import type { Receipt } from "../core/receipt/receipt.js";
import { countTokens } from "../core/text/tokens/count-tokens.js";
import type { Verdict } from "../core/view/verdict.js";
import { makeView } from "../engine/answer/view.js";
import type { Engine } from "../engine/engine.js";
import { makeSecretRegister } from "../engine/intake/secret-register.js";
import { makeReceiptCache } from "../engine/read/receipts.js";
import type { LaneHistory, PastCall } from "./history.js";
import { makePastStore, type PastStore } from "./past-store.js";
import { makeQuoteCounter, type Quote, type QuotesShown } from "./quotes.js";
import { sum } from "./sums.js";

interface ReplayedCall {
  readonly at: Instant;
  /** 0 if the window is too small for the call. */
  readonly tokens: Tokens;
  /** How many of them begin the view before. */
  readonly shared: Tokens;
  readonly fits: boolean;
  readonly compacted: boolean;
}

export interface ReplayedLane {
  readonly calls: readonly ReplayedCall[];
  /** Of the values that its calls quote. */
  readonly quotes: QuotesShown;
  /** What became of the entries on the last call. */
  readonly verdicts: readonly Verdict[];
}

/** `quotes` are those of each call. */
export async function replayLane(
  base: Engine,
  lane: LaneHistory,
  quotes: readonly (readonly Quote[])[],
): Promise<ReplayedLane> {
  const replay = makeReplay(base, lane);
  const countQuotes = makeQuoteCounter(replay.textOf);
  const counts: QuotesShown[] = [];
  const calls: ReplayedCall[] = [];
  let before: Receipt | null = null;
  let verdicts: readonly Verdict[] = [];
  for (const [index, call] of lane.calls.entries()) {
    const receipt: Receipt | null = await replay.view(call);
    counts.push(countQuotes(quotes[index] ?? [], receipt?.chunks ?? []));
    calls.push(makeReplayedCall(replay, before, call, receipt));
    before = receipt;
    verdicts = receipt?.verdicts ?? verdicts;
  }
  const quoted = { all: sum(counts.map(({ all }) => all)), shown: sum(counts.map(({ shown }) => shown)) };
  return { calls, quotes: quoted, verdicts };
}

interface Replay {
  /** Null if the window was too small. */
  view(call: PastCall): Promise<Receipt | null>;
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
    receipts: makeReceiptCache(store),
    secrets: makeSecretRegister(store, base.fns.hash),
  };
  past.onChunks((chunks) => {
    for (const [key, text] of chunks) {
      if (texts.has(key)) continue;
      texts.set(key, text);
      weights.set(key, weighText(engine, text));
    }
  });
  return {
    async view(call) {
      now = call.at;
      const turn = past.goTo(call, Math.floor(countAvailableTokens(engine.budget) / 2));
      const input = { turn, budget: engine.budget, tools: [] };
      const { result } = await makeView(engine, input, call.number, null);
      return result.kind === "fits" ? result.receipt : null;
    },
    textOf: (chunk) => texts.get(chunk) ?? "",
    weightOf: (chunk) => weights.get(chunk) ?? 0,
  };
}

/** Ignores the bytes of files, which say nothing about their tokens. */
function weighText({ fns }: Engine, text: string): Tokens {
  return countTokens(text.replace(/[A-Za-z0-9+/=]{4000,}/g, ""), fns.calibration);
}

function makeReplayedCall(
  { weightOf }: Replay,
  before: Receipt | null,
  { at }: PastCall,
  receipt: Receipt | null,
): ReplayedCall {
  if (receipt === null) return { at, tokens: 0, shared: 0, fits: false, compacted: false };
  const { tokens, compacted, chunks } = receipt;
  return { at, tokens, shared: Math.min(tokens, countShared(before, chunks, weightOf)), fits: true, compacted };
}

/** How many tokens of the earlier view the later one begins with. */
function countShared(earlier: Receipt | null, chunks: readonly string[], weightOf: Replay["weightOf"]): Tokens {
  if (earlier === null) return 0;
  const end = earlier.chunks.findIndex((chunk, place) => chunks[place] !== chunk);
  const weigh = (list: readonly string[]) => sum(list.map(weightOf));
  const whole = weigh(earlier.chunks);
  return whole === 0 || end === -1
    ? earlier.tokens
    : Math.round((earlier.tokens * weigh(earlier.chunks.slice(0, end))) / whole);
}
