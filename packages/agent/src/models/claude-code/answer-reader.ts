/**
 * Converts what the command writes, line by line, into the SDK's parts.
 *
 * 1. The answer is what the stream's events say. Whole messages are read only if no event described them, as with older
 *    versions.
 * 2. A message that calls the caller's tools ends the run, and so does one that was cut: the command would continue by
 *    itself.
 */
import { isObject, toJson } from "@clewline/text/json.js";
import type { Finish, StreamPart } from "../sdk-model.js";

/** Merges the provider's figures as they come: later ones override earlier ones. */
function mergeUsage(before: Readonly<Record<string, unknown>>, usage: unknown): Record<string, unknown> {
  if (!isObject(usage)) return { ...before };
  const figures = Object.entries(usage).filter(([, value]) => value !== null && value !== undefined);
  return { ...before, ...Object.fromEntries(figures) };
}

function readUsage(figures: Readonly<Record<string, unknown>>): Finish["usage"] {
  const figure = (name: string) => (typeof figures[name] === "number" ? (figures[name] as number) : undefined);
  const fresh = figure("input_tokens");
  const cacheRead = figure("cache_read_input_tokens");
  const cacheWrite = figure("cache_creation_input_tokens");
  const total = fresh === undefined ? undefined : fresh + (cacheRead ?? 0) + (cacheWrite ?? 0);
  const output = figure("output_tokens");
  return {
    inputTokens: { total, noCache: fresh, cacheRead, cacheWrite },
    outputTokens: { total: output, text: undefined, reasoning: undefined },
    raw: toJson(figures) as NonNullable<Finish["usage"]["raw"]>,
  };
}

const reasons: ReadonlyMap<string, Finish["finishReason"]["unified"]> = new Map([
  ["end_turn", "stop"],
  ["stop_sequence", "stop"],
  ["tool_use", "tool-calls"],
  ["max_tokens", "length"],
  ["model_context_window_exceeded", "length"],
  ["refusal", "content-filter"],
]);

function readFinishReason(raw: string | null, calls: number): Finish["finishReason"] {
  if (calls > 0) return { unified: "tool-calls", raw: raw ?? "tool_use" };
  const unified = raw === null ? "stop" : (reasons.get(raw) ?? "other");
  // The model called a tool that is not the caller's, without result.
  return { unified: unified === "tool-calls" ? "other" : unified, raw: raw ?? undefined };
}

type Outcome =
  | { readonly kind: "finished"; readonly finish: Finish; readonly goes: "by itself" | "when told" }
  | { readonly kind: "failed"; readonly result: Readonly<Record<string, unknown>>; readonly complaint: string | null }
  | { readonly kind: "broken off" };

export interface AnswerReader {
  read(line: Readonly<Record<string, unknown>>): readonly StreamPart[];
  outcome(): Outcome | null;
  /** Ends open parts, for an answer that ends early. */
  close(): readonly StreamPart[];
}

interface OpenBlock {
  readonly kind: "text" | "reasoning" | "call" | "other";
  readonly id: string;
  readonly name: string;
  input: string;
}

interface State {
  readonly named: (name: string) => string | null;
  /** By their index in the message. */
  readonly open: Map<unknown, OpenBlock>;
  /** Ids of messages that events described. */
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

export function makeAnswerReader(named: (name: string) => string | null): AnswerReader {
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
      // A line of a subagent, which can't occur here.
      if (typeof line.parent_tool_use_id === "string") return [];
      if (line.type === "stream_event" && isObject(line.event)) return readEvent(state, line.event);
      if (line.type === "assistant") return readMessage(state, line);
      if (line.type === "user" && state.calls > 0) return finishAnswer(state, "when told");
      if (line.type === "result") return readResult(state, line);
      return [];
    },
    outcome: () => state.outcome,
    // An incomplete call is no call.
    close: () =>
      [...state.open].flatMap(([place, { kind, id }]): readonly StreamPart[] =>
        kind === "call" ? [{ type: "tool-input-end", id }] : closeBlock(state, place),
      ),
  };
}

function readEvent(state: State, event: Readonly<Record<string, unknown>>): readonly StreamPart[] {
  switch (event.type) {
    case "message_start":
      return beginMessage(state, event.message);
    case "content_block_start":
      return openBlock(state, event.index, event.content_block);
    case "content_block_delta":
      return appendDelta(state, event.index, event.delta);
    case "content_block_stop":
      return closeBlock(state, event.index);
    case "message_delta":
      state.usage = mergeUsage(state.usage, event.usage);
      state.stop = readText(event.delta, "stop_reason") ?? state.stop;
      return [];
    case "message_stop":
      state.isWithin = false;
      return isEnd(state) ? finishAnswer(state, "when told") : [];
    default:
      return [];
  }
}

/** The command retries by itself, even after half an answer, which can't be taken back. */
function beginMessage(state: State, message: unknown): readonly StreamPart[] {
  if (state.isWithin && state.hasSpoken) {
    state.outcome = { kind: "broken off" };
    return [];
  }
  state.isWithin = true;
  state.open.clear();
  if (!isObject(message)) return [];
  state.told.add(message.id);
  state.usage = mergeUsage({}, message.usage);
  return [makeMetadata(message)];
}

function makeMetadata(message: Readonly<Record<string, unknown>>): StreamPart {
  const [id, modelId] = [readText(message, "id"), readText(message, "model")];
  return { type: "response-metadata", ...(id === null ? {} : { id }), ...(modelId === null ? {} : { modelId }) };
}

function isEnd({ calls, stop }: State): boolean {
  return calls > 0 || stop === "max_tokens" || stop === "model_context_window_exceeded";
}

function openBlock(state: State, place: unknown, block: unknown): readonly StreamPart[] {
  const kind = classifyBlock(state, block);
  const name = state.named(readText(block, "name") ?? "") ?? "";
  const id = (kind === "call" ? readText(block, "id") : null) ?? `part-${state.pieces}`;
  state.pieces += 1;
  state.open.set(place, { kind, id, name, input: "" });
  if (kind === "other") return [];
  state.hasSpoken = true;
  if (kind === "call") return [{ type: "tool-input-start", id, toolName: name }];
  return [{ type: `${kind}-start`, id }, ...appendDelta(state, place, block)];
}

function classifyBlock(state: State, block: unknown): OpenBlock["kind"] {
  const type = readText(block, "type");
  if (type === "text") return "text";
  if (type === "thinking") return "reasoning";
  return type === "tool_use" && state.named(readText(block, "name") ?? "") !== null ? "call" : "other";
}

function appendDelta(state: State, place: unknown, delta: unknown): readonly StreamPart[] {
  const block = state.open.get(place);
  if (block === undefined || block.kind === "other") return [];
  if (block.kind === "call") {
    const piece = readText(delta, "partial_json") ?? "";
    block.input += piece;
    return piece === "" ? [] : [{ type: "tool-input-delta", id: block.id, delta: piece }];
  }
  const text = readText(delta, block.kind === "text" ? "text" : "thinking") ?? "";
  return text === "" ? [] : [{ type: `${block.kind}-delta`, id: block.id, delta: text }];
}

function closeBlock(state: State, place: unknown): readonly StreamPart[] {
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

/** A whole message, or a block of one. What the command itself says in the model's place is a complaint. */
function readMessage(state: State, line: Readonly<Record<string, unknown>>): readonly StreamPart[] {
  const { message } = line;
  if (!isObject(message) || state.told.has(message.id)) return [];
  const blocks = Array.isArray(message.content) ? message.content : [];
  if (typeof line.error === "string" || message.model === "<synthetic>") {
    const texts = blocks.flatMap((block) => readText(block, "text") ?? []);
    state.complaint = [...(typeof line.error === "string" ? [line.error] : []), ...texts].join(": ");
    return [];
  }
  if (state.isWithin && state.hasSpoken) {
    state.outcome = { kind: "broken off" };
    return [];
  }
  state.isWithin = false;
  state.usage = mergeUsage(state.usage, message.usage);
  state.stop = readText(message, "stop_reason") ?? state.stop;
  return blocks.flatMap((block) => readBlock(state, block));
}

function readBlock(state: State, block: unknown): readonly StreamPart[] {
  const place = `whole-${state.pieces}`;
  const start = openBlock(state, place, block);
  const input = isObject(block) && block.type === "tool_use" ? JSON.stringify(block.input ?? {}) : "";
  return [...start, ...appendDelta(state, place, { partial_json: input }), ...closeBlock(state, place)];
}

function readResult(state: State, result: Readonly<Record<string, unknown>>): readonly StreamPart[] {
  if (result.subtype === "error_max_turns" && state.stop === "tool_use") return finishAnswer(state, "by itself");
  if (result.is_error === true) {
    state.outcome = { kind: "failed", result, complaint: state.complaint };
    return [];
  }
  state.usage = mergeUsage(state.usage, result.usage);
  state.stop = state.stop ?? readText(result, "stop_reason");
  const text = state.hasSpoken ? null : readText(result, "result");
  const parts = text === null || text === "" ? [] : readBlock(state, { type: "text", text });
  return [...parts, ...finishAnswer(state, "by itself")];
}

function finishAnswer(state: State, goes: "by itself" | "when told"): readonly StreamPart[] {
  const finishReason = readFinishReason(state.stop, state.calls);
  state.outcome = {
    kind: "finished",
    finish: { type: "finish", finishReason, usage: readUsage(state.usage) },
    goes,
  };
  return [];
}

function readText(value: unknown, key: string): string | null {
  const text = isObject(value) ? value[key] : null;
  return typeof text === "string" ? text : null;
}
