import { type Answer, type Frame, splitWords } from "../server.js";
import { sealReasoning } from "./preserved.js";
import type { ResponsesForm, WholeItem } from "./responses-request.js";

type OutputItem = Extract<WholeItem, { readonly id?: string | undefined }>;

/** The items of an answer: thinking, the message, the calls. */
export function listOutput({ id, asked, reply, calls }: Answer<ResponsesForm>): readonly OutputItem[] {
  const { text = "", reasoning = "" } = reply.empty ? {} : reply;
  const sealed = asked.form.request.include?.includes("reasoning.encrypted_content") === true;
  const thought: OutputItem = {
    type: "reasoning",
    id: `rs_${id}`,
    summary: [{ type: "summary_text", text: reasoning }],
    ...(sealed && { encrypted_content: sealAnswer(asked.form, reasoning) }),
  };
  const content = [{ type: "output_text", text, annotations: [], logprobs: [], prompt_cache_breakpoint: undefined }];
  const said: OutputItem = { type: "message", id: `msg_${id}`, role: "assistant", content };
  const asks = calls.map((call): OutputItem => {
    const name = call.tool;
    if (typeof call.input === "string")
      return { type: "custom_tool_call", id: `ctc_${call.id}`, call_id: call.id, name, input: call.input };
    const input = JSON.stringify(call.input);
    return { type: "function_call", id: `fc_${call.id}`, call_id: call.id, name, arguments: input };
  });
  return [...(reasoning === "" ? [] : [thought]), ...(text === "" ? [] : [said]), ...asks];
}

/** The reasoning as only its provider reads it. */
export function sealAnswer({ request, items, organization }: ResponsesForm, reasoning: string): string {
  return sealReasoning(request, items, reasoning, organization);
}

/** A response as it stands at its beginning or at its end. */
export function writeResponse(
  answer: Answer<ResponsesForm>,
  status: "in_progress" | "completed",
  diagnosis: unknown,
): Record<string, unknown> {
  const { id, asked, usage } = answer;
  const done = status === "completed";
  const reason = done ? incompleteReason(answer) : null;
  return {
    ...{ id: `resp_${id}`, object: "response", created_at: 1_780_000_000, model: asked.model },
    status: reason === null ? status : "incomplete",
    error: null,
    ...(done && diagnosis !== undefined && { prompt_cache_diagnostics: diagnosis }),
    incomplete_details: reason === null ? null : { reason },
    output: done ? listOutput(answer).map((item) => ({ ...item, status: "completed" })) : [],
    usage: done
      ? {
          input_tokens: usage.input,
          input_tokens_details: {
            cached_tokens: usage.cacheRead,
            ...(usage.cacheWrite > 0 && { cache_write_tokens: usage.cacheWrite }),
          },
          output_tokens: usage.output,
          output_tokens_details: { reasoning_tokens: usage.reasoning },
          total_tokens: usage.input + usage.output,
        }
      : null,
  };
}

/** The answer as a stream of events, numbered in order. */
export function listEvents(answer: Answer<ResponsesForm>, diagnosis: unknown): readonly Frame[] {
  const ended = incompleteReason(answer) === null ? "response.completed" : "response.incomplete";
  const events: readonly Event[] = [
    { type: "response.created", response: writeResponse(answer, "in_progress", undefined) },
    { type: "response.in_progress", response: writeResponse(answer, "in_progress", undefined) },
    ...listOutput(answer).flatMap(itemEvents),
    { type: ended, response: writeResponse(answer, "completed", diagnosis), at: "end" },
  ];
  return events.map(({ at, ...event }, sequence_number) => {
    return { event: event.type, data: { ...event, sequence_number }, ...(at !== undefined && { at }) };
  });
}

/** An error inside a stream. A prompt that is too long makes the response fail; anything else is an error of its own. */
export function writeFailure(body: unknown): Frame {
  const sent = body as {
    readonly type?: string;
    readonly error?: { readonly code?: string; readonly message?: string };
  };
  if (sent.type !== undefined) return { event: sent.type, data: { sequence_number: 99, ...sent } };
  const { code, message } = sent.error ?? {};
  if (code === "context_length_exceeded") {
    const response = { object: "response", status: "failed", error: { code, message }, output: [], usage: null };
    return { event: "response.failed", data: { type: "response.failed", sequence_number: 99, response } };
  }
  return { event: "error", data: { type: "error", sequence_number: 99, code, message, param: null } };
}

interface Event {
  readonly type: string;
  readonly at?: "word" | "end";
  readonly [field: string]: unknown;
}

function itemEvents(item: OutputItem, output_index: number): readonly Event[] {
  const at = { item_id: item.id, output_index };
  const added = { type: "response.output_item.added", output_index, item: begun(item) };
  const done = { type: "response.output_item.done", output_index, item: { ...item, status: "completed" } };
  return [added, ...innerEvents(item).map((event) => ({ ...at, ...event })), done];
}

function begun(item: OutputItem): unknown {
  if (item.type === "function_call") return { ...item, arguments: "", status: "in_progress" };
  if (item.type === "custom_tool_call") return { ...item, input: "", status: "in_progress" };
  if (item.type === "reasoning") return { ...item, summary: [] };
  return { ...item, content: [], status: "in_progress" };
}

function innerEvents(item: OutputItem): readonly Event[] {
  if (item.type === "function_call") {
    const type = "response.function_call_arguments";
    return [...halfEvents(type, item.arguments), { type: `${type}.done`, arguments: item.arguments }];
  }
  if (item.type === "custom_tool_call") {
    const type = "response.custom_tool_call_input";
    return [...halfEvents(type, item.input), { type: `${type}.done`, input: item.input }];
  }
  if (item.type === "reasoning") {
    const text = item.summary[0]?.text ?? "";
    const part = { type: "summary_text", text };
    const type = "response.reasoning_summary_text.delta";
    return [
      { type: "response.reasoning_summary_part.added", summary_index: 0, part: { ...part, text: "" } },
      ...splitWords(text).map((delta) => ({ type, summary_index: 0, delta })),
      { type: "response.reasoning_summary_text.done", summary_index: 0, text },
      { type: "response.reasoning_summary_part.done", summary_index: 0, part },
    ];
  }
  const [part] = Array.isArray(item.content) ? item.content : [];
  const text = part?.text ?? "";
  const type = "response.output_text.delta";
  return [
    { type: "response.content_part.added", content_index: 0, part: { ...part, text: "" } },
    ...splitWords(text).map((delta) => ({ type, content_index: 0, delta, logprobs: [], at: "word" as const })),
    { type: "response.output_text.done", content_index: 0, text, logprobs: [] },
    { type: "response.content_part.done", content_index: 0, part },
  ];
}

function halfEvents(type: string, text: string): readonly Event[] {
  const half = Math.ceil(text.length / 2);
  return [text.slice(0, half), text.slice(half)].map((delta) => ({ type: `${type}.delta`, delta }));
}

function incompleteReason({ reply }: Answer<ResponsesForm>): string | null {
  return { length: "max_output_tokens", filter: "content_filter" }[reply.finish ?? ""] ?? reply.finish ?? null;
}
