/** Facts about a request's beginning that are known before its answer comes. */
import type { Instant } from "../../log/keys.js";
import type { SpentTokens } from "../prices.js";
import type { PrefixBreak, PrefixNote } from "./break.js";
import type { CacheDiagnosis } from "./diagnosis.js";

/** A difference between the bytes of two requests. */
export interface PrefixChange extends Pick<PrefixBreak, "cause" | "block" | "because"> {
  /** Set where another than usual caused it. */
  readonly by?: PrefixBreak["by"];
}

/** The answered call before it in the lane. */
export interface CallBefore {
  readonly usage: {
    readonly model: string | null;
    readonly spent: SpentTokens | null;
    readonly durationMs: number;
    readonly keptMs?: number;
    readonly prefix?: PrefixNote;
  };
  /** When it ended. */
  readonly at: Instant;
}

/** The common part of two requests. */
export interface PrefixMatch {
  /** The part of the later one that both begin with, from 0 to 1. */
  readonly shared: number;
  /** The part of it behind the first difference that the earlier one had too. */
  readonly again: number;
  /** Null where the earlier one was only appended to, or differs where it is meant to. */
  readonly change: PrefixChange | null;
  /** Set where they differ in what a view renews with each turn. */
  readonly isRenewed?: true;
}

export interface SentPrefix extends Pick<PrefixNote, "stable"> {
  /** Null for the first call of a lane. */
  readonly before: CallBefore | null;
  /** Null where the request before is not known any more. */
  readonly match: PrefixMatch | null;
  readonly account?: string | undefined;
  /** Set if the provider edited the request on its side. */
  readonly isEdited?: boolean | undefined;
  /** Set if none of its marks is near enough to those of the request before. */
  readonly hasLostMarks?: boolean | undefined;
  readonly diagnosis?: CacheDiagnosis | null | undefined;
}
