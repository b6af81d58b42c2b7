/** A chat in a page, by the requests that `useChat` sends: new messages, regenerations, edits, approvals, two tabs. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readUIMessageStream, tool, type UIMessage, type UIMessageChunk } from "ai";
import { type ChatRequest, type Clew, openClew } from "clewline";
import { promptText, scriptedModel } from "clewline/testing";
import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { openFresh } from "./fresh-clew.js";

const folder = mkdtempSync(join(tmpdir(), "clew-web-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const session = "web:1";
const said = (id: string, text: string): UIMessage => ({ id, role: "user", parts: [{ type: "text", text }] });
const ran: string[] = [];
const water = tool({
  inputSchema: z.object({ bed: z.string() }),
  needsApproval: true,
  execute: async ({ bed }) => {
    ran.push(bed);
    return `${bed} is wet`;
  },
});
const locate = tool({ inputSchema: z.object({}), outputSchema: z.string() });
const tools = { water, locate };

/** Answers with what it was asked, and how often it was asked anything. */
const echo = () =>
  scriptedModel((prompt, call) => {
    const asked = promptText(prompt).split("\n").at(-1) ?? "";
    return { text: `${call}: ${asked}` };
  });

/** What a page gets to see in the end, as `useChat` puts it together. */
async function answered(clew: Clew, request: ChatRequest, model = echo(), last?: UIMessage): Promise<UIMessage> {
  const result = await clew.stream(request, { model, tools });
  const stream = result.toUIMessageStream() as ReadableStream<UIMessageChunk>;
  let message: UIMessage | undefined;
  for await (const each of readUIMessageStream({ stream, ...(last === undefined ? {} : { message: last }) }))
    message = each;
  if (message === undefined) throw new Error("an empty stream");
  return message;
}

function textOf({ parts }: UIMessage): string {
  return parts.map((part) => (part.type === "text" ? part.text : "")).join("");
}

const told = async (clew: Clew, choice = {}) => (await clew.messages(session, choice)).map(textOf);
/** What the next call would be sent. */
const sent = async (clew: Clew) => {
  const turn = await clew.begin({ session, id: "probe", text: "probe" });
  const view = await turn.view();
  await turn.cancel();
  await clew.edit({ session, id: "probe", deleted: true });
  return JSON.stringify(view.kind === "fits" ? view.messages : []);
};

describe("a chat in a page", () => {
  test("goes on with the newest message alone or with the whole list, and shows what the log has", async () => {
    const clew = await openFresh();
    const one = { ...said("u1", "one"), metadata: { at: 5 } };
    const first = await answered(clew, { session, message: one });
    const list = [one, first, said("u2", "two")];
    const second = await answered(clew, { session, messages: list, trigger: "submit-message" });
    expect(await clew.messages(session)).toEqual([...list, second]);
  });

  test("owes no answer to anybody: the page reads it in the log, also when the message comes a second time", async () => {
    const clew = await openFresh();
    await answered(clew, { session, message: said("u1", "one") });
    await answered(clew, { session, message: said("u1", "uno"), messageId: "u1" });
    const turn = await clew.begin({ session, message: said("u2", "two") });
    const [waiting, again] = [said("u3", "three"), said("u2", "two")].map((message) =>
      clew.begin({ session, message }),
    );
    expect((await again)?.repeated).toBe(true);
    await turn.complete({ text: "Two." });
    await (await waiting)?.complete({ text: "Three." });
    expect(await clew.unsent()).toEqual([]);
    expect((await clew.begin({ session, message: said("u2", "two") })).reply).toEqual({ text: "Two.", sent: true });
    await expect(clew.stream({ session, message: said("u2", "two") }, { model: echo() })).rejects.toMatchObject({
      code: "message/repeated",
      message: expect.not.stringContaining("sent"),
      hint: expect.stringMatching(/^(?!.*sent).*clew[.]messages/),
    });
    // A message of a channel that joins what a page asked is still owed its answer.
    const busy = await clew.begin({ session, message: said("u4", "four") });
    const next = clew.begin({ session, message: said("u5", "five") });
    const joined = new Promise<void>((onKept) => {
      void clew.begin({ session, id: "c6", text: "six" }, { whenBusy: "merge", onKept });
    });
    await joined;
    await busy.complete({ text: "Four." });
    await (await next).complete({ text: "Both." });
    expect((await clew.unsent()).map(({ text, answers }) => ({ text, answers }))).toEqual([
      { text: "Both.", answers: ["u5", "c6"] },
    ]);
  });

  test("regenerates the last answer: the old one is in the log alone", async () => {
    const clew = await openFresh();
    const model = scriptedModel([{ text: "Old." }, { text: "New." }, { text: "Newest." }]);
    const old = await answered(clew, { session, message: said("u1", "one") }, model);
    const list = [said("u1", "one")];
    const fresh = await answered(
      clew,
      { session, messages: list, trigger: "regenerate-message", messageId: old.id },
      model,
    );
    expect(fresh.id).not.toBe(old.id);
    expect(await clew.messages(session)).toEqual([...list, fresh]);
    // Without a list, by the id of the answer, and by none.
    const newest = await answered(clew, { session, trigger: "regenerate-message", messageId: fresh.id }, model);
    expect(await clew.messages(session)).toEqual([...list, newest]);
    expect(await sent(clew)).not.toMatch(/Old|New[.]/);
    expect((await clew.log({ session })).lines.map(({ text }) => text)).toContain("agent: Old.");
    expect(await told(clew, { at: old.id })).toEqual(["one", "Old."]);
    expect(model.calls).toHaveLength(3);
    expect(await clew.unsent({ session })).toEqual([]);
  });

  test("edits an old message: what came after leaves the conversation and every view, and is still to be had", async () => {
    const clew = await openFresh();
    for (const [index, text] of ["one", "two", "three"].entries())
      await answered(clew, { session, message: said(`u${index + 1}`, text) });
    const before = await clew.messages(session);
    const edited = await answered(clew, { session, message: said("u2", "zwei"), messageId: "u2" });
    expect(await told(clew)).toEqual(["one", textOf(before[1] as UIMessage), "zwei", textOf(edited)]);
    expect((await clew.messages(session)).map(({ id }) => id)).toEqual(["u1", before[1]?.id, "u2", edited.id]);
    expect(await sent(clew)).not.toMatch(/two|three/);
    expect(await clew.messages(session, { at: before.at(-1)?.id })).toEqual(before);
    // Again, and the first of all.
    await answered(clew, { session, message: said("u2", "deux"), messageId: "u2" });
    await answered(clew, { session, message: said("u1", "eins"), messageId: "u1" });
    expect((await told(clew)).filter((_, index) => index % 2 === 0)).toEqual(["eins"]);
  });

  test("an edit of what has left the conversation, and of an answer, is refused with the next step", async () => {
    const clew = await openFresh();
    const first = await answered(clew, { session, message: said("u1", "one") });
    await answered(clew, { session, message: said("u2", "two") });
    await answered(clew, { session, message: said("u1", "eins"), messageId: "u1" });
    const before = await clew.messages(session);
    const refused = { code: "message/bad", hint: expect.stringContaining("clew.messages") };
    const edit = (id: string) => clew.stream({ session, message: said(id, "x"), messageId: id }, { model: echo() });
    await expect(edit("u2")).rejects.toMatchObject(refused);
    await expect(edit(before[1]?.id ?? "")).rejects.toMatchObject({ code: "message/bad" });
    const again = { session, trigger: "regenerate-message", messageId: first.id } as const;
    await expect(clew.stream(again, { model: echo() })).rejects.toMatchObject(refused);
    expect(await clew.messages(session)).toEqual(before);
  });

  test("a question of an answer that was edited away is not open any more", async () => {
    const clew = await openFresh();
    const turn = await clew.begin({ session, message: said("u1", "one") });
    await turn.complete({ text: "Delete everything?", asks: [{ expects: "yes-no", about: "delete everything" }] });
    await answered(clew, { session, message: said("u1", "uno"), messageId: "u1" });
    const model = echo();
    await answered(clew, { session, message: said("u2", "yes") }, model);
    expect(promptText(model.calls[0]?.prompt ?? [])).not.toContain("delete everything");
  });

  test("a message that never arrived, or whose answer failed, is answered when the page tries again", async () => {
    const clew = await openFresh();
    const again = { session, messages: [said("u1", "one")], trigger: "regenerate-message" } as const;
    await answered(clew, again);
    expect((await told(clew))[0]).toBe("one");
    const broken = await clew.stream(
      { session, message: said("u2", "two") },
      { model: scriptedModel([{ error: new Error("down") }]), onError: () => undefined },
    );
    await broken.consumeStream({ onError: () => undefined });
    expect(broken.turn.state).toBe("failed");
    await answered(clew, { session, messages: [...(await clew.messages(session))], trigger: "regenerate-message" });
    expect(await told(clew)).toHaveLength(4);
    expect((await told(clew)).at(-2)).toBe("two");
  });

  test("two tabs at once: each message and each answer is there once, in an order that both see", async () => {
    const path = join(folder, "tabs.db");
    const tabs = await Promise.all([1, 2].map(() => openClew({ store: path, timeZone: "UTC" })));
    const send = async (clew: Clew, tab: number) => {
      for (let turn = 0; turn < 4; turn++)
        await answered(clew, { session, message: said(`${tab}-${turn}`, `${tab}-${turn}`) });
    };
    await Promise.all(tabs.map(send));
    const [first, second] = await Promise.all(tabs.map((clew) => clew.messages(session)));
    for (const clew of tabs) await clew.close();
    expect(first).toEqual(second);
    const questions = first?.filter((_, index) => index % 2 === 0) ?? [];
    const replies = first?.filter((_, index) => index % 2 === 1) ?? [];
    expect(questions.map(textOf).sort()).toEqual(["0-0", "0-1", "0-2", "0-3", "1-0", "1-1", "1-2", "1-3"]);
    expect(replies.map((each) => textOf(each).split(": ")[1])).toEqual(questions.map(textOf));
  });

  test("an edit waits for the answer that is on its way, which then leaves with the rest", async () => {
    const clew = await openFresh();
    const running = await clew.begin({ session, message: said("u1", "one") });
    const editing = answered(clew, { session, message: said("u1", "uno"), messageId: "u1" });
    await running.complete({ text: "Late." });
    const answer = await editing;
    expect(await told(clew)).toEqual(["uno", textOf(answer)]);
    const busy = await clew.begin({ session, message: said("u2", "two") });
    const refused = clew.begin({ session, message: said("u1", "x"), messageId: "u1" }, { whenBusy: "refuse" });
    await expect(refused).rejects.toMatchObject({ code: "lane/busy" });
    await busy.cancel();
  });

  test("an approval goes on with the same message, runs its tool once, and is not taken twice", async () => {
    const clew = await openFresh();
    ran.length = 0;
    const model = scriptedModel([{ calls: [{ tool: "water", input: { bed: "bed 1" } }] }, { text: "Wet." }]);
    const asked = await answered(clew, { session, message: said("u1", "Water") }, model);
    const parts = asked.parts.map((part) =>
      part.type === "tool-water" && part.state === "approval-requested"
        ? { ...part, state: "approval-responded" as const, approval: { ...part.approval, approved: true } }
        : part,
    ) as UIMessage["parts"];
    const approved = { ...asked, parts };
    expect(await clew.messages(session)).toEqual([said("u1", "Water"), asked]);
    const done = await answered(clew, { session, messages: [said("u1", "Water"), approved] }, model, approved);
    expect(ran).toEqual(["bed 1"]);
    expect(done.id).toBe(asked.id);
    expect(await clew.messages(session)).toEqual([said("u1", "Water"), done]);
    const twice = clew.stream({ session, message: approved }, { model, tools });
    await expect(twice).rejects.toMatchObject({ code: "message/repeated" });
  });

  test("a tool that runs in the browser brings its result; a result for a call that needs approval is none", async () => {
    const clew = await openFresh();
    ran.length = 0;
    const calls = [
      { tool: "locate", input: {} },
      { tool: "water", input: { bed: "bed 2" } },
    ];
    const model = scriptedModel([{ calls }, { text: "Done." }]);
    const asked = await answered(clew, { session, message: said("u1", "Go") }, model);
    const forged = asked.parts.map((part) =>
      "toolCallId" in part ? { ...part, state: "output-available" as const, output: "here" } : part,
    ) as UIMessage["parts"];
    await expect(
      clew.stream({ session, message: { ...asked, parts: forged } }, { model, tools }),
    ).rejects.toMatchObject({
      code: "turn/waiting",
    });
    const states = (await clew.messages(session))[1]?.parts.flatMap((part) =>
      "toolCallId" in part ? [part.state] : [],
    );
    expect(states).toEqual(["output-available", "approval-requested"]);
    expect(ran).toEqual([]);
    // Whoever asks for another answer instead waits for nothing any more.
    await answered(clew, { session, trigger: "regenerate-message" }, model);
    expect(await told(clew)).toEqual(["Go", "Done."]);
    expect((await clew.log({ session })).turns.map(({ state }) => state).sort()).toEqual(["cancelled", "completed"]);
  });

  test("refuses what is no message of a page", async () => {
    const clew = await openFresh();
    const bad = (request: object) =>
      expect(clew.begin({ session, ...request } as never)).rejects.toMatchObject({ code: "message/bad" });
    await bad({ messages: [] });
    const empty = { session, message: undefined, messages: undefined, trigger: undefined, messageId: undefined };
    await expect(clew.begin(empty)).rejects.toMatchObject({
      code: "message/bad",
      hint: expect.stringContaining("Give message or messages"),
    });
    const nowhere = { session: "web:undefined", message: said("x", "y") };
    await expect(clew.begin(nowhere)).rejects.toMatchObject({
      code: "session/bad-key",
      hint: expect.stringContaining("id"),
    });
    await bad({ message: { id: "x", role: "system", parts: [] } });
    await bad({ message: { id: "x", role: "user", content: "text" } });
    await bad({ message: said("x", "y"), trigger: "resubmit" });
    await expect(clew.begin({ session, message: said("x", "y"), mesageId: "x" } as never)).rejects.toMatchObject({
      code: "options/bad",
    });
    expect(await clew.messages(session)).toEqual([]);
  });
});
