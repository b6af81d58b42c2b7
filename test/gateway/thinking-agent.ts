/** An agent of others that thinks, reads pages by a tool, and sends its whole list with every call. */
import Anthropic from "@anthropic-ai/sdk";
import { listKeepable } from "@clewline/store-kit/providers/anthropic/binding.js";
import type { StandInReply, StandInRequest } from "clewline/testing";
import type { Room } from "./room.js";

/** The agent does one of these before its next call. */
export type Move =
  | { readonly kind: "read"; readonly lines: number }
  | { readonly kind: "ask" }
  | { readonly kind: "edit"; readonly place: number }
  | { readonly kind: "delete" }
  | { readonly kind: "compact" }
  | { readonly kind: "switch"; readonly model: string }
  | { readonly kind: "count" }
  | { readonly kind: "restart" };

interface PlayedCall {
  /** The agent's own list. */
  readonly messages: readonly Message[];
  /** What went upstream for it. */
  readonly requests: readonly StandInRequest[];
}

export interface Played {
  readonly calls: readonly PlayedCall[];
  /** Errors that the agent heard. */
  readonly refused: readonly string[];
  readonly room: Room;
}

export interface AgentOptions {
  readonly model?: string;
  /** It lets the provider clear old results and reasoning. */
  readonly clears?: boolean;
}

type Block = Anthropic.Beta.BetaContentBlockParam;

interface Message {
  readonly role: "user" | "assistant";
  readonly content: Block[];
}

const tools = [{ name: "read_page", description: "Reads a page.", input_schema: { type: "object" as const } }];
const clearing = {
  betas: ["context-management-2025-06-27"],
  context_management: {
    edits: [
      { type: "clear_thinking_20251015" as const, keep: { type: "thinking_turns" as const, value: 2 } },
      { type: "clear_tool_uses_20250919" as const, trigger: { type: "input_tokens" as const, value: 20_000 } },
    ],
  },
};

/** Thinks and reads until it is asked something else; every third time two pages at once, and looks into the past where it can. */
export function thinkAndRead({ number, tools: offered, parts }: StandInRequest): StandInReply {
  const read = (page: number) => ({ tool: "read_page", input: { page } });
  const thought = { reasoning: `Thought ${number}.`, text: `Step ${number}.` };
  if (number % 7 === 5 && offered.includes("recall") && parts.at(-1)?.kind !== "returned")
    return { ...thought, calls: [{ tool: "recall", input: { question: `page ${number - 4}` } }] };
  const pages = number % 3 === 2 ? [read(number), read(number + 1_000)] : [read(number)];
  return { ...thought, ...(number % 4 === 3 && { redacted: true as const }), calls: pages };
}

export async function playAgent(start: Room, moves: readonly Move[], options: AgentOptions = {}): Promise<Played> {
  let [room, model] = [start, options.model ?? "claude-opus-5-5"];
  const messages: Message[] = [];
  const [calls, refused]: [PlayedCall[], string[]] = [[], []];
  const { requests } = start.upstream;
  for (const [number, move] of moves.entries()) {
    if (move.kind === "restart") room = await room.restart();
    if (move.kind === "switch") model = move.model;
    if (move.kind === "edit") editMessage(messages, move.place);
    const isAsked = move.kind === "ask" || move.kind === "compact" || messages.length === 0;
    messages.push({
      role: "user",
      content: [
        ...answerCalls(messages.at(-1), number, move.kind === "read" ? move.lines : 3),
        ...(isAsked ? [{ type: "text" as const, text: `Question ${number}: what do the pages say of it?` }] : []),
      ],
    });
    if (move.kind === "delete") deleteOldest(messages);
    if (move.kind === "compact") messages.splice(0, messages.length - 1, ...summarise(messages.at(-1), number));
    const client = room.client({ "x-clew-session": "agent" });
    const request = { model, system: "You read pages.", tools, messages: structuredClone(messages) };
    const first = requests.length;
    try {
      if (move.kind === "count") await client.beta.messages.countTokens(request);
      const { content } = await client.beta.messages.create({
        ...{ ...request, max_tokens: 500 },
        ...(options.clears && clearing),
      });
      messages.push({ role: "assistant", content: content as Block[] });
    } catch (error) {
      if (!(error instanceof Anthropic.APIError)) throw error;
      refused.push(error.message);
    }
    calls.push({ messages: request.messages, requests: requests.slice(first) });
    if (refused.length > 0) break;
  }
  return { calls, refused, room };
}

/**
 * Where the provider's rules were broken: a refusal, also one that the agent never heard of; reasoning that the provider dropped
 * for its place; and reasoning of the agent's list that went missing although its answer is sent and the bytes before it as sent are
 * those that it was produced under.
 */
export function listBroken({ calls, refused }: Pick<Played, "calls" | "refused">): readonly string[] {
  const broken = calls.flatMap(({ messages, requests }, call) =>
    requests.flatMap(({ body, refusal, dropped }) => {
      if (refusal !== null) return [`call ${call} was refused: ${JSON.stringify(refusal.body)}`];
      const sent = new Set(listSent(body).map((block) => JSON.stringify(block)));
      const kept = listKeepable(...([body, messages] as Parameters<typeof listKeepable>));
      const lost = kept.filter((block) => !sent.has(JSON.stringify(block))).length;
      const misplaced = dropped.filter(({ reason }) => reason !== "model_binding_mismatch").length;
      return [
        ...(lost > 0 ? [`call ${call} lost ${lost} of ${kept.length} thoughts`] : []),
        ...(misplaced > 0 ? [`call ${call} sent ${misplaced} thoughts behind another prefix`] : []),
      ];
    }),
  );
  return [...refused, ...broken];
}

/** Reasoning in a request. */
export function listSent(body: unknown): readonly unknown[] {
  return (body as { readonly messages: readonly Message[] }).messages.flatMap(listThoughts);
}

function listThoughts({ content }: Message): readonly Block[] {
  return content.filter(({ type }) => type === "thinking" || type === "redacted_thinking");
}

function answerCalls(last: Message | undefined, number: number, lines: number) {
  return (last?.role === "assistant" ? last.content : []).flatMap((block) =>
    block.type === "tool_use"
      ? [{ type: "tool_result" as const, tool_use_id: block.id, content: makePage(number, lines) }]
      : [],
  );
}

function makePage(number: number, lines: number): string {
  return Array.from({ length: lines }, (_, line) => `page ${number} line ${line}: ${number * 1_000 + line}`).join("\n");
}

/** As a client does that corrects an older message of its own. */
function editMessage(messages: Message[], place: number): void {
  const asked = messages.flatMap(({ role, content }, index) =>
    role === "user" && content.some(({ type }) => type === "text") ? [index] : [],
  );
  const index = asked[place % Math.max(1, asked.length)];
  const message = index === undefined ? undefined : messages[index];
  if (index === undefined || message === undefined) return;
  const content = message.content.map((block) =>
    block.type === "text" ? { ...block, text: `${block.text} (edited)` } : block,
  );
  messages.splice(index, messages.length, { ...message, content }, ...messages.slice(index + 1).map(dropThoughts));
}

/** As a client does that keeps to a number of messages: its list begins with a later question. */
function deleteOldest(messages: Message[]): void {
  const next = messages.findIndex(
    ({ role, content }, index) => index > 0 && role === "user" && content.every(({ type }) => type === "text"),
  );
  if (next > 0) messages.splice(0, messages.length, ...messages.slice(next).map(dropThoughts));
}

/** As a client does that sums up its list: the summary and the next question. */
function summarise(newest: Message | undefined, number: number): readonly Message[] {
  const asked = (newest?.content ?? []).filter(({ type }) => type === "text");
  newest?.content.splice(0, newest.content.length, ...asked);
  return [
    { role: "user", content: [{ type: "text", text: `Summary ${number}: pages were read.` }] },
    { role: "assistant", content: [{ type: "text", text: "I go on from there." }] },
  ];
}

/** A client leaves out reasoning that stands behind its own change. */
function dropThoughts(message: Message): Message {
  const thoughts = new Set(listThoughts(message));
  const content = message.content.filter((block) => !thoughts.has(block));
  return { ...message, content };
}
