/** Where a prefix was paid in full that the cache had, or could have had. */
import type { Tokens } from "../../log/keys.js";
import { pickLifetimeMs } from "../cache-lifetime.js";
import { countCachedTokens, countSentTokens, pickPaidRate } from "../prices.js";
import type { CallContext } from "./lane-steps.js";

/**
 * `idle`: the cache's lifetime was over. `model`: another model has another cache. `compaction`: the lane was compacted. `uncached`: the
 * call before left nothing in a cache. `changed`: the beginning of the request was another one.
 */
type BreakCause = "idle" | "model" | "compaction" | "uncached" | "changed";

export interface PrefixBreak {
  readonly cause: BreakCause;
  readonly count: 1;
  /** Tokens that could have been read. */
  readonly tokens: Tokens;
  readonly again: Tokens;
  /** Their cost above that of reading them from the cache. */
  readonly dollars: number;
}

/** Smaller differences are where the provider's blocks end. */
const leastLost: Tokens = 1_024;

export function listBreaks(calls: readonly CallContext[]): readonly PrefixBreak[] {
  return calls.flatMap((call, index) => {
    const before = calls[index - 1];
    return before === undefined ? [] : findBreak(before, call);
  });
}

function findBreak(before: CallContext, call: CallContext): readonly PrefixBreak[] {
  const { spent, facts } = call;
  const cached = countCachedTokens(before.spent);
  const isUncached = cached === 0;
  const sent = countSentTokens(spent);
  const had = isUncached ? countSentTokens(before.spent) : cached;
  const cause = findCause(before, call, isUncached);
  // After a compaction only the beginning is the same, and its length is unknown.
  const reusable = cause === "compaction" ? 0 : Math.min(had, sent);
  const lost = reusable - spent.read;
  if (facts.read >= 1 || reusable < facts.leastPrefix || lost < leastLost) return [];
  const dollars = (lost * Math.max(0, pickPaidRate(spent, facts) - facts.read) * facts.input) / 1_000_000;
  return [{ cause, count: 1, tokens: lost, again: lost, dollars }];
}

function findCause(before: CallContext, call: CallContext, isUncached: boolean): BreakCause {
  if (before.facts.family !== call.facts.family || before.model !== call.model) return "model";
  if (before.compactions !== call.compactions) return "compaction";
  if (isUncached) return "uncached";
  return call.at - before.at > pickLifetimeMs(call.facts, before) ? "idle" : "changed";
}
