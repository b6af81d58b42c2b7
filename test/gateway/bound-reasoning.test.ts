import type Anthropic from "@anthropic-ai/sdk";
import { describe, expect, it } from "vitest";
import type { StandInReply } from "../stand-ins/script.js";
import { openRoom, type Room, type RoomOptions } from "./room.js";

/** An agent that reads pages of 300 lines and gets a new question every ninth call. */
async function playAgent(room: Room, { calls, every = 9, lines = 300 }: { calls: number; every?: number; lines?: number }) {
  const client = room.client({ "x-clew-session": "agent" });
  const messages: Anthropic.MessageParam[] = [];
  const refused: string[] = [];
  for (let number = 0; number < calls; number++) {
    const last = messages.at(-1);
    const open = last?.role === "assistant" && Array.isArray(last.content) ? last.content.filter((block) => block.type === "tool_use") : [];
    const results = open.map(({ id }) => ({ type: "tool_result" as const, tool_use_id: id, content: page(number, lines) }));
    const question = { type: "text" as const, text: `Question ${number}: what do the pages say of item ${number}?` };
    if (results.length > 0 || number % every === 0)
      messages.push({ role: "user", content: [...results, ...(number % every === 0 ? [question] : [])] });
    const request = { model: "claude-opus-5-5", max_tokens: 500, system: "You read pages.", tools, messages: [...messages] };
    try {
      const answer = await client.messages.create(request as Anthropic.MessageCreateParamsNonStreaming);
      messages.push({ role: "assistant", content: answer.content });
    } catch (error) {
      refused.push(String(error));
      break;
    }
  }
  return { messages, refused };
}

const tools = [{ name: "read_page", description: "Reads a page.", input_schema: { type: "object" as const } }];

function page(number: number, lines: number): string {
  return Array.from({ length: lines }, (_, line) => `page ${number} line ${line}: value ${number * 1_000 + line}`).join("\n");
}

function thinkAndCall(number: number): StandInReply {
  return { reasoning: `Thought ${number}.`, text: `Step ${number}.`, calls: [{ tool: "read_page", input: { page: number } }] };
}

async function openThinking(options: RoomOptions = {}): Promise<Room> {
  return openRoom(({ number }) => thinkAndCall(number), options);
}

/** How many thinking blocks each request had. */
function countThoughts({ upstream }: Room): readonly number[] {
  return upstream.requests.map(({ parts }) => parts.filter(({ kind }) => kind === "thought").length);
}

describe("Bound reasoning through the gateway", () => {
  it("is never behind a changed prefix, and none is lost", async () => {
    const room = await openThinking();
    const { refused } = await playAgent(room, { calls: 36 });
    console.log(countThoughts(room), room.lines);
    expect(refused).toEqual([]);
  });
});
