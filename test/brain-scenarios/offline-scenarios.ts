/** The scenarios for the brain without a model: it quotes, and does nothing else. */
import { join } from "node:path";
import { tool } from "ai";
import type { Clew } from "clewline";
import { describeRequest } from "clewline/testing";
import { expect } from "vitest";
import { z } from "zod";
import type { Brain } from "./brain.js";
import { filled, newFolder, opened, openFor, outcomesIn, session, startedFor, told, traceOf } from "./opened.js";

export const offlineBrain: Brain = {
  name: "offline",
  start: async () => ({
    model: "offline",
    servers: {},
    env: {},
    requests: [],
    window: null,
    close: async () => undefined,
  }),
  namesLimit: false,
};

const noScript = () => ({});
const says = /^No model is connected\. /;

export async function chat(adapter: Brain): Promise<void> {
  const { clew } = await opened(adapter, noScript);
  const first = await clew.stream({ session, text: "The bicycle is green." });
  expect(await told(first)).toMatch(says);
  const second = await clew.generate({ session, text: "The bell is brass." });
  expect(second.text).toMatch(says);
  const third = await clew.stream({ session, text: "Which colour has the bicycle?" });
  expect(await told(third)).toMatch(/"The bicycle is green\." \(clew:\S+\)/);
  expect((await clew.turn(third.turn.id)).state).toBe("completed");
  const trace = await traceOf(clew);
  expect(trace.map(({ model, outcome }) => [model, outcome])).toEqual(Array(3).fill(["offline", "answered"]));
  expect(trace.every(({ spent }) => Object.values(spent ?? {}).every((tokens) => tokens === 0))).toBe(true);
}

export async function tools(adapter: Brain): Promise<void> {
  const { clew } = await opened(adapter, noScript);
  await quotesOnly(clew, {});
}

export async function approval(adapter: Brain): Promise<void> {
  const { clew } = await opened(adapter, noScript, { store: join(newFolder(), "clew.db") });
  await quotesOnly(clew, { needsApproval: true });
}

export async function subagent(adapter: Brain): Promise<void> {
  const { clew } = await opened(adapter, noScript);
  await quotesOnly(clew, {}, { subagents: { scout: { description: "Finds things out" } } });
  expect(await clew.lanes(session)).toHaveLength(1);
}

/** A tool is offered, and the answer comes without it. */
async function quotesOnly(clew: Clew, more: { needsApproval?: boolean }, options: Options = {}): Promise<void> {
  let runs = 0;
  const weather = tool({ ...more, inputSchema: z.object({ town: z.string() }), execute: async () => `${++runs}` });
  await filled(clew, ["In Bonn it was dry."]);
  const { text, turn } = await clew.generate(
    { session, text: "Is it dry in Bonn?" },
    { tools: { weather }, ...options },
  );
  expect(text).toMatch(says);
  expect(text).toContain('"In Bonn it was dry."');
  expect(runs).toBe(0);
  expect((await clew.turn(turn.id)).state).toBe("completed");
  expect(await outcomesIn(clew)).toEqual(["answered"]);
}

type Options = Parameters<Clew["generate"]>[1];

export async function large(adapter: Brain): Promise<void> {
  const { clew } = await opened(adapter, noScript, { window: 4_000 });
  const days = Array.from({ length: 40 }, (_each, day) => `Day ${day}: ${"the beds were dry. ".repeat(20)}`);
  await filled(clew, ["The ladder is behind the shed.", ...days]);
  const result = await clew.stream({ session, text: "Where is the ladder?" });
  expect(await told(result)).toContain('"The ladder is behind the shed."');
  expect((await clew.turn(result.turn.id)).state).toBe("completed");
  expect(await outcomesIn(clew)).toEqual(["answered"]);
}

export async function cancel(adapter: Brain): Promise<void> {
  const { clew } = await opened(adapter, noScript);
  await filled(clew, ["The ladder is behind the shed.", "The old ladder is in the cellar."]);
  const stop = new AbortController();
  const result = await clew.stream({ session, text: "Where is the ladder?" }, { abortSignal: stop.signal });
  let text = "";
  for await (const part of result.fullStream) {
    if (part.type === "text-delta") text += part.text;
    stop.abort();
  }
  expect(text).not.toContain("For answers by a model");
  await expect.poll(async () => (await clew.turn(result.turn.id)).state).toBe("cancelled");
  const next = await clew.generate({ session, text: "Where is the old ladder?" });
  expect(next.text).toContain('"The old ladder is in the cellar."');
}

export async function restart(adapter: Brain): Promise<void> {
  const store = join(newFolder(), "clew.db");
  const { clew } = await opened(adapter, noScript, { store });
  await clew.generate({ session, text: "The ladder is behind the shed." });
  await clew.close();
  const again = await openFor([], { model: "offline", store });
  const { text } = await again.generate({ session, text: "Where is the ladder?" });
  expect(text).toContain('"The ladder is behind the shed."');
}

export async function modelSwitch(adapter: Brain, other: Brain): Promise<void> {
  const model = await startedFor(other, ({ number }) => ({
    text: number === 0 ? "The rake is in the cellar." : "Yes.",
  }));
  const offline = await startedFor(adapter, noScript);
  const clew = await openFor([model, offline], { model: model.model });
  await clew.generate({ session, text: "Where is it?" });
  const quoting = await clew.generate({ session, text: "Where is the rake?" }, { model: "offline" });
  expect(quoting.text).toContain('"The rake is in the cellar."');
  const { receipt } = await clew.why({ turn: quoting.turn.id });
  expect(receipt.decisions).toMatchObject({ switched: { from: (await clew.model()).name, to: "offline" } });
  const back = await clew.generate({ session, text: "Is that so?" });
  expect(back.text).toBe("Yes.");
  expect(describeRequest(model.requests[1]!).join("\n")).toMatch(
    /Where is the rake\?[\s\S]*No model is connected\.[\s\S]*Is that so\?/,
  );
}

export async function threeBytes(adapter: Brain): Promise<void> {
  const { clew } = await opened(adapter, noScript, { window: 125_000 });
  const verse = "天地玄黄宇宙洪荒日月盈昃辰宿列张寒来暑往秋收冬藏闰余成岁律吕调阳";
  const sought = "梯子在小屋后面。";
  await filled(clew, [sought, ...Array.from({ length: 20 }, (_each, number) => `第${number}章${verse.repeat(157)}`)]);
  const { text } = await clew.generate({ session, text: "梯子在哪里？" });
  expect(text).toContain(sought);
  expect(text).not.toContain("\uFFFD");
}
