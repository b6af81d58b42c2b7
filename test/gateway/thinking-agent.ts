/** An agent of others that thinks, reads pages by a tool, and sends its whole list with every call. */
import type Anthropic from "@anthropic-ai/sdk";
import type { StandInReply, StandInRequest } from "../stand-ins/script.js";
import type { Room } from "./room.js";

/** The agent does one of these before its next call. */
export type Move =
  | { readonly kind: "read"; readonly lines: number }
  | { readonly kind: "ask" }
  | { readonly kind: "edit"; readonly place: number }
  | { readonly kind: "switch"; readonly model: string }
  | { readonly kind: "restart" };

interface PlayedCall {
  readonly model: string;
  /** Thoughts of the agent's own list that the running turn brought. */
  readonly ofTurn: number;
  /** Whether the agent changed its list before it since the turn began. */
  readonly isEdited: boolean;
}

export interface Played {
  readonly calls: readonly PlayedCall[];
  readonly refused: readonly string[];
  readonly room: Room;
}

const tools = [{ name: "read_page", description: "Reads a page.", input_schema: { type: "object" as const } }];

/** Thinks and reads until it is asked something else. */
export function thinkAndRead({ number }: StandInRequest): StandInReply {
  const read = [{ tool: "read_page", input: { page: number } }];
  return { reasoning: `Thought ${number}.`, text: `Step ${number}.`, calls: read };
}

export async function playAgent(start: Room, moves: readonly Move[], first = "claude-opus-5-5"): Promise<Played> {
  let [room, model, ofTurn, isEdited] = [start, first, 0, false];
  const messages: Anthropic.MessageParam[] = [];
  const [calls, refused]: [PlayedCall[], string[]] = [[], []];
  for (const [number, move] of moves.entries()) {
    if (move.kind === "restart") room = await room.restart();
    if (move.kind === "switch") model = move.model;
    if (move.kind === "edit") isEdited = editMessage(messages, move.place) || isEdited;
    const isAsked = move.kind === "ask" || messages.length === 0;
    if (isAsked) [ofTurn, isEdited] = [0, false];
    messages.push({
      role: "user",
      content: [
        ...answerCalls(messages.at(-1), number, move.kind === "read" ? move.lines : 3),
        ...(isAsked ? [{ type: "text" as const, text: `Question ${number}: what do the pages say of it?` }] : []),
      ],
    });
    calls.push({ model, ofTurn, isEdited });
    try {
      const client = room.client({ "x-clew-session": "agent" });
      const request = { model, max_tokens: 500, system: "You read pages.", tools, messages: structuredClone(messages) };
      const { content } = await client.messages.create(request);
      messages.push({ role: "assistant", content });
      ofTurn += 1;
    } catch (error) {
      refused.push(String(error));
      break;
    }
  }
  return { calls, refused, room };
}

function answerCalls(last: Anthropic.MessageParam | undefined, number: number, lines: number) {
  const blocks = last?.role === "assistant" && Array.isArray(last.content) ? last.content : [];
  return blocks.flatMap((block) =>
    block.type === "tool_use"
      ? [{ type: "tool_result" as const, tool_use_id: block.id, content: makePage(number, lines) }]
      : [],
  );
}

function makePage(number: number, lines: number): string {
  return Array.from({ length: lines }, (_, line) => `page ${number} line ${line}: ${number * 1_000 + line}`).join("\n");
}

/** As a client does that corrects an older message of its own. */
function editMessage(messages: Anthropic.MessageParam[], place: number): boolean {
  const asked = messages.flatMap(({ role, content }, index) =>
    role === "user" && Array.isArray(content) && content.some(({ type }) => type === "text") ? [index] : [],
  );
  const index = asked[place % Math.max(1, asked.length)];
  const message = index === undefined ? undefined : messages[index];
  if (index === undefined || !Array.isArray(message?.content)) return false;
  const content = message.content.map((block) =>
    block.type === "text" ? { ...block, text: `${block.text} (edited)` } : block,
  );
  // A client leaves out thinking that stands behind its own edit.
  const rest = messages.slice(index + 1).map((each) => ({ ...each, content: dropThinking(each.content) }));
  messages.splice(index, messages.length, ...([{ ...message, content }, ...rest] as Anthropic.MessageParam[]));
  return true;
}

function dropThinking(content: Anthropic.MessageParam["content"]): Anthropic.MessageParam["content"] {
  return typeof content === "string" ? content : content.filter(({ type }) => type !== "thinking");
}
