import { isObject } from "@clewline/text/json.js";
import type { Model, ModelCall } from "./prompt-of.js";

interface CallTool {
  readonly type: string;
  readonly providerOptions?: object | undefined;
}

/**
 * Anthropic's client marks the tools of a streamed call, and of no other. A lane that is streamed now and generated later would lose its
 * cache by that, and the reasoning that is bound to its tools: every call gets the marks.
 */
export function matchStreamedTools<Call extends Pick<ModelCall, "tools" | "providerOptions">>(
  { provider }: Pick<Model, "provider">,
  call: Call,
): Call {
  if (!/\banthropic\b/.test(provider) || !Array.isArray(call.tools)) return call;
  if (getOptions(call).toolStreaming === false) return call;
  return { ...call, tools: call.tools.map(markStreamed) };
}

function markStreamed(tool: CallTool): CallTool {
  if (tool.type !== "function") return tool;
  const anthropic = { eagerInputStreaming: true, ...getOptions(tool) };
  return { ...tool, providerOptions: { ...tool.providerOptions, anthropic } };
}

function getOptions({ providerOptions }: { readonly providerOptions?: unknown }): Readonly<Record<string, unknown>> {
  const own = isObject(providerOptions) ? providerOptions.anthropic : undefined;
  return isObject(own) ? own : {};
}
