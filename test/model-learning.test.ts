/** What a Clew knows of the model at hand, and what the model's own counts teach it. */
import { promptText, type ScriptedModel, type ScriptedReply, scriptedModel } from "clewline/testing";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { openFresh } from "./fresh-clew.js";

const session = "terminal:learning";
/** A scripted model under another name, whose provider counts `rate` tokens for four characters. */
function named(provider: string, modelId: string, reply: (prompt: string) => ScriptedReply, rate = 1): ScriptedModel {
  const script = scriptedModel((prompt) => reply(promptText(prompt)));
  const doGenerate: ScriptedModel["doGenerate"] = async (call) => {
    const answer = await script.doGenerate(call);
    const total = Math.ceil((promptText(call.prompt).length / 4) * rate);
    const inputTokens = { total, noCache: total, cacheRead: 0, cacheWrite: 0 };
    return { ...answer, usage: { ...answer.usage, inputTokens } };
  };
  return { ...script, provider, modelId, doGenerate };
}

const marksIn = (model: ScriptedModel, call: number): readonly string[] =>
  (model.calls[call]?.prompt ?? []).flatMap(({ role, content, providerOptions }) => {
    const whole = providerOptions?.anthropic === undefined ? [] : [role];
    const parts = typeof content === "string" ? [] : content;
    const own = parts.flatMap((part) =>
      part.providerOptions?.anthropic?.cacheControl === undefined
        ? []
        : [`${role}: ${"text" in part ? part.text : part.type}`],
    );
    return [...whole, ...own];
  });

describe("marks for a provider's cache", () => {
  const look = { inputSchema: z.object({}), execute: async () => "dry" };

  test.each([
    ["and behind the message where a tool may be called", { look }, "user: It rains."],
    ["and not behind the message where the log's own tools are all", {}, "assistant: Noted."],
  ])("stand after the system text and where the next turn will go on, %s", async (_when, tools, last) => {
    const clew = await openFresh({ instructions: "You help in a garden." });
    const model = named("anthropic.messages", "claude-sonnet-4-5", () => ({ text: "Noted." }));
    await clew.generate({ session, text: "The cans are empty." }, { model, tools });
    await clew.generate({ session, text: "The beds are dry." }, { model, tools });
    await clew.generate({ session, text: "It rains." }, { model, tools });
    expect(marksIn(model, 0)).toContain("system");
    expect(marksIn(model, 2)).toContain("system");
    const marks = marksIn(model, 2).filter((mark) => mark !== "system");
    // The answer before, which the next call finds again.
    expect(marks).toContain("assistant: Noted.");
    expect(marks.at(-1)).toBe(last);
    expect(marks.length).toBeLessThanOrEqual(3);
    const { receipt } = await clew.why({ session });
    expect(receipt.decisions).toMatchObject({ marks: expect.any(Array) });
  });

  test("are not there for a provider that finds the prefix by itself", async () => {
    const clew = await openFresh({ instructions: "You help in a garden." });
    const model = named("openai.responses", "gpt-5", () => ({ text: "Noted." }));
    await clew.generate({ session, text: "The cans are empty." }, { model });
    expect(JSON.stringify(model.calls)).not.toContain("cacheControl");
    expect(model.calls[0]?.providerOptions).toMatchObject({ openai: { promptCacheKey: expect.any(String) } });
  });
});

describe("the window", () => {
  const long = "The beds were dry and the cans were empty. ".repeat(60);

  test("is the model's own where nobody said how large it is", async () => {
    const clew = await openFresh();
    const model = named("anthropic.messages", "claude-sonnet-4-5", () => ({ text: "Noted." }));
    const { turn } = await clew.generate({ session, text: "Hello" }, { model });
    expect((await clew.why({ turn: turn.id })).receipt.window).toBe(200_000);
    const told = await openFresh({ window: 9_000 });
    const other = await told.generate({ session, text: "Hello" }, { model });
    expect((await told.why({ turn: other.turn.id })).receipt.window).toBe(9_000);
  });

  test("a model that counts more than we do is sent less after the next compaction, and is not refused again and again", async () => {
    const clew = await openFresh({ window: 6_000 });
    let refused = 0;
    const limit = 6_000;
    const rate = 1.5;
    const model = named(
      "local.chat",
      "greedy",
      (prompt) => {
        const counted = Math.ceil((prompt.length / 4) * rate);
        if (counted <= limit) return { text: "Noted." };
        refused += 1;
        const message = `prompt is too long: ${counted} tokens > ${limit} maximum`;
        return { error: Object.assign(new Error(message), { statusCode: 400, responseBody: message }) };
      },
      rate,
    );
    for (let day = 0; day < 30; day++) await clew.generate({ session, text: `Day ${day}. ${long}` }, { model });
    expect(model.calls.length).toBeGreaterThanOrEqual(30);
    // Without learning every view near the limit would be refused once.
    expect(refused).toBeLessThanOrEqual(2);
    const { receipt } = await clew.why({ session });
    expect(receipt.calibration).not.toBe("runs-2/1");
  });
});
