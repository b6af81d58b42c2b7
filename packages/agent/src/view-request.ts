import { findModelFacts } from "@clewline/core/model/facts/find-facts.js";
import type { ViewRequest } from "@clewline/core/view/view-input.js";
import { listToolSpecs } from "./ai-sdk/tool-specs.js";
import type { AnswerRuntime } from "./answer-runtime.js";
import type { ViewOptions } from "./turn.js";
import { readBudget } from "./window.js";

/** Turns the options of a view into a request. Closing the log aborts it. */
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

/** Does the same for a host that makes the calls itself: the named model does the short tasks. */
export async function readHostView(
  { engine, activeTurns, named }: Pick<AnswerRuntime, "engine" | "activeTurns" | "named">,
  options: ViewOptions,
): Promise<ViewRequest<AbortSignal>> {
  const { model: name, tools } = options;
  return {
    ...readViewOptions(options, activeTurns.closing),
    ...(named === undefined ? {} : { fastModel: named }),
    ...(tools === undefined ? {} : { tools: await listToolSpecs(tools) }),
    ...(name === undefined ? {} : { reader: { name, facts: findModelFacts(name, engine.models) } }),
  };
}
