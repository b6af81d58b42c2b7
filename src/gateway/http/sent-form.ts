/** What goes out for a request, and what instead once its provider refused that. */
import type { FittingView } from "../../core/view/view-result.js";
import { type BoundRequest, listBindings, type ThoughtBinder } from "../bound/bound-thoughts.js";
import type { SentForm } from "../turn/traffic.js";
import type { JsonObject } from "../wire/wire.js";
import type { WatchedCall } from "./watch-call.js";

/** A request that was refused for another reason than its size. */
export interface RefusedRequest {
  readonly status: number;
  readonly text: string;
  readonly pass: () => Response;
}

/** Whether a provider does not take the request as it is. Keys, limits of a minute and paths are the client's own affair. */
export function isRefusal(status: number): boolean {
  return status === 400 || status === 422;
}

interface WrittenRequest {
  readonly written: JsonObject;
  /** As its client wrote it. */
  readonly own: JsonObject;
  /** Whether all reasoning stays out of it. */
  readonly isBare: boolean;
}

/** The request without the reasoning that its model would refuse; null where nothing is bound. */
export function keepBound(
  binder: ThoughtBinder | null,
  view: FittingView,
  { written, own, isBare }: WrittenRequest,
): BoundRequest | null {
  if (binder === null) return null;
  return isBare ? binder.keepBound(written, null, new Map()) : binder.keepBound(written, own, listBindings(view));
}

/** The form after one that was refused; null where that was the client's own request: it hears what it would have heard without us. */
export function pickNextForm(
  own: JsonObject,
  form: SentForm,
  { text, sent, bound }: RefusedRequest & Pick<WatchedCall, "sent" | "bound">,
): SentForm | null {
  if (form === "own" || JSON.stringify(sent) === JSON.stringify(own)) return null;
  const isOfReasoning = /signature|thinking|reasoning|encrypted_content/i.test(text);
  return form === "view" && isOfReasoning && bound !== null ? "bare" : "own";
}

export function describeRefused(session: string, { status, text }: RefusedRequest, next: SentForm): string {
  const instead =
    next === "bare" ? "it goes out without reasoning" : "the client's own request goes out until its next turn";
  return `a view of ${session} was refused (${status}): ${instead}. ${text.slice(0, 300)}`;
}
