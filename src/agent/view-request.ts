import type { ViewRequest } from "../core/view/view-input.js";
import type { ViewOptions } from "./turn.js";
import { readBudget } from "./window.js";

/** What the options of a view ask for. Closing the log stops it too. */
export function readViewOptions(
  { signal, window, instructions, refused, deadlineMs }: ViewOptions,
  closing: AbortSignal,
): ViewRequest<AbortSignal> {
  return {
    signal: signal === undefined ? closing : AbortSignal.any([signal, closing]),
    ...(window === undefined ? {} : { budget: readBudget(window) }),
    ...(instructions === undefined ? {} : { instructions }),
    ...(refused === undefined ? {} : { refused }),
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
  };
}
