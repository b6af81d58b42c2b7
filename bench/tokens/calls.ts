/** Pairs the calls of transcripts, as their provider counted them, with the estimates that Clew would have made. */
import type { Tokens } from "@clewline/core/log/keys.js";
import { findModelFacts } from "@clewline/core/model/facts/find-facts.js";
import { countSentTokens } from "@clewline/core/model/prices.js";
import { readAccount } from "@clewline/core/model/read-account.js";
import type { LaneHistory, PastCall } from "@clewline/try/history.js";
import { applyFactor, estimateEntries, type TokenEstimate } from "./estimate.js";

/** A call whose previous call is known. */
export interface CountedCall {
  readonly file: string;
  /** The program that wrote the transcript. */
  readonly format: string;
  readonly model: string;
  readonly counted: Tokens;
  /** What the provider counted for the previous call. */
  readonly before: Tokens;
  /** What came since: the answer to that call, results, messages. */
  readonly tail: TokenEstimate;
  /** Everything that the transcript shows from the lane's beginning; null if the program had summarised any of it. */
  readonly whole: {
    readonly shown: TokenEstimate;
    /** Instructions and tools, as far as the first call tells. */
    readonly unseen: Tokens;
  } | null;
}

export type SkipReason = "first of its lane" | "not counted" | "after a compaction" | "another model before";

export interface LaneCalls {
  readonly calls: readonly CountedCall[];
  readonly skipped: readonly SkipReason[];
}

interface KnownCall {
  readonly call: PastCall;
  readonly model: string;
  readonly counted: Tokens;
}

export function listCountedCalls(lane: LaneHistory, file: string, format: string): LaneCalls {
  const calls: CountedCall[] = [];
  const skipped: SkipReason[] = [];
  const unseenBy = new Map<string, Tokens>();
  for (const [index, call] of lane.calls.entries()) {
    const earlier = lane.calls[index - 1];
    const [now, last] = [readKnownCall(call), earlier === undefined ? null : readKnownCall(earlier)];
    const shown = now === null || call.since !== 0 ? null : estimateEntries(lane, 0, call.after);
    // Another model gets other instructions and other tools.
    if (now !== null && shown !== null && !unseenBy.has(now.model)) unseenBy.set(now.model, estimateUnseen(now, shown));
    const why = findSkipReason(now, earlier, last);
    if (why !== null || now === null || last === null) {
      if (why !== null) skipped.push(why);
      continue;
    }
    const unseen = unseenBy.get(now.model);
    calls.push({
      file,
      format,
      model: now.model,
      counted: now.counted,
      before: last.counted,
      tail: estimateEntries(lane, last.call.after, call.after),
      whole: shown === null || unseen === undefined ? null : { shown, unseen },
    });
  }
  return { calls, skipped };
}

function findSkipReason(
  now: KnownCall | null,
  earlier: PastCall | undefined,
  last: KnownCall | null,
): SkipReason | null {
  if (earlier === undefined) return "first of its lane";
  if (now === null || last === null) return "not counted";
  if (now.call.since !== last.call.since) return "after a compaction";
  return now.model === last.model ? null : "another model before";
}

function readKnownCall(call: PastCall): KnownCall | null {
  const account = readAccount(call.usage);
  if (account === null || account.model === null) return null;
  const counted = countSentTokens(account.spent);
  return counted === 0 ? null : { call, model: account.model, counted };
}

/** What a call was sent besides what the transcript shows. */
function estimateUnseen({ model, counted }: KnownCall, shown: TokenEstimate): Tokens {
  return Math.max(0, counted - applyFactor(findModelFacts(model).factor, shown));
}
