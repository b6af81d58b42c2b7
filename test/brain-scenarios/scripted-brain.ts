/** The scripted model of `clewline/testing`, as an object that the builder hands over. */
import { APICallError } from "ai";
import {
  type ModelCall,
  promptText,
  type ScriptedReply,
  type SeenPart,
  type StandInReply,
  type StandInRequest,
  scriptedModel,
} from "clewline/testing";
import { splitWords } from "../stand-ins/words.js";
import type { Brain, Script, Started } from "./brain.js";

export const scriptedBrain: Brain = {
  name: "scripted",
  start: async (script) => startedWith(script),
  namesLimit: true,
};

function startedWith(script: Script): Started {
  const requests: StandInRequest[] = [];
  const started = { requests, window: null as number | null };
  const model = scriptedModel((prompt) => {
    const request = requestOf(model.calls.at(-1), prompt, requests);
    requests.push(request);
    const { tokens } = request;
    if (started.window !== null && tokens > started.window) {
      request.outcome = "refused";
      return { error: tooLong(tokens, started.window) };
    }
    const reply = script(request);
    if (reply.hangAfter !== undefined) {
      const signal = model.calls.at(-1)?.abortSignal;
      Object.defineProperty(request, "outcome", { get: () => (signal?.aborted ? "gone" : null) });
    } else request.outcome = reply.fails === undefined ? "answered" : "failed";
    return scripted(reply, tokens);
  });
  return Object.assign(started, { model, servers: {}, env: {}, close: async () => undefined });
}

type Seen = { -readonly [Key in keyof StandInRequest]: StandInRequest[Key] };
type Prompt = ModelCall["prompt"];

function requestOf(call: ModelCall | undefined, prompt: Prompt, before: readonly StandInRequest[]): Seen {
  const system = prompt.flatMap((message) => (message.role === "system" ? [message.content] : [])).join("\n\n");
  return {
    number: before.filter(({ outcome }) => outcome !== "refused").length,
    ...{ model: "scripted", stream: true, system, tools: (call?.tools ?? []).map(({ name }) => name) },
    parts: prompt.flatMap(partsOf),
    tokens: Math.ceil(promptText(prompt).length / 4),
    ...{
      path: "scripted",
      headers: {},
      body: promptText(prompt),
      asks: "answer",
      dropped: [],
      usage: null,
      refusal: null,
      outcome: null,
    },
  };
}

function partsOf(message: Prompt[number]): readonly SeenPart[] {
  if (message.role === "system") return [];
  const by = message.role === "assistant" ? "agent" : "user";
  return message.content.flatMap((part): readonly SeenPart[] => {
    switch (part.type) {
      case "text":
        return [{ kind: "said", by, text: part.text }];
      case "reasoning":
        return [{ kind: "thought", text: part.text }];
      case "tool-call":
        return [{ kind: "called", id: part.toolCallId, tool: part.toolName, input: JSON.stringify(part.input) }];
      case "tool-result": {
        const value = "value" in part.output ? part.output.value : part.output.reason;
        return [
          { kind: "returned", id: part.toolCallId, text: typeof value === "string" ? value : JSON.stringify(value) },
        ];
      }
      default:
        return [];
    }
  });
}

function scripted(reply: StandInReply, tokens: number): ScriptedReply {
  const { text, calls, fails, reasoning } = reply;
  const said = text === undefined ? {} : { text };
  if (fails?.as === "overflow") {
    const words = splitWords(text ?? "")
      .slice(0, fails.after ?? 0)
      .join("");
    return { ...(words === "" ? {} : { text: words }), error: tooLong(tokens, fails.window ?? tokens - 1) };
  }
  if (fails?.as === "rate-limit") return { error: limited() };
  const content = reasoning === undefined ? {} : { content: [{ type: "reasoning" as const, text: reasoning }] };
  return { ...said, ...content, ...(calls === undefined ? {} : { calls }) };
}

function tooLong(tokens: number, window: number): Error {
  return new APICallError({
    message: `prompt is too long: ${tokens} tokens > ${window} maximum`,
    url: "scripted",
    requestBodyValues: {},
    statusCode: 400,
  });
}

function limited(): Error {
  return new APICallError({
    message: "This request would exceed the rate limit of 30,000 input tokens per minute.",
    url: "scripted",
    requestBodyValues: {},
    statusCode: 429,
    responseHeaders: { "retry-after-ms": "1" },
  });
}
