/** Calls that went out as their client wrote them while their views were made to compare. */
import { isObject, type Json } from "@clewline/text/json.js";
import { type Observed, tooLarge } from "./call-usage.js";

export interface WatchedCall extends Observed {
  /** Whether its provider refused it for its size. */
  readonly isTooLarge: boolean;
}

/** The sizes that the views of watched calls would have had. */
export interface WatchedUsage {
  /** How many calls there were. */
  readonly calls: number;
  /** Bytes of their requests. */
  readonly given: number;
  /** Bytes that their views would have had. */
  readonly sent: number;
  /** Blocks of reasoning that the views would have left out. */
  readonly dropped: number;
  /** Calls for which no view would have been small enough: they would have gone out as they did. */
  readonly unviewable: number;
  /** Calls that were refused as too large, and whose views would have been smaller. */
  readonly refused: number;
}

/** Null for a call that was not only watched. Clew wrote it. */
export function readWatchedCall({ observed, failed }: { readonly [name: string]: Json }): WatchedCall | null {
  if (!isObject(observed)) return null;
  return { ...(observed as unknown as Observed), isTooLarge: failed === tooLarge };
}

export function sumWatched(calls: readonly WatchedCall[]): WatchedUsage {
  const total = (figure: (call: WatchedCall) => number) => calls.reduce((sum, call) => sum + figure(call), 0);
  return {
    calls: calls.length,
    given: total(({ given }) => given),
    sent: total(({ given, sent }) => sent ?? given),
    dropped: total(({ dropped }) => dropped),
    unviewable: total(({ sent }) => (sent === null ? 1 : 0)),
    refused: total(({ isTooLarge, given, sent }) => (isTooLarge && sent !== null && sent < given ? 1 : 0)),
  };
}
