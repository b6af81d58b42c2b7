import type { Fault } from "./fault.js";

/** Refusals because of authorisation, frequency or address, which a smaller request does not repair. */
const statuses = new Set([401, 402, 403, 404, 408, 409, 429]);

const codes = new Set([
  "rate_limit_exceeded",
  "rate_limit_error",
  "rate_limit",
  "too_many_requests",
  "resource_exhausted",
  "throttlingexception",
  "throttling",
  "insufficient_quota",
  "quota_exceeded",
  "billing_error",
  "overloaded_error",
  "authentication_error",
  "permission_error",
  "permission_denied",
  "unauthenticated",
  "not_found_error",
  "string_above_max_length",
  "array_above_max_length",
  "invalid_function_parameters",
  "image_too_large",
  "content_filter",
]);

/** Parameters other than the messages. */
const params = /^(?:tools?|functions?|tool_choice|response_format|text\.format|metadata|stop|reasoning)(?:$|[.[])/;

const texts: readonly RegExp[] = [
  /rate.?limit|too many requests|throttl|(?:tokens|requests) per (?:sec|min|hour|day)|\b[tr]p[md]\b/i,
  /please wait|try again in \d|capacity exceeded|quota|credit balance/i,
  /string too long|array too long|invalid schema|invalid 'tools|\btools\.\d|input_schema|toolspec/i,
  /image exceeds|image dimensions|media exceeds|pdf pages/i,
  /'?signature'? in '?thinking|redacted_thinking|thinking\.budget_tokens/i,
];

/** The requested reply exceeds the model's output limit. Some providers send an overflow's code with it. */
const outputCap =
  /maximum allowed number of output tokens|at most [\d,]{1,12} completion tokens|maximum output for this model|range of max_tokens|(?:output|completion) token count/i;

/** Whether a failure only resembles an overflow. With `isSettled` a code has decided, and words don't count. */
export function isLookAlike(fault: Fault, isSettled: boolean): boolean {
  if (fault.statuses.some((status) => statuses.has(status))) return true;
  if ([...fault.codes].some((code) => codes.has(code))) return true;
  if (fault.texts.some((text) => outputCap.test(text))) return true;
  if (isSettled) return false;
  return (
    fault.params.some((param) => params.test(param)) ||
    fault.texts.some((text) => texts.some((pattern) => pattern.test(text)))
  );
}
