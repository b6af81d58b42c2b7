/** A model that answers from a script: offline, the same every time, for the AI SDK 6 and 7. */
import type { LanguageModel } from "ai";

/** A model as providers make them, for the AI SDK. */
export type ProviderModel = Extract<LanguageModel, { readonly specificationVersion: "v3" }>;
/** One part of a provider's answer. @public */
export type ProviderContent = Awaited<ReturnType<ProviderModel["doGenerate"]>>["content"][number];
type StreamPart =
  Awaited<ReturnType<ProviderModel["doStream"]>>["stream"] extends ReadableStream<infer Part> ? Part : never;

/** The AI SDK's arguments of one call of a model: the prompt, the tools, the settings. */
export type ModelCall = Parameters<ProviderModel["doGenerate"]>[0];

/** One answer of the scripted model. Content comes first, then text, then calls; an error comes after all of them. */
export interface ScriptedReply {
  /** The text of the model's answer. */
  readonly text?: string;
  /** The tools that it calls. Without an id, a call is named after its place in the script. */
  readonly calls?: readonly { readonly tool: string; readonly input: unknown; readonly id?: string }[];
  /** Anything else, in the provider's own parts: reasoning, files, tools that the provider runs. */
  readonly content?: readonly ProviderContent[];
  /** The error that the call fails with; a stream fails after the rest of the reply. */
  readonly error?: unknown;
}

/** The answers in order, or a function from the prompt and the number of the call, which starts at 0. */
export type Script = readonly ScriptedReply[] | ((prompt: ModelCall["prompt"], call: number) => ScriptedReply);

/** A model for `generateText` and `streamText` that records its calls. */
export type ScriptedModel = ProviderModel & {
  /** Every call so far, oldest first. */
  readonly calls: readonly ModelCall[];
};

/** A model for the AI SDK that needs no key and no network: it answers by the script. */
export function scriptedModel(script: Script): ScriptedModel {
  const calls: ModelCall[] = [];
  const answer = (call: ModelCall) => {
    call.abortSignal?.throwIfAborted();
    const number = calls.push(call) - 1;
    const reply = pickReply(script, call, number);
    return { reply, content: makeContent(reply, number), ...makeEnd(reply, call) };
  };
  return {
    specificationVersion: "v3",
    provider: "clewline",
    modelId: "scripted",
    supportedUrls: {},
    calls,
    doGenerate: async (call) => {
      const { reply, content, finishReason, usage } = answer(call);
      if (reply.error !== undefined) throw reply.error;
      return { content: [...content], finishReason, usage, warnings: [] };
    },
    doStream: async (call) => {
      const { reply, content, finishReason, usage } = answer(call);
      if (reply.error !== undefined && content.length === 0) throw reply.error;
      const end: StreamPart =
        reply.error === undefined ? { type: "finish", finishReason, usage } : { type: "error", error: reply.error };
      const parts: readonly StreamPart[] = [{ type: "stream-start", warnings: [] }, ...content.flatMap(splitPart), end];
      return { stream: makeStream(parts, call.abortSignal) };
    },
  };
}

/** A prompt as plain text, one block for each message: for assertions and for reading. */
export function promptText(prompt: ModelCall["prompt"]): string {
  return prompt
    .map(
      ({ role, content }) => `${role}: ${typeof content === "string" ? content : content.map(renderPart).join("\n")}`,
    )
    .join("\n\n");
}

function pickReply(script: Script, { prompt }: ModelCall, number: number): ScriptedReply {
  if (typeof script === "function") return script(prompt, number);
  const reply = script[number];
  if (reply === undefined) throw new Error(`The script has ${script.length} replies, and this is call ${number + 1}`);
  return reply;
}

function makeContent({ text, calls = [], content = [] }: ScriptedReply, number: number): readonly ProviderContent[] {
  const said: readonly ProviderContent[] = text === undefined ? [] : [{ type: "text", text }];
  const asked = calls.map(({ tool, input, id }, place): ProviderContent => {
    return {
      type: "tool-call",
      toolCallId: id ?? `call-${number}-${place}`,
      toolName: tool,
      input: JSON.stringify(input),
    };
  });
  return [...content, ...said, ...asked];
}

/** Usage is rough, four characters to a token: enough to see that it arrives. */
function makeEnd(
  { text = "", calls = [] }: ScriptedReply,
  { prompt }: ModelCall,
): Pick<Awaited<ReturnType<ProviderModel["doGenerate"]>>, "finishReason" | "usage"> {
  const reason = calls.length > 0 ? "tool-calls" : "stop";
  const input = Math.ceil(promptText(prompt).length / 4);
  const output = Math.ceil(text.length / 4) + calls.length;
  return {
    finishReason: { unified: reason, raw: reason },
    usage: {
      inputTokens: { total: input, noCache: input, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: output, text: output, reasoning: undefined },
    },
  };
}

/** Text comes word by word, and a call's input in two halves, as from a provider. */
function splitPart(part: ProviderContent, place: number): readonly StreamPart[] {
  const id = `part-${place}`;
  const meta = part.providerMetadata === undefined ? {} : { providerMetadata: part.providerMetadata };
  switch (part.type) {
    case "text":
    case "reasoning": {
      const deltas = splitWords(part.text).map((delta): StreamPart => ({ type: `${part.type}-delta`, id, delta }));
      return [{ type: `${part.type}-start`, id, ...meta }, ...deltas, { type: `${part.type}-end`, id, ...meta }];
    }
    case "tool-call": {
      const { toolCallId, toolName, input, providerExecuted } = part;
      const hosted = providerExecuted === undefined ? {} : { providerExecuted };
      const half = Math.ceil(input.length / 2);
      const deltas = [input.slice(0, half), input.slice(half)].map(
        (delta): StreamPart => ({ type: "tool-input-delta", id: toolCallId, delta }),
      );
      const start: StreamPart = { type: "tool-input-start", id: toolCallId, toolName, ...hosted };
      return [start, ...deltas, { type: "tool-input-end", id: toolCallId }, part];
    }
    default:
      return [part];
  }
}

function splitWords(text: string): readonly string[] {
  return text.match(/\s*\S+\s*$|\s*\S+|\s+$/g) ?? [text];
}

/** One part at a time, so that an abort between two parts is seen. */
function makeStream(parts: readonly StreamPart[], signal: AbortSignal | undefined): ReadableStream<StreamPart> {
  const waiting = parts.values();
  return new ReadableStream<StreamPart>({
    pull(controller) {
      if (signal?.aborted) return controller.error(signal.reason);
      const { done, value } = waiting.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}

type PromptPart = Exclude<ModelCall["prompt"][number]["content"], string>[number];

function renderPart(part: PromptPart): string {
  switch (part.type) {
    case "text":
    case "reasoning":
      return part.text;
    case "file":
      return `[${part.mediaType}]`;
    case "tool-call":
      return `${part.toolName}(${JSON.stringify(part.input)})`;
    case "tool-result": {
      const { output } = part;
      const value = output.type === "execution-denied" ? (output.reason ?? "denied") : output.value;
      return typeof value === "string" ? value : JSON.stringify(value);
    }
    default:
      return JSON.stringify(part);
  }
}
