/** What our tools and the explanation of our marks cost in a chat of two messages, as a view counts them. */
import type Anthropic from "@anthropic-ai/sdk";
import { balanced, laned, layered, rolling, selective, tiered } from "clewline";
import { scriptedModel, startAnthropic } from "clewline/testing";
import { describe, expect, test } from "vitest";
import { openFresh } from "./fresh-clew.js";
import { openRoom, sentBody } from "./gateway/room.js";

const presets = [balanced, laned, layered, rolling, selective, tiered];

describe.each(presets)("a chat of two messages, $name", (policy) => {
  test("in the loop, with all of our tools", async () => {
    const model = scriptedModel(() => ({ text: "Fine." }));
    const clew = await openFresh({ policy, model, window: 200_000 });
    await clew.generate({ session: "terminal:one", text: "How are you?" });
    await clew.generate({ session: "terminal:one", text: "Good." });
    const { receipt } = await clew.why();
    const tools = receipt.overheads.find(({ name }) => name === "tools")?.tokens ?? 0;
    expect(tools).toBeGreaterThan(100);
    expect(tools + (receipt.layers.marks ?? 0)).toBeLessThanOrEqual(545);
    const [first, second] = model.calls.map(({ tools: sent, prompt }) => JSON.stringify([sent, prompt[0]]));
    expect(second).toBe(first);
  });

  test("through the gateway", async () => {
    const upstream = { name: "anthropic", start: startAnthropic };
    const room = await openRoom(() => ({ text: "Fine." }), { upstream, policy: policy.name, recall: true });
    const headers = { "x-clew-session": "test:one" };
    const asked = { role: "user" as const, content: "How are you?" };
    const list = [asked, { role: "assistant" as const, content: "Fine." }, { role: "user" as const, content: "Good." }];
    for (const messages of [[asked], list])
      await room.client(headers).messages.create({ model: "claude-sonnet-4-5", max_tokens: 100, messages });
    const clew = await room.log();
    const { receipt } = await clew.why();
    const tools = receipt.overheads.find(({ name }) => name === "tools")?.tokens ?? 0;
    expect(tools).toBeGreaterThan(100);
    expect(tools + (receipt.layers.marks ?? 0)).toBeLessThanOrEqual(300);
    const [first, second] = [0, 1].map((place) => {
      const [message] = sentBody(room, place).messages as readonly Anthropic.MessageParam[];
      return JSON.stringify(message?.content[0]);
    });
    expect(first).toContain("Tags named clew-");
    expect(second).toBe(first);
  });
});
