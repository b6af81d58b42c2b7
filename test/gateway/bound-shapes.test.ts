import type Anthropic from "@anthropic-ai/sdk";
import type { StandInRequest } from "clewline/testing";
import { expect, it } from "vitest";
import { openRoom } from "./room.js";

function countThoughts({ parts }: StandInRequest): number {
  return parts.filter(({ kind }) => kind === "thought").length;
}

it("a text that a mark for the cache made a block stays one, so that no reasoning is lost behind it", async () => {
  const room = await openRoom(({ number }) => ({ reasoning: `Thought ${number}.`, text: `Answer ${number}.` }));
  const client = room.client({ "x-clew-session": "texts" });
  const messages: Anthropic.MessageParam[] = [];
  for (let number = 0; number < 5; number += 1) {
    const text = `Question ${number}?`;
    const marked = { type: "text" as const, text, cache_control: { type: "ephemeral" as const } };
    const request = { model: "claude-opus-5-5", max_tokens: 500, system: "You answer." };
    const { content } = await client.messages.create({
      ...request,
      messages: [...messages, { role: "user", content: [marked] }],
    });
    messages.push({ role: "user", content: text }, { role: "assistant", content });
  }
  expect(room.upstream.requests.map(countThoughts)).toEqual([0, 1, 2, 3, 4]);
  expect(room.upstream.requests.flatMap(({ refusal }) => refusal ?? [])).toEqual([]);
});
