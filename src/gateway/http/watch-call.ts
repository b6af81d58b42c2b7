import type { CallReport } from "../../core/model/call-usage.js";
import type { BoundRequest } from "../bound/bound-thoughts.js";
import type { JsonObject } from "../wire/wire.js";

/** One call of the upstream: when it began, what was sent, and what is said of it. */
export interface WatchedCall {
  readonly receipt: string;
  /** Null before anything was sent. */
  sent: JsonObject | null;
  /** Binds what is answered; null where nothing is bound. */
  bound: BoundRequest | null;
  ended(outcome: CallReport["outcome"], told?: Partial<Pick<CallReport, "usage" | "failed" | "limit">>): void;
  began(): void;
}

/** `called` hears of its end, once. */
export function watchCall(
  clock: () => number,
  receipt: string,
  called: (report: Omit<CallReport, "model" | "facts">) => void,
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
