/** Finds why a call paid for tokens again that its provider had cached, and what that cost. */
import type { Instant, Tokens } from "../../log/keys.js";
import { pickLifetimeMs } from "../cache-lifetime.js";
import type { ModelFacts } from "../facts/model-facts.js";
import { countCachedTokens, countSentTokens, pickPaidRate, readTier, type SpentTokens } from "../prices.js";
import { type BreakCause, causers, type PrefixBreak, type PrefixNote } from "./break.js";
import type { CacheDiagnosis, CallBefore, PrefixChange, SentPrefix } from "./sent-prefix.js";

/** A call, and how its request differs from the one before. */
interface ComparedCall extends Omit<SentPrefix, "stable"> {
  readonly before: CallBefore;
  /** As `provider:model`; null if nobody said. */
  readonly model: string | null;
  readonly facts: ModelFacts;
  readonly spent: SpentTokens | null;
  /** Tokens of the request by our own count. */
  readonly estimated: Tokens;
  /** When it began. */
  readonly began: Instant;
}

/** Makes the note that is kept with an answered call; undefined for an empty one. */
export function notePrefix(
  { before, stable, ...sent }: SentPrefix,
  call: Pick<ComparedCall, "model" | "facts" | "spent" | "estimated" | "began">,
): PrefixNote | undefined {
  const broke = before === null ? null : findBreak({ ...sent, ...call, before });
  const { account } = sent;
  const note = {
    ...(stable === undefined ? {} : { stable }),
    ...(account === undefined ? {} : { account }),
    ...(broke === null ? {} : { broke }),
  };
  return Object.keys(note).length === 0 ? undefined : note;
}

/** Smaller differences are where the provider's blocks end. */
const leastLost: Tokens = 1_024;

/** Null where there is nothing to tell: the request only grew, and its beginning was read or was never cached. */
function findBreak(call: ComparedCall): PrefixBreak | null {
  const { diagnosis = null, match } = call;
  if (diagnosis !== null) return makeDiagnosed(call, diagnosis);
  const outer = findOuterCause(call);
  if (outer !== null) return makeBreak(call, nameCause(outer), "counters");
  const change = match?.change ?? null;
  if (change !== null) return makeBreak(call, change, "bytes");
  const lost = countLost(call);
  // Without the request before nobody knows that it was the same.
  const cause = lost === 0 || match === null ? null : findLeftCause(call, lost);
  return cause === null ? null : makeBreak(call, nameCause(cause), cause === "marks" ? "bytes" : "counters");
}

function findLeftCause(call: ComparedCall, lost: Tokens): BreakCause | null {
  if (call.hasLostMarks === true || hasNoMarks(call)) return "marks";
  // A provider that cleared something wrote what stood behind it anew, however little that is.
  if (call.isEdited === true) return "server edit";
  return lost < leastLost ? null : "provider";
}

/** Its provider knows best where the request differs; the bytes may tell more about that. */
function makeDiagnosed(call: ComparedCall, { type, tokens }: CacheDiagnosis): PrefixBreak | null {
  if (type === "hit") return null;
  const change = call.match?.change ?? null;
  const fits = change !== null && areas[type].includes(change.cause);
  const made = makeBreak(call, fits ? change : nameCause(areas[type][0] as BreakCause), "provider");
  return tokens === null ? made : { ...made, tokens, dollars: priceTokensAgain(call, tokens) };
}

/** Causes behind each diagnosis of a provider: the first, unless the bytes say another. */
const areas: Readonly<Record<Exclude<CacheDiagnosis["type"], "hit">, readonly BreakCause[]>> = {
  model: ["model"],
  tools: ["tools", "reordered"],
  system: ["instructions", "clock", "reordered", "rewritten"],
  messages: ["edited", "compaction", "rewritten", "client compaction", "reordered"],
  setting: ["setting"],
  "server edit": ["server edit"],
};

/** Finds a cause outside of the request's bytes. */
function findOuterCause(call: ComparedCall): BreakCause | null {
  const { before, model, account, spent } = call;
  if (before.usage.model !== null && model !== null && before.usage.model !== model) return "model";
  // Counters that show a read speak against the others.
  if (spent !== null && countLost(call) < leastLost) return null;
  const { account: paid } = before.usage.prefix ?? {};
  if (paid !== undefined && account !== undefined && paid !== account) return "account";
  return isExpired(call) ? "idle" : null;
}

/** A cache is kept from the last request on that used it. */
function isExpired({ before, facts, began }: ComparedCall): boolean {
  return began - (before.at - before.usage.durationMs) > pickLifetimeMs(facts, before.usage);
}

/** Characters tell only about how many tokens both requests begin with. */
const sure = 0.9;

/** Tokens that were surely cached and were not read; 0 where nobody counted. */
function countLost({ before, spent, facts, match }: ComparedCall): Tokens {
  const had = before.usage.spent === null ? 0 : countCachedTokens(before.usage.spent);
  if (spent === null || had < facts.leastPrefix) return 0;
  const sent = countSentTokens(spent);
  const both = match?.isRenewed === true ? Math.floor(match.shared * sent * sure) : sent;
  return Math.max(0, Math.min(had, both) - spent.read);
}

/** A provider that caches at marks alone writes or reads something wherever there is one. */
function hasNoMarks({ facts, spent }: ComparedCall): boolean {
  return facts.marks > 0 && spent !== null && countCachedTokens(spent) === 0;
}

function nameCause(cause: BreakCause): PrefixChange {
  return { cause, block: null, because: null };
}

function makeBreak(call: ComparedCall, change: PrefixChange, told: PrefixBreak["told"]): PrefixBreak {
  const { cause, block, because, by = causers[cause] } = change;
  const tokens = countAgain(call, block !== null);
  return { cause, by, block, because, tokens, dollars: priceTokensAgain(call, tokens), told };
}

/** Tokens that the request before had sent, and that this one paid for. */
function countAgain(call: ComparedCall, isSplit: boolean): Tokens {
  const { spent, match, before, facts } = call;
  const { shared, again } = match ?? { shared: 1, again: 0 };
  const sent = spent === null ? call.estimated : countSentTokens(spent);
  const both = Math.round((isSplit ? again : shared + again) * sent);
  const most = spent === null ? both : Math.min(both, sent - spent.read);
  return Math.max(0, Math.min(most, countHad(before, facts)));
}

/** Tokens that the call before may have left in a cache: a provider that needs no marks does not say what it writes. */
function countHad({ usage: { spent } }: CallBefore, { marks, leastPrefix }: ModelFacts): Tokens {
  if (spent === null) return Number.POSITIVE_INFINITY;
  const had = marks > 0 ? countCachedTokens(spent) : countSentTokens(spent);
  return had < leastPrefix ? 0 : had;
}

function priceTokensAgain({ spent, facts }: ComparedCall, tokens: Tokens): number | null {
  if (!facts.known) return null;
  const rate = spent === null ? Math.max(1, facts.write) : pickPaidRate(spent, facts);
  const tier = spent === null ? 1 : readTier(spent, facts).input;
  return (tokens * Math.max(0, rate - facts.read) * facts.input * tier) / 1_000_000;
}
