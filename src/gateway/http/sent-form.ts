/** A request goes out in one form, and in the next one once its provider refused that. */
import type { FittingView } from "../../core/view/view-result.js";
import { type BoundRequest, listBindings } from "../bound/bound-thoughts.js";
import type { SentForm, ThoughtCheck } from "../turn/traffic.js";
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
  readonly form: SentForm;
}

/** The request without the reasoning that its model would refuse; null where no model of its wire does. */
export function keepBound(
  check: ThoughtCheck | null,
  view: FittingView,
  { written, own, form }: WrittenRequest,
): BoundRequest | null {
  if (check === null) return null;
  if (form.isBare) return check.binder.keepNone(written);
  if (form.isOwn || !check.isHeeded()) return check.binder.keepAll(written);
  return check.binder.keepBound(written, own, listBindings(view));
}

/**
 * The form after one that was refused; null where that was the client's own request: it hears what it would have heard without us.
 * Its reasoning may be bound to views that it never saw, so that without it the request goes out once more.
 */
export function pickNextForm(
  own: JsonObject,
  form: SentForm,
  { text, sent, bound }: RefusedRequest & Pick<WatchedCall, "sent" | "bound">,
): SentForm | null {
  if (!form.isBare && bound !== null && isOfReasoning(text)) return { ...form, isBare: true };
  if (form.isOwn || JSON.stringify(sent) === JSON.stringify(own)) return null;
  return { isOwn: true, isBare: false };
}

/** Whether a provider says that reasoning may not stand where it does. */
function isOfReasoning(text: string): boolean {
  return /signature|thinking|reasoning|encrypted_content/i.test(text);
}

export function describeRefused(session: string, { status, text }: RefusedRequest, { isOwn }: SentForm): string {
  const instead = isOwn ? "the client's own request goes out until its next turn" : "it goes out without reasoning";
  return `a view of ${session} was refused (${status}): ${instead}. ${text.slice(0, 300)}`;
}
