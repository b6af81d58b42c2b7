/** What our tools and the explanation of our marks cost in a chat of two messages, as a view counts them. */
import type Anthropic from "@anthropic-ai/sdk";
import { generateText } from "ai";
import { balanced, type Clew, laned, layered, rolling, selective, tiered } from "clewline";
import { scriptedModel, startAnthropic } from "clewline/testing";
import { describe, expect, test } from "vitest";
import { openFresh } from "./fresh-clew.js";
import { openRoom, sentBody } from "./gateway/room.js";

const presets = [balanced, laned, layered, rolling, selective, tiered];

/** In `balanced`. Presets that keep to their documents have more tools, because these name them. */
const most = (name: string) => (name === "balanced" ? 300 : 445);
const isTools = ({ name }: { readonly name: string }) => name === "tools";

/** What the newest view spent on our tools and the explanation of our marks. */
async function readOwnTokens(clew: Clew): Promise<{ readonly tools: number; readonly all: number }> {
  const { receipt } = await clew.why();
  const tools = receipt.overheads.find(isTools)?.tokens ?? 0;
  return { tools, all: tools + (receipt.layers.marks ?? 0) };
}

type Answering = (clew: Clew, text: string) => Promise<unknown>;
const session = "terminal:one";
const hosts: Readonly<Record<string, Answering>> = {
  "clew.generate": (clew, text) => clew.generate({ session, text }),
  "clew.stream": async (clew, text) => (await clew.stream({ session, text })).text,
  "turn.aiSdk": async (clew, text) => {
    const turn = await clew.begin({ session, text });
    return generateText(turn.aiSdk({ model: scriptedModel(() => ({ text: "Fine." })) }));
  },
  "a loop of one's own over turn.view": async (clew, text) => {
    const { compact, ...tools } = clew.tools({ session });
    const turn = await clew.begin({ session, text });
    await turn.view({ tools });
    await turn.complete({ text: "Fine." });
  },
};

describe.each(presets)("a chat of two messages, $name", (policy) => {
  test.each(Object.entries(hosts))("by %s, with all of our tools", async (_name, answer) => {
    const model = scriptedModel(() => ({ text: "Fine." }));
    const clew = await openFresh({ policy, model, window: 200_000 });
    for (const text of ["How are you?", "Good."]) {
      await answer(clew, text);
      const { tools, all } = await readOwnTokens(clew);
      expect(tools).toBeGreaterThan(100);
      expect(all).toBeLessThanOrEqual(most(policy.name));
    }
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
    const { tools, all } = await readOwnTokens(clew);
    expect(tools).toBeGreaterThan(100);
    expect(all).toBeLessThanOrEqual(300);
    const [first, second] = [0, 1].map((place) => {
      const [message] = sentBody(room, place).messages as readonly Anthropic.MessageParam[];
      return JSON.stringify(message?.content[0]);
    });
    expect(first).toContain("Tags named clew-");
    expect(second).toBe(first);
  });
});
