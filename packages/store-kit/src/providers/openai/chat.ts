import { promptText } from "../prompt-text.js";
import type {
  DroppedReasoning,
  StandIn,
  StandInFailure,
  StandInOptions,
  StandInRefusal,
  StandInScript,
} from "../script.js";
import { type Answer, type Asked, type Dialect, type Frame, type Limits, serveDialect, splitWords } from "../server.js";
import { StepCache } from "../step-cache.js";
import { type ChatRequest, chatParts, chatRequest, wrongChat } from "./chat-request.js";
import { openaiFailure, openaiInvalid, openaiKey, openaiPage, takesMarks } from "./failures.js";

/** Starts a stand-in of OpenAI's Chat Completions. Reasoning comes as `reasoning_content`, as from others that speak the same. */
export function startOpenaiChat(script: StandInScript, options: StandInOptions = {}): Promise<StandIn> {
  return serveChat(script, options, {});
}

/** The rules of a provider that speaks the same and is stricter. */
interface ChatRules {
  judge?(request: ChatRequest): {
    readonly refusal: StandInRefusal | null;
    readonly dropped: readonly DroppedReasoning[];
  };
  ended?(answer: Answer<Form>): void;
}

export function serveChat(script: StandInScript, options: StandInOptions, chat: ChatRules): Promise<StandIn> {
  const rules = { stepTokens: 128, leastTokens: 1_024, ttlMs: 5 * 60_000 };
  const cache = new StepCache(rules, options.now ?? Date.now);
  const dialect: Dialect<Form> = {
    base: "/v1",
    lineEnd: "\n",
    keyOf: openaiKey,
    page: (path) => openaiPage(path, options.models ?? ["gpt-5", "gpt-5-mini"]),
    read: (path, body) => read(path, body, chat),
    overflow,
    failure,
    count: ({ model, form }) => {
      const { read, written } = cache.serve(`${model} ${form.request.prompt_cache_key ?? ""}`, form.prompt);
      return { cacheRead: read, cacheWrite: takesMarks(model) ? written : 0, longWrite: 0, oracle: null };
    },
    whole,
    frames,
    broken: (body) => ({ data: body }),
    ended: (answer) => chat.ended?.(answer),
  };
  return serveDialect(dialect, script, options);
}

interface Form {
  readonly request: ChatRequest;
  readonly prompt: string;
}

function read(path: string, body: unknown, chat: ChatRules): Asked<Form> | { refusal: StandInRefusal } | undefined {
  if (path.split("?")[0] !== "/v1/chat/completions") return undefined;
  const parsed = chatRequest.safeParse(body);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return { refusal: openaiInvalid(`Invalid value: ${issue?.message}`, issue?.path.join(".") ?? null) };
  }
  const request = parsed.data;
  const judged = chat.judge?.(request);
  const refusal = wrongChat(request) ?? judged?.refusal ?? null;
  if (refusal !== null) return { refusal };
  const { system, parts } = chatParts(request);
  const { text: prompt, tokens } = promptText(request.tools ?? [], system, parts);
  return {
    ...{ model: request.model, stream: request.stream ?? false, system, parts, tokens },
    tools: (request.tools ?? []).map((tool) => tool.function.name),
    dropped: judged?.dropped ?? [],
    form: { request, prompt },
  };
}

function overflow({ tokens, form }: Asked<Form>, window: number): StandInRefusal | null {
  const reserved = form.request.max_completion_tokens ?? form.request.max_tokens ?? 0;
  if (tokens > window) return failure("overflow", { tokens, window });
  if (tokens + reserved <= window) return null;
  return tooLong(
    `This model's maximum context length is ${window} tokens. However, you requested ${tokens + reserved} tokens (${tokens} in the messages, ${reserved} in the completion). Please reduce the length of the messages or completion.`,
  );
}

function failure(kind: Exclude<StandInFailure, "cut">, { tokens, window }: Limits): StandInRefusal {
  if (kind !== "overflow") return openaiFailure(kind);
  return tooLong(
    `This model's maximum context length is ${window} tokens. However, your messages resulted in ${tokens} tokens. Please reduce the length of the messages.`,
  );
}

function tooLong(message: string): StandInRefusal {
  return openaiInvalid(message, "messages", "context_length_exceeded");
}

function whole(answer: Answer<Form>): unknown {
  const { id, asked, reply, calls } = answer;
  const { text, reasoning } = reply.empty ? { text: "", reasoning: undefined } : reply;
  const asks = calls.map((call) => ({ ...toolCall(call), function: { name: call.tool, arguments: inputOf(call) } }));
  const message = {
    ...{ role: "assistant", content: text ?? null, refusal: null },
    ...(reasoning !== undefined && { reasoning_content: reasoning }),
    ...(asks.length > 0 && { tool_calls: asks }),
  };
  return {
    ...{ id: `chatcmpl-${id}`, object: "chat.completion", created, model: asked.model },
    choices: [{ index: 0, message, logprobs: null, finish_reason: finishReason(answer) }],
    usage: usageOf(answer),
  };
}

function frames(answer: Answer<Form>): readonly Frame[] {
  const { id, asked, reply, calls } = answer;
  const { text = "", reasoning = "" } = reply.empty ? {} : reply;
  const counted = asked.form.request.stream_options?.include_usage === true;
  const head = { id: `chatcmpl-${id}`, object: "chat.completion.chunk", created, model: asked.model };
  const chunk = (delta: unknown, finish: string | null = null, at?: Frame["at"]): Frame => {
    const choices = [{ index: 0, delta, logprobs: null, finish_reason: finish }];
    return { data: { ...head, choices, ...(counted && { usage: null }) }, ...(at !== undefined && { at }) };
  };
  const usage = counted ? [{ data: { ...head, choices: [], usage: usageOf(answer) } }] : [];
  return [
    chunk({ role: "assistant", content: "", refusal: null }),
    ...splitWords(reasoning).map((word) => chunk({ reasoning_content: word })),
    ...splitWords(text).map((word) => chunk({ content: word }, null, "word")),
    ...calls.flatMap((call, index) => callDeltas(call, index).map((delta) => chunk({ tool_calls: [delta] }))),
    chunk({}, finishReason(answer), "end"),
    ...usage,
    { data: "[DONE]" },
  ];
}

const created = 1_780_000_000;

type Call = Answer<Form>["calls"][number];

/** The first piece names the call, the others only its index. */
function callDeltas(call: Call, index: number): readonly unknown[] {
  const input = inputOf(call);
  const half = Math.ceil(input.length / 2);
  const pieces = [input.slice(0, half), input.slice(half)].map((piece) => ({ index, function: { arguments: piece } }));
  return [{ index, ...toolCall(call), function: { name: call.tool, arguments: "" } }, ...pieces];
}

function toolCall({ id }: Call): { readonly id: string; readonly type: "function" } {
  return { id, type: "function" };
}

function inputOf({ input }: Call): string {
  return JSON.stringify(input);
}

function finishReason({ reply, calls }: Answer<Form>): string {
  const named = { filter: "content_filter" }[reply.finish ?? ""];
  return named ?? reply.finish ?? (calls.length > 0 ? "tool_calls" : "stop");
}

function usageOf({ usage }: Answer<Form>): unknown {
  return {
    prompt_tokens: usage.input,
    completion_tokens: usage.output,
    total_tokens: usage.input + usage.output,
    prompt_tokens_details: {
      cached_tokens: usage.cacheRead,
      ...(usage.cacheWrite > 0 && { cache_write_tokens: usage.cacheWrite }),
    },
    completion_tokens_details: { reasoning_tokens: usage.reasoning },
  };
}
