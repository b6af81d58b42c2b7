import type { CallReport } from "../../core/model/call-usage.js";
import type { BoundRequest } from "../bound/bound-thoughts.js";
import type { JsonObject } from "../wire/wire.js";

/** One call of the upstream: when it began, what was sent, and what is said of it. */
export interface WatchedCall {
  /** Of the view; null where the client's own request went out. */
  readonly receipt: string | null;
  /** Null before anything was sent. */
  sent: JsonObject | null;
  /** Binds what is answered; null where nothing is bound. */
  bound: BoundRequest | null;
  ended(outcome: CallReport["outcome"], told?: Partial<Pick<CallReport, "usage" | "failed" | "limit">>): void;
  began(): void;
}

/** A call's account without the model, which is known. */
export type CallMade = Omit<CallReport, "model" | "facts">;

/** `called` hears of its end, once. */
export function watchCall(
  clock: () => number,
  receipt: string | null,
  called: (report: CallMade) => void,
): WatchedCall {
  const start = clock();
  let firstMs: number | null = null;
  let isOver = false;
  return {
    receipt,
    sent: null,
    bound: null,
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
