/**
 * What the command writes, line by line, as the SDK's parts.
 *
 * 1. The answer is what the stream's events say. Whole messages are read only where no event told of them, as from
 *    older versions.
 * 2. A message that calls the caller's tools is the end of the run, and so is one that was cut: the command would go on
 *    by itself.
 */
import { isObject } from "../../core/text/json.js";
import type { Finish, StreamPart } from "./model-types.js";
import { finishReasonOf, mergedUsage, usageOf } from "./usage.js";

type Outcome =
  | { readonly kind: "finished"; readonly finish: Finish; readonly goes: "by itself" | "when told" }
  | { readonly kind: "failed"; readonly result: Readonly<Record<string, unknown>>; readonly complaint: string | null }
  | { readonly kind: "broken off" };

export interface AnswerReader {
  /** The parts of a line, and how the answer ended if it did. */
  read(line: Readonly<Record<string, unknown>>): readonly StreamPart[];
  outcome(): Outcome | null;
  /** Ends what is open, for an answer that ends before its time. */
  close(): readonly StreamPart[];
}

interface Open {
  readonly kind: "text" | "reasoning" | "call" | "other";
  readonly id: string;
  readonly name: string;
  input: string;
}

interface State {
  readonly named: (name: string) => string | null;
  /** By their places in the message. */
  readonly open: Map<unknown, Open>;
  /** Ids of messages that events told of. */
  readonly told: Set<unknown>;
  pieces: number;
  calls: number;
  isWithin: boolean;
  hasSpoken: boolean;
  stop: string | null;
  usage: Record<string, unknown>;
  complaint: string | null;
  outcome: Outcome | null;
}

export function answerReader(named: (name: string) => string | null): AnswerReader {
  const state: State = {
    named,
    open: new Map(),
    told: new Set(),
    pieces: 0,
    calls: 0,
    isWithin: false,
    hasSpoken: false,
    stop: null,
    usage: {},
    complaint: null,
    outcome: null,
  };
  return {
    read: (line) => {
      // Of somebody whom the model sent; nobody can be sent here.
      if (typeof line.parent_tool_use_id === "string") return [];
      if (line.type === "stream_event" && isObject(line.event)) return eventParts(state, line.event);
      if (line.type === "assistant") return messageParts(state, line);
      if (line.type === "user" && state.calls > 0) return finished(state, "when told");
      if (line.type === "result") return resultParts(state, line);
      return [];
    },
    outcome: () => state.outcome,
    // Half a call is no call.
    close: () =>
      [...state.open].flatMap(([place, { kind, id }]): readonly StreamPart[] =>
        kind === "call" ? [{ type: "tool-input-end", id }] : closed(state, place),
      ),
  };
}

function eventParts(state: State, event: Readonly<Record<string, unknown>>): readonly StreamPart[] {
  switch (event.type) {
    case "message_start":
      return begun(state, event.message);
    case "content_block_start":
      return opened(state, event.index, event.content_block);
    case "content_block_delta":
      return grown(state, event.index, event.delta);
    case "content_block_stop":
      return closed(state, event.index);
    case "message_delta":
      state.usage = mergedUsage(state.usage, event.usage);
      state.stop = textAt(event.delta, "stop_reason") ?? state.stop;
      return [];
    case "message_stop":
      state.isWithin = false;
      return isEnd(state) ? finished(state, "when told") : [];
    default:
      return [];
  }
}

/** The command tries again by itself, also after it has passed on half an answer, which nobody can take back. */
function begun(state: State, message: unknown): readonly StreamPart[] {
  if (state.isWithin && state.hasSpoken) {
    state.outcome = { kind: "broken off" };
    return [];
  }
  state.isWithin = true;
  state.open.clear();
  if (!isObject(message)) return [];
  state.told.add(message.id);
  state.usage = mergedUsage({}, message.usage);
  return [metadata(message)];
}

function metadata(message: Readonly<Record<string, unknown>>): StreamPart {
  const [id, modelId] = [textAt(message, "id"), textAt(message, "model")];
  return { type: "response-metadata", ...(id === null ? {} : { id }), ...(modelId === null ? {} : { modelId }) };
}

function isEnd({ calls, stop }: State): boolean {
  return calls > 0 || stop === "max_tokens" || stop === "model_context_window_exceeded";
}

function opened(state: State, place: unknown, block: unknown): readonly StreamPart[] {
  const kind = kindOf(state, block);
  const name = state.named(textAt(block, "name") ?? "") ?? "";
  const id = (kind === "call" ? textAt(block, "id") : null) ?? `part-${state.pieces}`;
  state.pieces += 1;
  state.open.set(place, { kind, id, name, input: "" });
  if (kind === "other") return [];
  state.hasSpoken = true;
  if (kind === "call") return [{ type: "tool-input-start", id, toolName: name }];
  return [{ type: `${kind}-start`, id }, ...grown(state, place, block)];
}

function kindOf(state: State, block: unknown): Open["kind"] {
  const type = textAt(block, "type");
  if (type === "text") return "text";
  if (type === "thinking") return "reasoning";
  return type === "tool_use" && state.named(textAt(block, "name") ?? "") !== null ? "call" : "other";
}

function grown(state: State, place: unknown, delta: unknown): readonly StreamPart[] {
  const block = state.open.get(place);
  if (block === undefined || block.kind === "other") return [];
  if (block.kind === "call") {
    const piece = textAt(delta, "partial_json") ?? "";
    block.input += piece;
    return piece === "" ? [] : [{ type: "tool-input-delta", id: block.id, delta: piece }];
  }
  const text = textAt(delta, block.kind === "text" ? "text" : "thinking") ?? "";
  return text === "" ? [] : [{ type: `${block.kind}-delta`, id: block.id, delta: text }];
}

function closed(state: State, place: unknown): readonly StreamPart[] {
  const block = state.open.get(place);
  state.open.delete(place);
  if (block === undefined || block.kind === "other") return [];
  if (block.kind !== "call") return [{ type: `${block.kind}-end`, id: block.id }];
  state.calls += 1;
  const input = block.input === "" ? "{}" : block.input;
  return [
    { type: "tool-input-end", id: block.id },
    { type: "tool-call", toolCallId: block.id, toolName: block.name, input },
  ];
}

/** A whole message, or a block of one. What the command says in the model's place is a complaint. */
function messageParts(state: State, line: Readonly<Record<string, unknown>>): readonly StreamPart[] {
  const { message } = line;
  if (!isObject(message) || state.told.has(message.id)) return [];
  const blocks = Array.isArray(message.content) ? message.content : [];
  if (typeof line.error === "string" || message.model === "<synthetic>") {
    const texts = blocks.flatMap((block) => textAt(block, "text") ?? []);
    state.complaint = [...(typeof line.error === "string" ? [line.error] : []), ...texts].join(": ");
    return [];
  }
  if (state.isWithin && state.hasSpoken) {
    state.outcome = { kind: "broken off" };
    return [];
  }
  state.isWithin = false;
  state.usage = mergedUsage(state.usage, message.usage);
  state.stop = textAt(message, "stop_reason") ?? state.stop;
  return blocks.flatMap((block) => wholeParts(state, block));
}

function wholeParts(state: State, block: unknown): readonly StreamPart[] {
  const place = `whole-${state.pieces}`;
  const start = opened(state, place, block);
  const input = isObject(block) && block.type === "tool_use" ? JSON.stringify(block.input ?? {}) : "";
  return [...start, ...grown(state, place, { partial_json: input }), ...closed(state, place)];
}

function resultParts(state: State, result: Readonly<Record<string, unknown>>): readonly StreamPart[] {
  if (result.subtype === "error_max_turns" && state.stop === "tool_use") return finished(state, "by itself");
  if (result.is_error === true) {
    state.outcome = { kind: "failed", result, complaint: state.complaint };
    return [];
  }
  state.usage = mergedUsage(state.usage, result.usage);
  state.stop = state.stop ?? textAt(result, "stop_reason");
  const text = state.hasSpoken ? null : textAt(result, "result");
  const parts = text === null || text === "" ? [] : wholeParts(state, { type: "text", text });
  return [...parts, ...finished(state, "by itself")];
}

function finished(state: State, goes: "by itself" | "when told"): readonly StreamPart[] {
  const finishReason = finishReasonOf(state.stop, state.calls);
  state.outcome = {
    kind: "finished",
    finish: { type: "finish", finishReason, usage: usageOf(state.usage) },
    goes,
  };
  return [];
}

function textAt(value: unknown, key: string): string | null {
  const text = isObject(value) ? value[key] : null;
  return typeof text === "string" ? text : null;
}
