/** Answers of the Messages API, in one piece and as a stream. */
import { readField } from "../script.js";
import { type Answer, countTokens, type Frame, splitWords } from "../server.js";
import { type BindingAccount, type BoundRequest, signSummary, signThinking } from "./binding.js";
import type { CacheBlock } from "./cache.js";
import type { AnthropicRequest } from "./request.js";

/** A request with what became of it. */
export interface AnthropicForm {
  readonly request: AnthropicRequest;
  /** As it came. */
  readonly body: BoundRequest;
  /** As the model reads it. */
  readonly blocks: readonly CacheBlock[];
  readonly account: BindingAccount;
  readonly applied: readonly object[];
  /** Whether it reached the threshold for a summary. */
  readonly compacts: boolean;
  /** Fields that a header asked for. */
  readonly told: object;
}

type Reply = Answer<AnthropicForm>;
type Block = Readonly<Record<string, unknown>> & { readonly type: string };

export function writeMessage(answer: Reply, diagnostics: unknown): unknown {
  return {
    ...writeHead(answer, diagnostics),
    content: listContent(answer),
    stop_reason: findStop(answer),
    ...writeEdits(answer),
    usage: { ...writeInput(answer), ...writeOutput(answer) },
  };
}

export function streamMessage(answer: Reply, diagnostics: unknown): readonly Frame[] {
  const usage = { ...writeInput(answer), output_tokens: 1 };
  const message = { ...writeHead(answer, diagnostics), content: [], stop_reason: null, usage };
  const delta = { stop_reason: findStop(answer), stop_sequence: null };
  const end = { type: "message_delta", delta, ...writeEdits(answer), usage: writeOutput(answer) };
  return [
    writeEvent({ type: "message_start", message }),
    writeEvent({ type: "ping" }),
    ...listContent(answer).flatMap((block, index) => [
      writeEvent({ type: "content_block_start", index, content_block: beginBlock(block) }),
      ...listDeltas(block).map(({ at, ...delta }) => writeEvent({ type: "content_block_delta", index, delta }, at)),
      writeEvent({ type: "content_block_stop", index }),
    ]),
    writeEvent(end, "end"),
    writeEvent({ type: "message_stop" }),
  ];
}

/** Signatures and data of its reasoning, in order. */
export function listTokens(answer: Reply): readonly string[] {
  return listContent(answer).flatMap(({ signature, data }) => String(signature ?? data ?? "") || []);
}

export function listCalls({ calls }: Reply): readonly string[] {
  return calls.map(({ id }) => `toolu_${id}`);
}

function writeHead({ id, asked }: Reply, diagnostics: unknown): object {
  return {
    ...{ id: `msg_${id}`, type: "message", role: "assistant", model: asked.model, stop_sequence: null },
    ...asked.form.told,
    ...(diagnostics !== undefined && { diagnostics }),
  };
}

function writeEdits({ asked: { form } }: Reply): object {
  return form.request.context_management == null ? {} : { context_management: { applied_edits: form.applied } };
}

function listContent(answer: Reply): readonly Block[] {
  const { asked, reply, calls } = answer;
  const { form } = asked;
  const { text = "" } = reply.empty ? {} : reply;
  if (asked.asks === "summary") {
    const content = findSummary(answer);
    const signature = signSummary(form.body, content ?? "");
    return content === null ? [] : [{ type: "compaction", content, encrypted_content: null, signature }];
  }
  const summary = form.compacts
    ? [{ type: "compaction", content: findSummary(answer), encrypted_content: "sealed" }]
    : [];
  if (pauses(answer)) return summary;
  const asks = calls.map(({ id, tool, input }) => ({ type: "tool_use", id: `toolu_${id}`, name: tool, input }));
  return [...summary, ...listThinking(answer, summary), ...(text === "" ? [] : [{ type: "text", text }]), ...asks];
}

/** Newer models show no reasoning where the request does not want to see it: its text is empty, and it counts all the same. */
function listThinking({ asked: { form }, reply }: Reply, ahead: readonly Block[]): readonly Block[] {
  const { reasoning = "", redacted } = reply.empty ? {} : reply;
  const isOmitted = readField(form.body.thinking, "display") === "omitted";
  if (reasoning === "") return [];
  const thinking = isOmitted ? "" : reasoning;
  const [signature, data] = signThinking(form.body, ahead, redacted ? [thinking, ""] : [thinking], form.account);
  return [
    { type: "thinking", thinking, signature },
    ...(data === undefined ? [] : [{ type: "redacted_thinking", data }]),
  ];
}

/** Null where the model wrote none. */
function findSummary({ reply }: Reply): string | null {
  if (reply.empty === true || reply.finish !== undefined) return null;
  return reply.summary ?? reply.text ?? "A summary.";
}

/** Whether a request that is compacted wants to see that before the answer. */
function pauses({ asked: { form } }: Reply): boolean {
  const edits = form.request.context_management?.edits ?? [];
  return form.compacts && edits.some((edit) => edit.pause_after_compaction === true);
}

function findStop(answer: Reply): string {
  const { asked, reply, calls } = answer;
  const named = { length: "max_tokens", filter: "refusal" }[reply.finish ?? ""] ?? reply.finish;
  if (named !== undefined) return named;
  if (asked.asks === "summary" || pauses(answer)) return findSummary(answer) === null ? "max_tokens" : "compaction";
  return calls.length > 0 ? "tool_use" : "end_turn";
}

/** A summary is counted in `iterations` alone. */
function writeInput(answer: Reply): object {
  const { usage, asked } = answer;
  const { input, cacheRead, cacheWrite, longWrite } = usage;
  const whole = {
    input_tokens: input - cacheRead - cacheWrite,
    cache_read_input_tokens: cacheRead,
    cache_creation_input_tokens: cacheWrite,
    cache_creation: { ephemeral_5m_input_tokens: cacheWrite - longWrite, ephemeral_1h_input_tokens: longWrite },
  };
  if (asked.asks === "answer" && !asked.form.compacts) return whole;
  const summary = countTokens(findSummary(answer) ?? "");
  const compaction = { type: "compaction", ...whole, output_tokens: summary };
  const none = { input_tokens: 0, cache_read_input_tokens: 0, cache_creation_input_tokens: 0, cache_creation: null };
  if (asked.asks === "summary" || pauses(answer)) return { ...none, iterations: [compaction] };
  // The answer reads the summary in the place of the messages.
  const rest = { ...none, input_tokens: countTokens(asked.system) + summary };
  const message = { type: "message", model: asked.model, ...rest, output_tokens: usage.output };
  return { ...rest, iterations: [compaction, message] };
}

function writeOutput(answer: Reply): object {
  const { usage, asked } = answer;
  if (asked.asks === "summary" || pauses(answer)) return { output_tokens: 0 };
  return { output_tokens: usage.output, output_tokens_details: { thinking_tokens: usage.reasoning } };
}

/** A block as its first event has it. */
function beginBlock(block: Block): Block {
  switch (block.type) {
    case "thinking":
      return { type: "thinking", thinking: "", signature: "" };
    case "text":
      return { type: "text", text: "" };
    case "tool_use":
      return { ...block, input: {} };
    case "compaction":
      return { ...block, content: null };
    default:
      return block;
  }
}

type Delta = { readonly type: string; readonly [field: string]: unknown; readonly at?: "word" };

function listDeltas(block: Block): readonly Delta[] {
  switch (block.type) {
    case "thinking": {
      const words = splitWords(String(block.thinking)).map((thinking) => ({ type: "thinking_delta", thinking }));
      return [...words, { type: "signature_delta", signature: block.signature }];
    }
    case "text":
      return splitWords(String(block.text)).map((text) => ({ type: "text_delta", text, at: "word" as const }));
    case "tool_use": {
      // The input comes in pieces that are no JSON by themselves, and the first of them is empty.
      const text = JSON.stringify(block.input);
      const half = Math.ceil(text.length / 2);
      const pieces = ["", text.slice(0, half), text.slice(half)];
      return pieces.map((partial_json) => ({ type: "input_json_delta", partial_json }));
    }
    case "compaction":
      return [{ type: "compaction_delta", content: block.content, encrypted_content: block.encrypted_content }];
    default:
      return [];
  }
}

function writeEvent(data: { readonly type: string; readonly [field: string]: unknown }, at?: "word" | "end"): Frame {
  return { event: data.type, data, ...(at !== undefined && { at }) };
}
