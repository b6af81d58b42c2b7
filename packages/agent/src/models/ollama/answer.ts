import { randomUUID } from "node:crypto";
import type { Generated, StreamPart } from "../sdk-model.js";
import type { OllamaAnswer } from "./wire.js";

/** Turns one line after the other into the SDK's parts. */
export interface AnswerReader {
  read(line: OllamaAnswer): readonly StreamPart[];
  /** Ends what is open, however the answer ends. */
  close(): readonly StreamPart[];
  finish(line: OllamaAnswer): Extract<StreamPart, { readonly type: "finish" }>;
}

export function makeAnswerReader(): AnswerReader {
  let open: { readonly kind: "text" | "reasoning"; readonly id: string } | null = null;
  let pieces = 0;
  let calls = 0;

  const close = (): readonly StreamPart[] => {
    if (open === null) return [];
    const { kind, id } = open;
    open = null;
    return [{ type: `${kind}-end`, id }];
  };
  const say = (kind: "text" | "reasoning", delta: string | null | undefined): readonly StreamPart[] => {
    if (!delta) return [];
    if (open?.kind === kind) return [{ type: `${kind}-delta`, id: open.id, delta }];
    const before = close();
    const id = `${kind}-${pieces++}`;
    open = { kind, id };
    return [...before, { type: `${kind}-start`, id }, { type: `${kind}-delta`, id, delta }];
  };
  return {
    read({ message }) {
      const asked = (message?.tool_calls ?? []).map(makeCall);
      calls += asked.length;
      const said = [...say("reasoning", message?.thinking), ...say("text", message?.content)];
      return asked.length === 0 ? said : [...said, ...close(), ...asked.flatMap(listCallParts)];
    },
    close,
    finish: (line) => ({ type: "finish", finishReason: readFinishReason(line, calls), usage: readUsage(line) }),
  };
}

type ToolCall = Extract<StreamPart, { readonly type: "tool-call" }>;
type AskedCall = NonNullable<NonNullable<OllamaAnswer["message"]>["tool_calls"]>[number];

/** Older versions send no id, and two calls of one answer may be equal. */
function makeCall({ id, function: { name, arguments: input = {} } }: AskedCall): ToolCall {
  return {
    type: "tool-call",
    toolCallId: id || `call_${randomUUID()}`,
    toolName: name,
    input: typeof input === "string" ? input : JSON.stringify(input),
  };
}

function listCallParts(call: ToolCall): readonly StreamPart[] {
  const { toolCallId: id, toolName, input } = call;
  return [
    { type: "tool-input-start", id, toolName },
    { type: "tool-input-delta", id, delta: input },
    { type: "tool-input-end", id },
    call,
  ];
}

function readFinishReason({ done_reason: raw }: OllamaAnswer, calls: number): Generated["finishReason"] {
  if (calls > 0) return { unified: "tool-calls", raw };
  if (raw === undefined || raw === "stop") return { unified: "stop", raw };
  return { unified: raw === "length" ? "length" : "other", raw };
}

/** Ollama keeps the prefix that it read last, but counts it with the rest. */
function readUsage({ prompt_eval_count: input, eval_count: output }: OllamaAnswer): Generated["usage"] {
  return {
    inputTokens: { total: input, noCache: input, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: output, text: output, reasoning: undefined },
  };
}
