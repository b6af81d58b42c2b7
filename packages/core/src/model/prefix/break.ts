/** Why a provider had to read the beginning of a request again that it had cached. */
import type { Tokens } from "../../log/keys.js";

/** Who made the beginning another one, by cause. */
export const causers = {
  /** Other tools, or tools in another order. */
  tools: "client",
  /** The same JSON with its fields in another order. */
  reordered: "client",
  /** A date or a clock in the system text. */
  clock: "client",
  /** Another system text. */
  instructions: "client",
  /** A message was edited, withdrawn or sent again. */
  edited: "client",
  /** A client summarised or replaced its own list. */
  "client compaction": "client",
  /** Another setting that is part of the cached prefix, such as the effort. */
  setting: "client",
  /** Clew compacted its view. */
  compaction: "clew",
  /** Clew changed its view in another way. */
  rewritten: "clew",
  /** The provider edited or compacted the request on its side. */
  "server edit": "provider",
  /** The cache's lifetime was over. */
  idle: "time",
  /** Another model has another cache. */
  model: "client",
  /** The request had no cache marks where the provider looks for them. */
  marks: "client",
  /** Another key or organization has another cache. */
  account: "client",
  /** The request doesn't explain it. */
  provider: "provider",
} as const;

/** Why the beginning of a request was not in its provider's cache. */
export type BreakCause = keyof typeof causers;

/** Cached tokens that a call paid again. */
export interface PrefixBreak {
  /** Why. */
  readonly cause: BreakCause;
  /** Who caused it. */
  readonly by: (typeof causers)[BreakCause] | "client";
  /** The first block that differs, as `message 12 (user)`; null where none does. */
  readonly block: string | null;
  /** More about the cause, as the limit of a compaction; null without. */
  readonly because: string | null;
  /** Tokens that the call before had sent and that were not read from the cache. */
  readonly tokens: Tokens;
  /** Their price less that of reading them; null if no price is known. */
  readonly dollars: number | null;
  /** Known by the bytes that were sent, by the provider's counters, or by its diagnostics. */
  readonly told: "bytes" | "counters" | "provider";
}

/** The part of a call's account that is about its prefix. */
export interface PrefixNote {
  /** Blocks before the first that a view renews with each turn; absent where it has none. */
  readonly stable?: number;
  /** Names the account that paid, without telling it; absent where it is unknown. */
  readonly account?: string;
  /** Absent where nothing was paid again. */
  readonly broke?: PrefixBreak;
}
