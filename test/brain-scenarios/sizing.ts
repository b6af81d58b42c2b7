/** What happens at the limits: a window that is smaller than assumed, a view that fills it, and a minute that is used up. */
import { tool } from "ai";
import { describeRequest, listNewestResults } from "clewline/testing";
import { expect } from "vitest";
import { z } from "zod";
import type { Brain, Script } from "./brain.js";
import { entriesIn, filled, limitsIn, opened, outcomesIn, session, told } from "./opened.js";

const days = Array.from(
  { length: 18 },
  (_each, day) => `Day ${day}: ${"the beds were dry, and the cans were empty. ".repeat(40)}`,
);
/** What the user believes that the model can hold. */
const window = 30_000;

export async function overflowInMidTurn(each: Brain): Promise<void> {
  const report = `The report: ${"line after line. ".repeat(400)} End of it.`;
  const read = tool({ description: "Reads the report", inputSchema: z.object({}), execute: async () => report });
  const { clew, adapter } = await opened(
    each,
    (request) => {
      if (listNewestResults(request).length > 0) return { text: "It is long." };
      if (request.number > 1) return { text: "Tomorrow, too." };
      // Enough for this request, and not for the next.
      adapter.window = request.tokens + 1_000;
      return { text: "I read it.", calls: [{ tool: "read", input: {} }] };
    },
    { window },
  );
  await filled(clew, days);
  const before = await entriesIn(clew);
  const result = await clew.stream({ session, text: "What does the report say?" }, { tools: { read } });
  expect(await told(result)).toBe("I read it.It is long.");
  expect((await clew.turn(result.turn.id)).state).toBe("completed");

  const outcomes = adapter.requests.map(({ outcome }) => outcome);
  const refused = outcomes.filter((outcome) => outcome === "refused").length;
  expect(refused).toBeGreaterThan(0);
  expect(refused).toBeLessThanOrEqual(3);
  expect(outcomes).toEqual(["answered", ...Array(refused).fill("refused"), "answered"]);
  expect(await outcomesIn(clew)).toEqual(outcomes);
  const accepted = describeRequest(adapter.requests.at(-1)!).join("\n");
  expect(accepted).toContain("What does the report say?");
  // Whole, or cut with a pointer to the rest.
  expect(accepted).toContain("result: The report: line after line.");
  expect(accepted.includes(report) || /<clew-cut characters="\d+" open="clew:e\w+"\/>/.test(accepted)).toBe(true);
  // The message, what was said before the call, the call, the report and the answer.
  const after = await entriesIn(clew);
  expect(after.slice(0, before.length)).toEqual(before);
  expect(after).toHaveLength(before.length + 5);
  expect(after.join()).toContain(report);
  const { name } = await clew.model();
  const learned = (await limitsIn(clew)).map(({ model, limit }) => [model, limit]);
  expect(learned).toEqual(each.namesLimit ? Array(refused).fill([name, adapter.window]) : []);

  const requests = adapter.requests.length;
  const next = await clew.generate({ session, text: "And tomorrow?" }, { tools: { read } });
  expect(next.text).toBe("Tomorrow, too.");
  // A limit that was named is kept to; without one, far below the window, the next request is whole again, and mended.
  expect(adapter.requests).toHaveLength(requests + (each.namesLimit ? 1 : 2));
}

/** After some words, and before the first one in a stream that began well. */
export async function overflowInMidStream(each: Brain): Promise<void> {
  await brokenOff(each, 2, "one two\n\nThe whole answer.");
  await brokenOff(each, 0, "The whole answer.");
}

async function brokenOff(each: Brain, after: number, whole: string): Promise<void> {
  const script: Script = ({ number, tokens }) => {
    if (number > 0) return { text: "The whole answer." };
    return { text: "one two three four", fails: { as: "overflow", after, window: tokens - 500 } };
  };
  const { clew, adapter } = await opened(each, script, { window });
  await filled(clew, days);
  const before = await entriesIn(clew);
  const result = await clew.stream({ session, text: "And today?" });
  expect(await told(result)).toBe(whole);
  expect((await clew.turn(result.turn.id)).state).toBe("completed");
  const [refused, accepted] = adapter.requests.map(({ tokens }) => tokens);
  expect(accepted).toBeLessThan(refused ?? 0);
  expect(await outcomesIn(clew)).toEqual(["refused", "answered"]);
  expect((await entriesIn(clew)).slice(0, before.length)).toEqual(before);
}

export async function rateLimit(each: Brain): Promise<void> {
  const { clew, adapter } = await opened(
    each,
    ({ number }) => (number === 0 ? { fails: { as: "rate-limit" } } : { text: "Now." }),
    { window },
  );
  await filled(clew, days);
  const result = await clew.stream({ session, text: "And today?" });
  expect(await told(result)).toBe("Now.");
  expect(adapter.requests.map(({ outcome }) => outcome)).toEqual(["failed", "answered"]);
  expect(adapter.requests[1]?.body).toEqual(adapter.requests[0]?.body);
  expect(await outcomesIn(clew)).toEqual(["failed", "answered"]);
  const { receipt } = await clew.why({ turn: result.turn.id });
  expect(receipt.compacted).toBe(false);
}

const verse = "天地玄黄宇宙洪荒日月盈昃辰宿列张寒来暑往秋收冬藏闰余成岁律吕调阳";

/** More than a hundred thousand characters of three bytes, and a window that they nearly fill by this model's own count. */
export async function threeByteCharacters(each: Brain): Promise<void> {
  const { clew, adapter } = await opened(each, () => ({ text: "读完了。" }));
  const texts = Array.from({ length: 20 }, (_each, number) => `第${number}章${verse.repeat(157)}`);
  await filled(clew, texts);
  const { facts } = await clew.model();
  const full = { tokens: Math.ceil(125_000 * facts.factor), reply: 4_000 };
  const message = `最后一句：${verse.repeat(20)}。完`;
  const result = await clew.stream({ session, text: message }, { window: full });
  expect(await told(result)).toBe("读完了。");
  const { receipt } = await clew.why({ turn: result.turn.id });
  expect(receipt.tokens).toBeGreaterThan(full.tokens * 0.8);
  const arrived = describeRequest(adapter.requests[0]!).join("\n");
  expect(Buffer.byteLength(arrived)).toBeGreaterThan(300_000);
  expect(arrived).not.toContain("\uFFFD");
  expect(texts.filter((text) => !arrived.includes(text))).toEqual([]);
  expect(arrived).toContain(message);
  expect(await outcomesIn(clew)).toEqual(["answered"]);
}

/** The claude command has waited and tried again by itself before it says so. */
export async function limitTold(each: Brain): Promise<void> {
  const { clew, adapter } = await opened(
    each,
    ({ number }) => (number === 0 ? { fails: { as: "rate-limit" } } : { text: "Now." }),
    { window },
  );
  await filled(clew, days);
  const failing = clew.generate({ session, text: "And today?" });
  await expect(failing).rejects.toMatchObject({ statusCode: 429 });
  expect(await outcomesIn(clew)).toEqual(["failed"]);
  expect((await clew.log({ session })).turns.some(({ state }) => state === "failed")).toBe(true);
  const next = await clew.generate({ session, text: "And now?" });
  expect(next.text).toBe("Now.");
  const { receipt } = await clew.why({ turn: next.turn.id });
  expect(receipt.compacted).toBe(false);
  expect(adapter.requests[1]?.tokens).toBeGreaterThan(adapter.requests[0]?.tokens ?? 0);
}
