/** What an agent sends, call after call: instructions, tools, and a list that grows by a call of a tool and its result. */
import { generateRound } from "../generated-round.js";

export type AgentWire = "anthropic" | "openai-chat";

export interface AgentSession {
  readonly wire: AgentWire;
  readonly name: string;
  readonly path: string;
  /** Steps that it has before its first call. */
  readonly filled: number;
  /** The body of the call with this number, from 0. */
  body(call: number): object;
}

export interface SessionShape {
  /** Tells it from the others. */
  readonly name: string;
  /** Bytes of the first body. */
  readonly bytes: number;
  /** Bytes of a result. */
  readonly step: number;
}

export function makeSession(wire: AgentWire, shape: SessionShape): AgentSession {
  const head = Math.min(8_000, Math.floor(shape.bytes / 4));
  const system = `You work at a harbour.\n${fill(1, head)}`;
  const filled = Math.max(0, Math.floor((shape.bytes - 2 * head) / (shape.step + 260)));
  const steps = (call: number) => Array.from({ length: filled + call }, (_, place) => place);
  const write = writers[wire];
  return {
    ...{ wire, filled, name: shape.name, path: write.path },
    body: (call) => write.body({ ...shape, system, tools: fill(2, head) }, steps(call)),
  };
}

/** The answer to the call with this number: a word and the next call of a tool. */
export function nameCall(session: string, step: number): string {
  return `call_${session}_${step}`;
}

interface WrittenSession extends SessionShape {
  readonly system: string;
  readonly tools: string;
}

interface Writer {
  readonly path: string;
  body(session: WrittenSession, steps: readonly number[]): object;
}

const question = "Count the crates of every pier, page by page, and tell me which numbers differ.";
const mark = { cache_control: { type: "ephemeral" } };

const writers: Readonly<Record<AgentWire, Writer>> = {
  anthropic: {
    path: "/v1/messages",
    body({ name, step, system, tools }, steps) {
      const messages = [
        { role: "user", content: [{ type: "text", text: `${question} (${name})` }] },
        ...steps.flatMap((place) => {
          const id = nameCall(name, place);
          const isLast = place === steps.length - 1;
          const result = { type: "tool_result", tool_use_id: id, content: fill(place, step), ...(isLast ? mark : {}) };
          return [
            {
              role: "assistant",
              content: [writeWords(place), { type: "tool_use", id, name: "read_page", input: { page: place } }],
            },
            { role: "user", content: [result] },
          ];
        }),
      ];
      const schema = { type: "object", properties: { page: { type: "number" } } };
      return {
        ...{ model: "claude-sonnet-5", max_tokens: 4_000, stream: true },
        system: [{ type: "text", text: system, ...mark }],
        tools: [{ name: "read_page", description: tools, input_schema: schema }],
        messages,
      };
    },
  },
  "openai-chat": {
    path: "/v1/chat/completions",
    body({ name, step, system, tools }, steps) {
      const messages = [
        { role: "system", content: system },
        { role: "user", content: `${question} (${name})` },
        ...steps.flatMap((place) => {
          const id = nameCall(name, place);
          const called = { name: "read_page", arguments: JSON.stringify({ page: place }) };
          return [
            {
              role: "assistant",
              content: writeWords(place).text,
              tool_calls: [{ id, type: "function", function: called }],
            },
            { role: "tool", tool_call_id: id, content: fill(place, step) },
          ];
        }),
      ];
      const parameters = { type: "object", properties: { page: { type: "number" } } };
      return {
        ...{ model: "gpt-5", max_completion_tokens: 4_000, stream: true },
        tools: [{ type: "function", function: { name: "read_page", description: tools, parameters } }],
        messages,
      };
    },
  },
};

export function writeWords(place: number): { readonly type: "text"; readonly text: string } {
  return { type: "text", text: `Page ${place} comes next.` };
}

let words = "";

/** Text of so many bytes that no other number has. */
function fill(number: number, bytes: number): string {
  words ||= Array.from({ length: 250 }, (_, place) => generateRound(place).message.replace(/[^ -~]/g, "")).join(" ");
  const start = (number * 977) % words.length;
  const text = `${number}: ${words.slice(start)}`;
  return text.padEnd(bytes, ` ${words}`).slice(0, bytes);
}
