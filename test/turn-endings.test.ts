/** How turns end that somebody or something stops: with an answer, without leftovers, or not at all. */

import { promptText, scriptedModel } from "@clewline/store-kit/scripted-model.js";
import { stepCountIs, tool } from "ai";
import { openClew } from "clewline";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { freshFile, openChat, read, session, until, viewOf } from "./acceptance/chat.js";

const lookUp = tool({ inputSchema: z.object({ page: z.number() }), execute: ({ page }) => `page ${page}` });

describe("stopWhen after a step of tools", () => {
  const reader = () =>
    scriptedModel((prompt, call) =>
      promptText(prompt).includes("The work of this turn ends here")
        ? { text: "Two pages are read." }
        : { calls: [{ tool: "lookUp", input: { page: call } }] },
    );

  test("lets the agent say how far it came, and the turn has an answer", async () => {
    const clew = await openChat();
    const model = reader();
    const options = { model, tools: { lookUp }, stopWhen: stepCountIs(2) };
    const { turn, text } = await clew.generate({ session, text: "Read." }, options);
    expect([text, turn.state, turn.reply?.text]).toEqual(["Two pages are read.", "completed", "Two pages are read."]);
    expect(model.calls).toHaveLength(3);
    const { lines } = await clew.log({ session });
    expect(JSON.stringify(lines)).not.toContain("ends here");
    const streamed = await clew.stream({ session, text: "Read." }, { ...options, model: reader() });
    expect(await streamed.text).toBe("Two pages are read.");
  });

  test("asks for nothing more where the step said something, and nothing where no condition is met", async () => {
    const clew = await openChat();
    const model = scriptedModel([{ text: "I look it up.", calls: [{ tool: "lookUp", input: { page: 1 } }] }]);
    const options = { model, tools: { lookUp }, stopWhen: [stepCountIs(9), stepCountIs(1)] };
    const { turn } = await clew.generate({ session, text: "Read." }, options);
    expect([turn.state, turn.reply?.text, model.calls.length]).toEqual(["completed", "I look it up.", 1]);
    const other = scriptedModel([{ calls: [{ tool: "lookUp", input: { page: 1 } }] }, { text: "Read." }]);
    const done = await clew.generate(
      { session, text: "Read." },
      { ...options, model: other, stopWhen: stepCountIs(9) },
    );
    expect(done.text).toBe("Read.");
  });
});

test("a model that only thinks and calls tools at the step limit leaves no thought without words behind", async () => {
  const clew = await openChat();
  const model = scriptedModel((_prompt, call) => ({
    content: [{ type: "reasoning", text: `thinking ${call}` }],
    calls: [{ tool: "lookUp", input: { page: call } }],
  }));
  const options = { model, tools: { lookUp }, maxSteps: 1, onError: () => undefined };
  const { turn } = await clew.stream({ session, text: "Read." }, options);
  await until(() => turn.state === "failed");
  const { lines } = await clew.log({ session });
  expect(lines.map(({ text }) => text)).toEqual([
    "user: Read.",
    "agent: thinking 0",
    expect.stringContaining("call lookUp"),
    expect.stringContaining("result of lookUp"),
    expect.stringContaining("turn failed: The steps of the turn were used up"),
  ]);
});

describe("a log that is closed in the middle of a turn", () => {
  test("leaves the turn to whoever goes on with it, with all its steps", async () => {
    const store = freshFile();
    const before = await openClew({ store });
    const begun = await before.begin({ session, id: "m1", text: "Read." });
    await viewOf(begun);
    await begun.record({ calls: [{ id: "c1", tool: "lookUp", input: { page: 1 }, output: "page 1" }] });
    await before.close();
    const clew = await openChat({ store });
    const turn = await clew.turn(begun.id);
    expect(turn.state).toBe("running");
    expect(read(await viewOf(turn))).toContain("page 1");
    await turn.complete({ text: "Read." });
    expect((await clew.begin({ session, id: "m1", text: "Read." })).reply?.text).toBe("Read.");
  });

  test("does so in the midst of an answer, too, and the loop can be taken up again", async () => {
    const store = freshFile();
    const before = await openClew({ store });
    const slow = tool({
      inputSchema: z.object({}),
      execute: (_input, { abortSignal }) =>
        new Promise<string>((_resolve, reject) =>
          abortSignal?.addEventListener("abort", () => reject(new Error("stopped"))),
        ),
    });
    const script = [{ calls: [{ tool: "lookUp", input: { page: 1 } }] }, { calls: [{ tool: "slow", input: {} }] }];
    const model = scriptedModel(script);
    const begun = await before.begin({ session, id: "m1", text: "Read." });
    const failed = begun.generate({ model, tools: { lookUp, slow } }).catch((error: unknown) => error);
    await until(() => model.calls.length === 2);
    await before.close();
    await failed;
    const clew = await openChat({ store });
    const turn = await clew.turn(begun.id);
    expect(turn.state).toBe("running");
    const next = scriptedModel([{ text: "One page is read." }]);
    const { text } = await turn.generate({ model: next, tools: { lookUp, slow } });
    expect(text).toBe("One page is read.");
    expect(promptText(next.calls[0]?.prompt ?? [])).toContain("page 1");
  });

  test("keeps nobody waiting: the next message is answered at once, and the same one anew", async () => {
    const store = freshFile();
    const before = await openClew({ store });
    await viewOf(await before.begin({ session, id: "m1", text: "One." }));
    await before.close();
    const clew = await openChat({ store });
    const again = await clew.begin({ session, id: "m1", text: "One." }, { whenBusy: "refuse" });
    expect([again.repeated, again.state]).toEqual([false, "running"]);
    await again.complete({ text: "Yes." });
    const next = await clew.begin({ session, id: "m2", text: "Two." }, { whenBusy: "refuse" });
    expect(next.repeated).toBe(false);
    await next.cancel();
  });

  test("is cancelled where somebody stopped it himself", async () => {
    const clew = await openChat();
    const stop = new AbortController();
    const wait = tool({
      inputSchema: z.object({}),
      execute: (_input, { abortSignal }) =>
        new Promise<string>((_resolve, reject) =>
          abortSignal?.addEventListener("abort", () => reject(new Error("stopped"))),
        ),
    });
    const model = scriptedModel(() => ({ calls: [{ tool: "wait", input: {} }] }));
    const turn = await clew.begin({ session, text: "Wait." });
    const failed = turn.generate({ model, tools: { wait }, abortSignal: stop.signal }).catch((error: unknown) => error);
    await until(() => model.calls.length === 1);
    stop.abort();
    await failed;
    expect(turn.state).toBe("cancelled");
  });
});

test("a turn opens by its id, and by the part of it that clew log prints", async () => {
  const clew = await openChat();
  const { id } = await clew.begin({ session, text: "Read." });
  expect((await clew.turn(id.slice(-8))).id).toBe(id);
  for (const part of [id.slice(-7), "", "00000000", `${id}0`])
    await expect(clew.turn(part)).rejects.toMatchObject({
      code: "turn/unknown",
      hint: expect.stringContaining("clew log --json"),
    });
});
