/** What a chat's page is given: the conversation as UI messages, and the tools for hosts that keep their own list. */
import {
  convertToModelMessages,
  generateText,
  type ModelMessage,
  stepCountIs,
  streamText,
  tool,
  type UIMessage,
  validateUIMessages,
  wrapLanguageModel,
} from "ai";
import { scriptedModel } from "clewline/testing";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { openFresh } from "./fresh-clew.js";

const session = "web:1";
const look = tool({
  inputSchema: z.object({ at: z.string() }),
  outputSchema: z.object({ seen: z.string() }),
  execute: async ({ at }) => ({ seen: `${at} is dry` }),
});
const water = tool({
  inputSchema: z.object({ bed: z.string() }),
  outputSchema: z.string(),
  needsApproval: true,
  execute: async ({ bed }) => `${bed} is wet`,
});
const tools = { look, water };

/** A message a line, as a reader of the page would tell it. */
function lines(messages: readonly UIMessage[]): readonly string[] {
  return messages.map(({ id, role, parts }) => {
    const told = parts.flatMap((part) => {
      if (part.type === "text" || part.type === "reasoning") return [`${part.type === "text" ? "" : "~"}${part.text}`];
      if (part.type === "file") return [`[${part.mediaType} ${part.url}]`];
      if (!part.type.startsWith("tool-")) return ["|"];
      const { state, output } = part as unknown as { state: string; output?: unknown };
      return [`${part.type} ${state}${output === undefined ? "" : ` ${JSON.stringify(output)}`}`];
    });
    return `${id} ${role}: ${told.join(" ")}`;
  });
}

describe("messages", () => {
  test("are none in a chat that nobody has begun", async () => {
    const clew = await openFresh();
    expect(await clew.messages(session)).toEqual([]);
  });

  test("carry the host's ids, every step of an answer, its reasoning, its calls and files", async () => {
    const clew = await openFresh();
    const model = scriptedModel([
      { content: [{ type: "reasoning", text: "Hm." }], calls: [{ tool: "look", input: { at: "bed 1" }, id: "c1" }] },
      { text: "It is dry." },
    ]);
    const files = [{ mediaType: "image/png", data: "cGl4ZWxz", name: "bed.png" }];
    const { turn } = await clew.generate({ session, id: "u1", text: "Dry?", files }, { model, tools });
    const messages = await clew.messages(session);
    expect(lines(messages)).toEqual([
      "u1 user: Dry? [image/png data:image/png;base64,cGl4ZWxz]",
      `${turn.id} assistant: | ~Hm. tool-look output-available {"seen":"bed 1 is dry"} | It is dry.`,
    ]);
    expect(await validateUIMessages({ messages, tools: tools as never })).toEqual(messages);
    const sent = await convertToModelMessages(messages, { tools });
    expect(sent.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "assistant"]);
    await turn.sent("a1");
    expect((await clew.messages(session))[1]?.id).toBe("a1");
  });

  test("show an approval in each of its states", async () => {
    const clew = await openFresh();
    const call = (bed: string) => ({ tool: "water", input: { bed }, id: bed });
    const asking = scriptedModel([{ calls: [call("a"), call("b")] }]);
    const { turn } = await clew.generate({ session, id: "u1", text: "Water" }, { model: asking, tools });
    const states = async () => {
      const [, answer] = await clew.messages(session);
      return answer?.parts.flatMap((part) => ("state" in part && "toolCallId" in part ? [part.state] : []));
    };
    expect(await states()).toEqual(["approval-requested", "approval-requested"]);
    const verdict = (index: number, approved: boolean) => ({
      type: "tool-approval-response" as const,
      approvalId: turn.approvals[index]?.approvalId ?? "",
      approved,
    });
    await turn.record({ messages: [{ role: "tool", content: [verdict(0, true), verdict(1, false)] }] });
    expect(await states()).toEqual(["approval-responded", "approval-responded"]);
    await turn.generate({ model: scriptedModel([{ text: "One is wet." }]), tools });
    expect(await states()).toEqual(["output-available", "output-denied"]);
    const messages = await clew.messages(session);
    expect(messages).toHaveLength(2);
    expect(await validateUIMessages({ messages, tools: tools as never })).toEqual(messages);
  });

  test("stand in the order of the views: what waited comes after the answer that it waited for", async () => {
    const clew = await openFresh();
    const first = await clew.begin({ session, id: "u1", text: "one" });
    const waiting = clew.begin({ session, id: "u2", text: "two" });
    await first.complete({ text: "One." });
    await (await waiting).complete({ text: "Two." });
    expect((await clew.messages(session)).map(({ parts }) => (parts.at(-1) as { text: string }).text)).toEqual([
      "one",
      "One.",
      "two",
      "Two.",
    ]);
  });

  test.each(["stop", "refuse"])(
    "of one that never had its turn (%s) stand at the end, and its answer takes away nothing that was said to others",
    async (how) => {
      const clew = await openFresh();
      const said = (id: string) =>
        ({ session, message: { id, role: "user", parts: [{ type: "text", text: id }] } }) as const;
      const shown = async () => lines(await clew.messages(session)).map((line) => line.replace(/^.*: /, ""));
      const first = await clew.begin(said("one"));
      const stop = new AbortController();
      const kept = new Promise<void>((resolve) => {
        const options = how === "stop" ? { signal: stop.signal, onKept: resolve } : { whenBusy: "refuse" as const };
        clew.begin(said("two"), options).catch(() => resolve());
      });
      await kept;
      await first.record({ calls: [{ id: "c1", tool: "look", input: { at: "bed" } }] });
      expect((await shown()).at(-1)).toBe("two");
      stop.abort();
      await first.complete({ text: "One." });
      expect((await shown()).map((line) => line.split(" ").at(-1))).toEqual(["one", "One.", "two"]);
      const model = scriptedModel([{ text: "Two." }]);
      await clew.generate({ ...said("two"), trigger: "regenerate-message" }, { model });
      expect((await shown()).map((line) => line.split(" ").at(-1))).toEqual(["one", "One.", "two", "Two."]);
      expect(JSON.stringify(model.calls[0]?.prompt)).toMatch(/one.*One[.].*two/s);
    },
  );

  test("that came while another was answered are answered anew without it, and the other without them", async () => {
    const clew = await openFresh();
    const first = await clew.begin({ session, id: "u1", text: "one" });
    await clew.observe({ session, id: "u2", text: "two" });
    await first.complete({ text: "One." });
    const again = async (messageId: string, text: string) => {
      await clew.generate({ session, trigger: "regenerate-message", messageId }, { model: scriptedModel([{ text }]) });
      return lines(await clew.messages(session)).map((line) => line.replace(/^.*: (?:[|] )?/, ""));
    };
    expect(await again(first.id, "Uno.")).toEqual(["two", "one", "Uno."]);
    expect(await again("u2", "Due.")).toEqual(["two", "Due."]);
  });

  test("read as edited, without what was deleted, private elsewhere, or said by a clock to nobody", async () => {
    const clew = await openFresh();
    await clew.observe({ session, id: "u1", text: "teh tap" });
    await clew.edit({ session, id: "u1", text: "the tap" });
    await clew.observe({ session, id: "u2", text: "oops" });
    await clew.edit({ session, id: "u2", deleted: true });
    await clew.observe({ session, id: "u3", text: "secret", surface: "web", private: true });
    const beat = await clew.begin({ session, text: "Anything due?" }, { origin: "heartbeat" });
    await beat.complete({ text: "No." });
    const briefing = await clew.begin({ session, text: "Write the briefing." }, { origin: "briefing" });
    await briefing.complete({ text: "Rain." });
    const told = ["u1 user: the tap", `${briefing.id} assistant: | Rain.`];
    expect(lines(await clew.messages(session))).toEqual(told);
    expect(lines(await clew.messages(session, { surface: "web" }))).toContain("u3 user: secret");
    expect(lines(await clew.messages(session, { limit: 1 }))).toEqual(told.slice(1));
  });

  test("of a call that never returned say so, so that the SDK takes the list", async () => {
    const clew = await openFresh();
    const turn = await clew.begin({ session, id: "u1", text: "Dry?" });
    await turn.record({ calls: [{ id: "c1", tool: "look", input: { at: "bed" } }] });
    expect(lines(await clew.messages(session))[1]).toContain("tool-look input-available");
    await turn.fail(new Error("killed"));
    const messages = await clew.messages(session);
    expect(lines(messages)[1]).toContain("tool-look output-error");
    expect(await convertToModelMessages(messages)).toHaveLength(3);
  });

  test("refuse a wrong session, limit or turn with the next step", async () => {
    const clew = await openFresh();
    await expect(clew.messages("nothing")).rejects.toMatchObject({ code: "session/bad-key" });
    await expect(clew.messages(session, { limit: 0 })).rejects.toMatchObject({ code: "options/bad" });
    await expect(clew.messages(session, { at: "t9" })).rejects.toMatchObject({ code: "turn/unknown" });
    await expect(clew.messages(session, { lanes: "x" } as never)).rejects.toMatchObject({ code: "options/bad" });
  });
});

describe("tools for a host that keeps the list", () => {
  const user = (content: string): ModelMessage => ({ role: "user", content });
  const run = (each: unknown, input: unknown) =>
    (each as { execute(input: unknown, options: object): Promise<string> }).execute(input, {});

  test("open the pointers of its views, and answer a question", async () => {
    const clew = await openFresh({ window: 2_000 });
    const long = `The count is 4711. ${"Lorem ipsum dolor sit amet. ".repeat(700)}`;
    const messages = [user(long), { role: "assistant", content: "Noted." } as const, user("What was it?")];
    const view = await clew.sync({ session, messages });
    const pointer = /clew:e\w+/.exec(JSON.stringify(view))?.[0] ?? "";
    const { recall, remember, compact } = clew.tools({ session });
    expect(await run(recall, { pointer, find: "4711" })).toContain("The count is 4711.");
    expect(await run(recall, { question: "What is the count?" })).toContain("4711");
    expect(await run(recall, { pointer: "clew:e0000000000" })).toContain("Nothing in this lane");
    expect(await run(remember, { text: "The count is 4711." })).toContain("Kept");
    expect(await run(compact, {})).toContain("Nothing was summarised");
    expect(() => clew.tools({} as never)).toThrow(expect.objectContaining({ code: "options/bad" }));
  });

  test("summarise the older part at once", async () => {
    const clew = await openFresh();
    const messages = Array.from({ length: 40 }, (_, index): ModelMessage[] => [
      user(`We decided that bed ${index} gets ${index + 3} litres.`),
      { role: "assistant", content: `Noted, at length: ${"so be it. ".repeat(60)}` },
    ]).flat();
    await clew.sync({ session, messages });
    expect(await run(clew.tools({ session }).compact, {})).toContain("summarised: ");
  });
});

describe("a list that the host keeps", () => {
  const said = (id: string, text: string): UIMessage => ({ id, role: "user", parts: [{ type: "text", text }] });
  const answer: UIMessage = {
    id: "a1",
    role: "assistant",
    parts: [
      { type: "step-start" },
      { type: "tool-look", toolCallId: "c1", state: "output-available", input: { at: "bed" }, output: { seen: "dry" } },
      { type: "step-start" },
      { type: "text", text: "Dry.", state: "done" },
    ],
  };

  test("may be UI messages, which come back as they were, whatever was edited or regenerated since", async () => {
    const clew = await openFresh();
    const first = [said("u1", "Dry?"), answer, said("u2", "And now?")];
    await clew.sync({ session, messages: first });
    expect(await clew.messages(session)).toEqual(first);
    const { total } = await clew.log({ session });
    await clew.sync({ session, messages: first });
    expect((await clew.log({ session })).total).toBe(total);
    const regenerated = { ...answer, id: "a2", parts: answer.parts.slice(2) };
    const branches = [[said("u1", "Dry?"), regenerated], [said("u1", "Wet?")], first];
    for (const messages of branches) {
      const view = await clew.sync({ session, messages });
      expect(view.kind).toBe("fits");
      expect(await clew.messages(session)).toEqual(messages);
    }
  });
});

/** `response.messages` holds every step in ai 6, and the last step alone in ai 7, where `responseMessages` holds them all. */
interface Answer {
  readonly response: { readonly messages: ModelMessage[] };
  readonly responseMessages?: ModelMessage[] | undefined;
}

interface StreamedAnswer {
  readonly response: PromiseLike<Answer["response"]>;
  readonly responseMessages?: PromiseLike<ModelMessage[]>;
}

function listAnswer({ response, responseMessages }: Answer): ModelMessage[] {
  return responseMessages ?? response.messages;
}

describe("the middleware", () => {
  test.each(["generateText", "streamText"])(
    "of %s keeps an answer at its end, and the next list adds only what is new",
    async (way) => {
      const clew = await openFresh();
      const script = scriptedModel([
        { text: "I look.", calls: [{ tool: "look", input: { at: "bed" } }] },
        { content: [{ type: "reasoning", text: "Hm." }], text: "Dry." },
        { text: "Still dry." },
      ]);
      const model = wrapLanguageModel({ model: script, middleware: clew.middleware({ session }) });
      const options = { model, tools, stopWhen: stepCountIs(5), system: "Be brief." };
      const answer = async (messages: ModelMessage[]) => {
        if (way === "generateText") return listAnswer(await generateText({ ...options, messages }));
        const { response, responseMessages } = streamText({ ...options, messages }) as StreamedAnswer;
        return listAnswer({ response: await response, responseMessages: await responseMessages });
      };
      const asked: ModelMessage[] = [{ role: "user", content: "Dry?" }];
      const first = [...asked, ...(await answer(asked))];
      const told = '| I look. tool-look output-available {"seen":"bed is dry"} | ~Hm. Dry.';
      expect(lines(await clew.messages(session)).map((line) => line.replace(/^\S+ /, ""))).toEqual([
        "user: Dry?",
        `assistant: ${told}`,
      ]);
      const again: ModelMessage[] = [...first, { role: "user", content: "And now?" }];
      await answer(again);
      const { lines: kept } = await clew.log({ session, limit: 100 });
      expect(kept.map(({ kind }) => kind)).not.toContain("withdrawn");
      expect((await clew.messages(session)).at(-1)).toMatchObject({
        parts: [{ type: "step-start" }, { text: "Still dry." }],
      });
    },
  );
});
