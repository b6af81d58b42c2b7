/** Computes the cost of a call after the provider's cache has dropped the lane. */
import type { Tokens } from "../log/keys.js";
import type { ModelFacts } from "./facts/model-facts.js";
import { priceTokens, type SpentTokens } from "./prices.js";

/** The next call of a lane after the cache's lifetime: it is paid in full. */
export interface ColdCall {
  /** As `provider:model`. */
  readonly model: string;
  /** How long ago the last call was. */
  readonly idleMs: number;
  /** The tokens that it would send, as an upper estimate. */
  readonly tokens: Tokens;
  /** The cost of sending them. */
  readonly dollars: number;
  /** The cost within the cache's lifetime. */
  readonly warm: number;
}

const nothing: SpentTokens = { fresh: 0, read: 0, written: 0, writtenLong: 0, output: 0 };

/** Null while the cache has it, and where there is no cache or no price. */
export function findColdCall(
  { name, facts }: { readonly name: string; readonly facts: ModelFacts },
  tokens: Tokens,
  { idleMs, lifetimeMs }: { readonly idleMs: number; readonly lifetimeMs: number },
): ColdCall | null {
  if (!facts.known || facts.input === 0 || facts.read >= 1) return null;
  if (tokens < facts.leastPrefix || idleMs <= lifetimeMs) return null;
  const isLong = lifetimeMs > facts.ttlMs;
  const price = (kind: "fresh" | "read" | "written" | "writtenLong") =>
    priceTokens({ ...nothing, [kind]: tokens }, facts).input;
  const again = price(facts.write > 1 ? (isLong ? "writtenLong" : "written") : "fresh");
  return { model: name, idleMs, tokens, dollars: again, warm: price("read") };
}

/** From this difference in dollars on, a person should be warned before the call. */
const expensive = 0.1;

export function isExpensive({ dollars, warm }: ColdCall): boolean {
  return dollars - warm >= expensive;
}
