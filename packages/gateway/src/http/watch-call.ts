import type { ReceiptId } from "@clewline/core/log/keys.js";
import type { CallReport } from "@clewline/core/model/call-usage.js";
import { runSteps } from "@clewline/platform/let-loop-pass.js";
import type { BoundRequest } from "../bound/bound-request.js";
import type { ShownSources } from "../list/shown-piece.js";
import type { PrefixTeller } from "../prefix/watch-prefix.js";
import type { JsonObject, ReplyReader } from "../wire/wire.js";

/** One call of the upstream: when it began, what was sent, and what is said of it. */
export interface WatchedCall {
  /** Of the view; null where the client's own request went out. */
  readonly receipt: ReceiptId | null;
  /** The entries whose words the objects of its list have. */
  readonly shown: ShownSources;
  /** Null before anything was sent. */
  sent: JsonObject | null;
  /** Binds what is answered; null where nothing is bound. */
  bound: BoundRequest | null;
  /** The headers of the answer; null before it came. */
  headers: Headers | null;
  /** Has read the answer; null before its end. */
  reader: ReplyReader | null;
  /** Compares the request with the one before; null where nothing was sent, or nothing can be compared. */
  tells: PrefixTeller | null;
  ended(
    outcome: CallReport["outcome"],
    told?: Partial<Pick<CallReport, "usage" | "failed" | "limit" | "prefix" | "edited">>,
  ): void;
  began(): void;
}

/** A call's account without the model, which is known. */
export type CallMade = Omit<CallReport, "model" | "facts">;

/** An answer's account of its cost, of its provider's cache and of what that removed. */
export async function readCost(
  call: WatchedCall,
  reader: ReplyReader,
): Promise<Pick<CallReport, "usage" | "prefix" | "edited">> {
  const { tells, headers } = call;
  call.reader = reader;
  const prefix = tells === null || headers === null ? {} : { prefix: await runSteps(tells(headers, reader)) };
  const usage = reader.usage === null ? [] : [reader.usage];
  const { edits } = reader.told;
  const edited = edits.length === 0 ? {} : { edited: edits };
  return { usage, ...edited, ...prefix };
}

/** `called` hears of its end, once. */
export function watchCall(
  clock: () => number,
  receipt: ReceiptId | null,
  called: (report: CallMade) => void,
): WatchedCall {
  const start = clock();
  let firstMs: number | null = null;
  let isOver = false;
  return {
    receipt,
    shown: new Map(),
    sent: null,
    bound: null,
    headers: null,
    reader: null,
    tells: null,
    began() {
      firstMs ??= Math.round(clock() - start);
    },
    ended(outcome, told = {}) {
      if (isOver) return;
      isOver = true;
      called({ usage: [], ...told, outcome, firstMs, durationMs: Math.round(clock() - start) });
    },
  };
}
