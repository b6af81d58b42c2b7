import { countTokens, estimated } from "@clewline/text/tokens/count-tokens.js";
import type { ModelCall, Warning } from "../sdk-model.js";
import { convertPrompt } from "./prompt.js";
import type { OllamaRequest, OllamaTool } from "./wire.js";

export interface PreparedRequest {
  readonly body: OllamaRequest;
  readonly warnings: Warning[];
}

export interface Defaults {
  readonly model: string;
  readonly stream: boolean;
  readonly window: number | undefined;
  readonly think: boolean | undefined;
}

/** `providerOptions.ollama` may name num_ctx, think, and any of Ollama's own options. */
export function buildRequest(call: ModelCall, { model, stream, window, think }: Defaults): PreparedRequest {
  const warnings: Warning[] = [];
  const { think: asked = think, ...own } = call.providerOptions?.ollama ?? {};
  const messages = convertPrompt(call.prompt, warnings);
  const tools = listTools(call, warnings);
  const body: OllamaRequest = {
    model,
    messages,
    stream,
    // Ollama must refuse what does not fit, before or in the middle of an answer, and never cut it silently.
    truncate: false,
    shift: false,
    options: dropUndefined({ num_ctx: window, ...mapOptions(call), ...own }),
    ...(tools.length === 0 ? {} : { tools }),
    ...readFormat(call),
    ...(typeof asked === "boolean" || typeof asked === "string" ? { think: asked } : {}),
  };
  return { body, warnings };
}

/** An upper figure for what the model reads, without images or reasoning, which most models don't get again. */
export function estimateRequestTokens({ messages, tools = [] }: OllamaRequest): number {
  const texts = messages.flatMap(({ content, tool_calls: calls = [] }) => [
    content,
    ...calls.map((call) => JSON.stringify(call.function)),
  ]);
  const pieces = [...texts, ...tools.map((tool) => JSON.stringify(tool.function))];
  return pieces.reduce((sum, text) => sum + countTokens(text, estimated), 0);
}

function mapOptions(call: ModelCall): Record<string, unknown> {
  return {
    temperature: call.temperature,
    top_p: call.topP,
    top_k: call.topK,
    seed: call.seed,
    stop: call.stopSequences,
    num_predict: call.maxOutputTokens,
    presence_penalty: call.presencePenalty,
    frequency_penalty: call.frequencyPenalty,
  };
}

/** Ollama has no tool choice: sends no tools if none may be called, and one alone if it must be that one. */
function listTools({ tools = [], toolChoice }: ModelCall, warnings: Warning[]): readonly OllamaTool[] {
  if (toolChoice?.type === "none") return [];
  if (toolChoice?.type === "required" || toolChoice?.type === "tool") {
    warnings.push({ type: "unsupported", feature: "toolChoice", details: "The model may answer without a tool" });
  }
  return tools.flatMap((tool): readonly OllamaTool[] => {
    if (tool.type !== "function") {
      warnings.push({ type: "unsupported", feature: `the provider's tool ${tool.name}` });
      return [];
    }
    if (toolChoice?.type === "tool" && toolChoice.toolName !== tool.name) return [];
    const { name, description, inputSchema: parameters } = tool;
    return [
      { type: "function", function: { name, ...(description === undefined ? {} : { description }), parameters } },
    ];
  });
}

function readFormat({ responseFormat }: ModelCall): Pick<OllamaRequest, "format"> {
  return responseFormat?.type === "json" ? { format: responseFormat.schema ?? "json" } : {};
}

function dropUndefined(options: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
