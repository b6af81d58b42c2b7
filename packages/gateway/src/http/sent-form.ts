/** The form of a request that was refused, and whose change its provider refused. */

import type { FittingView } from "@clewline/core/view/view-result.js";
import { isObject } from "@clewline/text/json.js";
import type { Steps } from "@clewline/text/steps.js";
import { type BoundRequest, listBindings } from "../bound/bound-request.js";
import type { ThoughtCheck } from "../turn/traffic.js";
import type { JsonObject } from "../wire/wire.js";

/** Statuses that are the client's own affair: its key, its money, its path, its limits of a minute. */
const clientsAffair: ReadonlySet<number> = new Set([401, 402, 403, 404, 407, 408, 425, 429]);

/** Whether a provider does not take the request as it is. */
export function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && !clientsAffair.has(status);
}

/** Types and codes of errors that come with status 200, in a stream or instead of an answer, and blame the request. */
const blaming = /^(?:invalid_request_error|invalid_prompt|invalid_encrypted_content|bad_request|INVALID_ARGUMENT)$/i;

/** The status that such an error stands for; null where it does not blame the request. */
export function readBlame(error: unknown): number | null {
  if (!isObject(error)) return null;
  const { type, code, status, error: inner, response } = error;
  const own = [code, status].find((value) => typeof value === "number" && isRefusal(value));
  if (typeof own === "number") return own;
  if ([type, code, status].some((value) => typeof value === "string" && blaming.test(value))) return 400;
  return readBlame(inner) ?? readBlame(response);
}

interface WrittenRequest {
  readonly written: JsonObject;
  /** As its client wrote it. */
  readonly own: JsonObject;
  readonly isBare: boolean;
}

/** The request without the reasoning that its model would refuse; null where no model of its wire does. */
export function* keepBound(
  check: ThoughtCheck | null,
  view: FittingView,
  { written, own, isBare }: WrittenRequest,
): Steps<BoundRequest | null> {
  if (check === null) return null;
  if (isBare) return yield* check.binder.keepNone(written, check.reader);
  return yield* check.binder.keepLegal(written, own, { ...check, known: () => listBindings(view) });
}

/** The number of the message that an error names; null where it names none. */
export function readNamedMessage(text: string): number | null {
  const [, place] = /\b(?:messages|input|contents)[.[](\d+)/.exec(text) ?? [];
  return place === undefined ? null : Number(place);
}
