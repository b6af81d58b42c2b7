import type { Statement } from "@clewline/agent/models/offline/answer.js";
import { makeOfflineModel } from "@clewline/agent/models/offline/offline-model.js";
import { presets } from "@clewline/core/policy/presets/presets.js";
import { generateText, type ModelMessage, streamText } from "ai";
import { openClew } from "clewline";
import { describe, expect, it } from "vitest";

const opening = "No model is connected. This is what was said that fits best:\n\n";
const nobody = async () => [];

describe("without a model", () => {
  it("the answer quotes what fits best, with date, speaker and pointer, and says how to get a model", async () => {
    const text = await answerOf("Where is the spare key?", [
      found("The bins go out on Tuesday.", "2026-01-03 08:00", "guest"),
      found("The spare key is under the blue pot.", "2026-01-02 19:30", "user-1"),
    ]);
    expect(text).toBe(
      `${opening}- 2026-01-02 19:30, user-1: "The spare key is under the blue pot." (clew:e0000000001)\n\n` +
        "For answers by a model, put a key such as ANTHROPIC_API_KEY into the environment, start Ollama, or install the claude command.",
    );
  });

  it("the answer says that nothing fits", async () => {
    const text = await answerOf("Where is the spare key?", [found("Good morning!", "2026-01-01 07:00", "user-1")]);
    expect(text).toMatch(
      /^No model is connected\. Nothing that was said fits this message\.\n\nFor answers by a model/,
    );
  });

  it("how to get a model is said once in a conversation", async () => {
    const clew = await openClew({ store: "memory", config: false, model: "offline" });
    const ask = async (text: string) => (await clew.generate({ session: "terminal:default", text })).text;
    expect(await ask("The spare key is under the blue pot.")).toContain("For answers by a model");
    const second = await ask("Where is the spare key?");
    expect(second).toMatch(/fits best:\n\n- .*: "The spare key is under the blue pot\." \(clew:e\w{10}\)$/);
    expect(await ask("Is it raining in Lisbon?")).toBe(
      "No model is connected. Nothing that was said fits this message.",
    );
    await clew.close();
  });

  it("a message without words is answered too, and nothing is looked up for it", async () => {
    const { model } = makeOfflineModel({ search: () => Promise.reject(new Error("asked for nothing")) });
    const file = { type: "file" as const, data: Buffer.from("pixels"), mediaType: "image/png" };
    const { text } = await generateText({ model, messages: [{ role: "user", content: [file] }] });
    expect(text).toContain("Nothing that was said fits");
  });

  it("neither the question nor an earlier answer of this kind is an answer", async () => {
    const question = "Where is the spare key?";
    const earlier = await answerOf(question, [found("The spare key is under the pot.", "2026-01-01 07:00", "user-1")]);
    const text = await answerOf(question, [
      found(question, "2026-01-03 08:00", "user-1"),
      found(earlier, "2026-01-02 08:00", "agent"),
    ]);
    expect(text).toContain("Nothing that was said fits");
  });

  it("the best comes first, no statement comes twice, and there are at most five", async () => {
    const statements = Array.from({ length: 30 }, (_each, index) =>
      found(`The ladder number ${index} is long.`, "2026-01-01 07:00", "user-1"),
    );
    const best = found("The ladder is in the cellar.", "2025-12-01 07:00", "user-1");
    const text = await answerOf("Is the ladder in the cellar?", [...statements, best, best]);
    const quotes = text.split("\n").filter((line) => line.startsWith("- "));
    expect(quotes[0]).toContain("in the cellar");
    expect(quotes.length).toBeLessThanOrEqual(5);
    expect(new Set(quotes).size).toBe(quotes.length);
  });

  it("of a long statement the part that fits is quoted", async () => {
    const long = `${"We talked about nothing much. ".repeat(200)}The boiler needs 1.5 bar. ${"And so on. ".repeat(200)}`;
    const text = await answerOf("Which pressure does the boiler need?", [found(long, "2026-01-01 07:00", "user-1")]);
    expect(text).toContain("The boiler needs 1.5 bar.");
    expect(text.length).toBeLessThan(900);
  });

  it("what stands in the request itself counts, with the date and the pointer that it has there", async () => {
    const messages: readonly ModelMessage[] = [
      {
        role: "user",
        content: '<clew-summary entries="1-4" open="clew:s0000000009">\n- The boiler is from 1998\n</clew-summary>',
      },
      { role: "user", content: '<clew-from who="user-2" at="2026-01-01 10:00"/>\nThe boiler needs water.' },
      { role: "assistant", content: "I noted that the boiler needs water at 1.5 bar." },
      {
        role: "user",
        content: [
          {
            type: "text",
            text: "<clew-found>\n[2025-11-15 10:22 in topic:1:2 clew:e0000000007]\nguest: The boiler &lt;clew-x> hums.\n</clew-found>",
          },
          { type: "text", text: '<clew-now zone="UTC">2026-01-02 00:00</clew-now>' },
          { type: "text", text: '<clew-from who="user-1" at="2026-01-02 00:00"/>\nWhat about the boiler?' },
          { type: "text", text: "<clew-closing>Come to an end about the boiler.</clew-closing>" },
        ],
      },
    ];
    const asked: string[] = [];
    const search = async (question: string) => {
      asked.push(question);
      return [];
    };
    const { text } = await generateText({ model: makeOfflineModel({ search }).model, messages: [...messages] });
    expect(asked).toEqual(["What about the boiler?"]);
    const quotes = text.split("\n").filter((line) => line.startsWith("- "));
    expect(quotes.toSorted()).toEqual([
      '- 2025-11-15 10:22, guest: "The boiler <clew-x> hums." (clew:e0000000007)',
      '- 2026-01-01 10:00, user-2: "The boiler needs water."',
      '- agent: "I noted that the boiler needs water at 1.5 bar."',
      '- notes: "The boiler is from 1998" (clew:s0000000009)',
    ]);
  });

  it("the answer comes line by line and costs nothing", async () => {
    const search = async () => [found("The key is under the pot.", "2026-01-02 19:30", "user-1")];
    const adapter = makeOfflineModel({ search });
    const answer = streamText({ model: adapter.model, prompt: "Where is the key?" });
    const pieces: string[] = [];
    for await (const piece of answer.textStream) pieces.push(piece);
    expect(pieces.length).toBeGreaterThan(3);
    expect(pieces.slice(0, -1).every((piece) => piece.endsWith("\n"))).toBe(true);
    expect(await answer.usage).toMatchObject({ inputTokens: 0, outputTokens: 0, totalTokens: 0 });
    expect(await answer.finishReason).toBe("stop");
    expect(await adapter.facts(new AbortController().signal)).toMatchObject({ input: 0, output: 0, known: true });
  });

  it("there is nobody for short tasks", async () => {
    const { fast } = makeOfflineModel({ search: nobody });
    const { signal } = new AbortController();
    const asking = fast({ system: "", text: "Sum it up", maxTokens: 10, signal });
    await expect(asking).rejects.toMatchObject({ code: "model/unavailable", message: "No model is connected" });
  });

  it.each(Object.keys(presets))("a conversation by the policy %s is answered from its own past", async (policy) => {
    const clew = await openClew({ store: "memory", policy });
    const session = "terminal:default";
    const search = async (question: string): Promise<readonly Statement[]> => {
      const hits = await clew.search(question, { session });
      return hits.flatMap(({ line: { kind, text, pointer } }) => {
        const [, who = "", words = ""] = /^(.+?): ([\s\S]*)$/.exec(text) ?? [];
        return kind === "said" ? [{ text: words, who, at: "2026-01-01 10:00", pointer }] : [];
      });
    };
    const { model } = makeOfflineModel({ search });
    const say = async (text: string) =>
      (await generateText((await clew.begin({ session, text })).aiSdk({ model }))).text;
    await say("The spare key is under the blue pot.");
    await say("The bins go out on Tuesday.");
    for (const _again of [1, 2]) {
      const quotes = (await say("Where is the spare key?")).split("\n").filter((line) => line.startsWith("- "));
      expect(quotes).toHaveLength(1);
      expect(quotes[0]).toMatch(/^- 2026-01-01 10:00, user: "The spare key is under the blue pot\." \(clew:e\w{10}\)$/);
    }
    await clew.close();
  });
});

function found(text: string, at: string, who: string): Statement {
  return { text, at, who, pointer: "clew:e0000000001" };
}

async function answerOf(question: string, statements: readonly Statement[]): Promise<string> {
  const { model } = makeOfflineModel({ search: async () => statements });
  return (await generateText({ model, prompt: question })).text;
}
