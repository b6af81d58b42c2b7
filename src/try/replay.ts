/**
 * Replays the calls of a lane under a policy: the same entries, other views.
 *
 * A view takes time in proportion to the lane, so not every one is made. If a view only adds to an earlier one, so do
 * those in between, and their sizes follow from the entries that each adds; if it does not, a search finds the call
 * that broke off, to within a few calls. Policies that write their views anew on every call are measured by samples.
 */

import type { Instant, Tokens } from "../core/log/keys.js";
import { computeRoom, countAvailableTokens } from "../core/policy/budget.js";
import { readPrefix } from "../core/policy/policy.js";
import type { Receipt } from "../core/receipt/receipt.js";
import { countTokens } from "../core/text/tokens/count-tokens.js";
import { isFraming } from "../core/view/render/layout.js";
import type { Verdict } from "../core/view/verdict.js";
import { makeView } from "../engine/answer/view.js";
import type { Engine } from "../engine/engine.js";
import { makeSecretRegister } from "../engine/intake/secret-register.js";
import { makeReceiptCache } from "../engine/read/receipts.js";
import type { LaneHistory, PastCall } from "./history.js";
import { makePastStore, type PastStore } from "./past-store.js";

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
  /** What became of the entries on the last call. */
  readonly verdicts: readonly Verdict[];
  readonly measured: number;
}

export interface Pace {
  /** How many calls to skip at once at first. */
  readonly stride: number;
  /** How precisely, in calls, to locate a break. */
  readonly within: number;
  /** What the whole history takes on each call, which predicts how a view grows that only adds. */
  readonly whole: readonly Tokens[] | null;
}

export async function replayLane(base: Engine, lane: LaneHistory, pace: Pace): Promise<ReplayedLane> {
  const replay = makeReplay(base, lane);
  return readPrefix(base.policy) === "epoch"
    ? replayByBreaks(replay, pace, computeLimit(base))
    : replayBySamples(replay, pace.stride);
}

function computeLimit({ policy, budget }: Engine): Tokens {
  const clearAt = policy.reductions.clear?.ahead?.at ?? 1;
  return computeRoom(budget, policy) * Math.min(1, clearAt, policy.summariseAt);
}

/** A view that was made; without a receipt if the window was too small. */
interface MadeView {
  readonly index: number;
  readonly receipt: Receipt | null;
}

interface Replay {
  readonly lane: LaneHistory;
  view(index: number): Promise<MadeView>;
  /** Marks the last view as sent, so that the next ones build on it. */
  keep(): void;
  weightOf(chunk: string): Tokens;
  views(): number;
}

function makeReplay(base: Engine, lane: LaneHistory): Replay {
  const past: PastStore = makePastStore(base.store, lane);
  const weights = new Map<string, Tokens>();
  let [now, views]: [Instant, number] = [0, 0];
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
    for (const [key, text] of chunks) if (!weights.has(key)) weights.set(key, weighText(engine, text));
  });
  return {
    lane,
    async view(index) {
      const call = pickCall(lane, index);
      now = call.at;
      views += 1;
      const turn = past.goTo(call, Math.floor(countAvailableTokens(engine.budget) / 2));
      const input = { turn, budget: engine.budget, tools: [] };
      const { result } = await makeView(engine, input, call.number, null);
      return { index, receipt: result.kind === "fits" ? result.receipt : null };
    },
    keep: past.keep,
    weightOf: (chunk) => weights.get(chunk) ?? 0,
    views: () => views,
  };
}

/** Ignores the bytes of files, which say nothing about their tokens. */
function weighText({ fns }: Engine, text: string): Tokens {
  return countTokens(text.replace(/[A-Za-z0-9+/=]{4000,}/g, ""), fns.calibration);
}

function pickCall({ calls }: LaneHistory, index: number): PastCall {
  const call = calls[index];
  if (call === undefined) throw new RangeError(`There is no call ${index}`);
  return call;
}

async function replayByBreaks(replay: Replay, pace: Pace, limit: Tokens): Promise<ReplayedLane> {
  const { calls } = replay.lane;
  // While nothing breaks off, the steps become longer.
  let step = pace.whole === null ? calls.length : pace.stride;
  const done: ReplayedCall[] = [];
  let [before, target]: [MadeView | null, number] = [null, 0];
  let verdicts: readonly Verdict[] = [];
  while (done.length < calls.length) {
    const seen: MadeView = await replay.view(target);
    const next: number = done.length;
    const adds = before !== null && isContinuation(before, seen);
    if (!adds && target - next >= pace.within) {
      target = next + Math.floor((target - next) / 2);
      continue;
    }
    step = adds ? step * 2 : Math.max(pace.stride, target - next);
    replay.keep();
    done.push(...(adds ? fillPassedCalls(replay, before, seen) : estimateCalls(replay, pace, before, seen)));
    done.push(makeReplayedCall(replay, before, seen));
    verdicts = seen.receipt?.verdicts ?? verdicts;
    before = seen;
    target = Math.max(target + 1, Math.min(calls.length - 1, target + step, findLastBelow(pace, seen, limit)));
  }
  return { calls: done, verdicts, measured: replay.views() };
}

/** Every view is written anew, so of each stride the last two are made, to see what they share. */
async function replayBySamples(replay: Replay, stride: number): Promise<ReplayedLane> {
  const { calls } = replay.lane;
  const done: ReplayedCall[] = [];
  let before: MadeView | null = null;
  for (let index = 0; index < calls.length; index++) {
    const isLast = index === calls.length - 1;
    if (stride > 2 && !isLast && index % stride < stride - 2) continue;
    const seen: MadeView = await replay.view(index);
    replay.keep();
    const adjacent: MadeView | null = before?.index === index - 1 ? before : null;
    const call = makeReplayedCall(replay, adjacent, seen);
    // Assumes that the skipped calls resemble this one.
    while (done.length < index) done.push({ ...call, at: pickCall(replay.lane, done.length).at, compacted: false });
    done.push(call);
    before = seen;
    if (isLast) return { calls: done, verdicts: seen.receipt?.verdicts ?? [], measured: replay.views() };
  }
  return { calls: done, verdicts: [], measured: replay.views() };
}

/** Whether the second view has the same reductions, and repeats everything that the first sent. */
function isContinuation({ receipt: a }: MadeView, { receipt: b }: MadeView): boolean {
  if (a === null || b === null || b.compacted || a.epoch.number !== b.epoch.number) return false;
  const spoken = listSpokenChunks(a);
  return spoken.every((chunk, index) => b.chunks[index] === chunk);
}

/** Without the framing that closes the request. */
function listSpokenChunks({ chunks }: Receipt): readonly string[] {
  const end = chunks.findLastIndex((chunk) => !isFraming(chunk));
  return chunks.slice(0, end + 1);
}

/** The calls between two views, the second of which only adds to the first. */
function fillPassedCalls({ lane }: Replay, before: MadeView | null, seen: MadeView): readonly ReplayedCall[] {
  if (before?.receipt == null || seen.receipt === null) return [];
  const from = pickCall(lane, before.index).after;
  const added = measureAdded(seen.receipt.verdicts, from, pickCall(lane, seen.index).after);
  const grown = seen.receipt.tokens - before.receipt.tokens;
  let tokens = before.receipt.tokens;
  return lane.calls.slice(before.index + 1, seen.index).map(({ after, at }) => {
    const shared = tokens;
    tokens = (before.receipt?.tokens ?? 0) + Math.round(grown * added(after));
    return { at, tokens, shared, fits: true, compacted: false };
  });
}

/** The last call before a view that only grows reaches its limit. */
function findLastBelow({ whole, stride }: Pace, { index, receipt }: MadeView, limit: Tokens): number {
  if (whole === null) return Number.POSITIVE_INFINITY;
  if (receipt === null || receipt.tokens >= limit) return index + stride;
  const room = limit - receipt.tokens + (whole[index] ?? 0);
  const end = whole.findIndex((tokens, place) => place > index && tokens > room);
  return end === -1 ? Number.POSITIVE_INFINITY : end - 1;
}

/** Estimates the few calls before a break, as if it came right after them. */
function estimateCalls(
  { lane }: Replay,
  { whole }: Pace,
  before: MadeView | null,
  seen: MadeView,
): readonly ReplayedCall[] {
  const start = before?.receipt?.tokens ?? 0;
  const grown = (index: number) => (whole?.[index] ?? 0) - (whole?.[before?.index ?? 0] ?? 0);
  let tokens = start;
  return lane.calls.slice((before?.index ?? -1) + 1, seen.index).map(({ at }, place) => {
    const shared = tokens;
    tokens = start + Math.max(0, grown((before?.index ?? -1) + 1 + place));
    return { at, tokens, shared: Math.min(shared, tokens), fits: start > 0, compacted: false };
  });
}

/** The part of what was added that had come up to a place, from 0 to 1. */
function measureAdded(verdicts: readonly Verdict[], from: number, to: number): (place: number) => number {
  const ends: number[] = [];
  let sum = 0;
  for (const verdict of verdicts) {
    for (let seq = Math.max(verdict.from, from + 1); seq <= Math.min(verdict.to, to); seq++) {
      sum += verdict.tokens / (verdict.to - verdict.from + 1);
      ends[seq - from] = sum;
    }
  }
  return (place) => (sum === 0 ? (place - from) / Math.max(1, to - from) : (ends[place - from] ?? 0) / sum);
}

function makeReplayedCall(
  { lane, weightOf: weight }: Replay,
  before: MadeView | null,
  { index, receipt }: MadeView,
): ReplayedCall {
  const { at } = pickCall(lane, index);
  if (receipt === null) return { at, tokens: 0, shared: 0, fits: false, compacted: false };
  const { tokens, compacted, chunks } = receipt;
  return { at, tokens, shared: countShared(before?.receipt ?? null), fits: true, compacted };

  function countShared(earlier: Receipt | null): Tokens {
    if (earlier === null) return 0;
    const end = chunks.findIndex((chunk, place) => earlier.chunks[place] !== chunk);
    const weigh = (list: readonly string[]) => list.reduce((sum, chunk) => sum + weight(chunk), 0);
    const whole = weigh(chunks);
    return whole === 0 ? 0 : Math.round((tokens * weigh(chunks.slice(0, end === -1 ? undefined : end))) / whole);
  }
}
