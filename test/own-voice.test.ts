/** A channel that delivers the bot's own messages: by id, by identity, early, late, twice, edited and in parts. */
import type { Clew } from "clewline";
import { describe, expect, test } from "vitest";
import { openFresh } from "./fresh-clew.js";
import { some } from "./some.js";

const session = "telegram:chat:7";
const bot = 4242;
const asked = { session, id: 1, from: 7, text: "Is the gate shut?" };
const said = "**It is**: the _lower_ gate.";
const echo = { session, id: 2, from: bot, text: "It is: the lower gate." };
const own = { kept: false, because: "own answer" };

async function answer(clew: Clew): Promise<Awaited<ReturnType<Clew["begin"]>>> {
  const turn = await clew.begin(asked);
  await turn.complete({ text: said });
  return turn;
}

/** What the next message is shown. */
async function look(clew: Clew, id = 90): Promise<string> {
  const turn = await clew.begin({ session, id, from: 7, text: `And now, ${id}?` });
  const view = await turn.view();
  await turn.cancel();
  return JSON.stringify(view.kind === "fits" ? view.messages : view);
}

const count = (text: string, words: RegExp) => text.match(words)?.length ?? 0;

describe.each([{ self: [] }, { self: [bot] }])("with self $self", ({ self }) => {
  test("An id that was sent is known: nothing is kept, and no turn opens", async () => {
    const clew = await openFresh({ self });
    await (await answer(clew)).sent([2, 3]);
    const { total } = await clew.log({ session });
    for (const id of some([2, 3])) {
      expect(await clew.observe({ ...echo, id })).toEqual(own);
      expect(await clew.edit({ ...echo, id, text: "It was shut.", editedAt: 1_800_000_000_000 })).toEqual(own);
      const turn = await clew.begin({ ...echo, id });
      expect(turn).toMatchObject({ ...own, repeated: true, state: "cancelled", reply: null });
      await expect(turn.view()).rejects.toMatchObject({ code: "turn/not-running" });
      await expect(clew.generate({ ...echo, id })).rejects.toMatchObject({ code: "message/repeated" });
      await expect(clew.stream({ ...echo, id })).rejects.toThrow("The agent said this message itself");
    }
    expect((await clew.log({ session })).total).toBe(total);
    expect(count(await look(clew), /lower/g)).toBe(1);
  });

  test.each(["observe", "begin"] as const)("An echo that came before its id, by %s, is joined", async (verb) => {
    const clew = await openFresh({ self });
    const turn = await answer(clew);
    const heard = await clew[verb](echo);
    await turn.sent(2);
    expect(count(await look(clew), /lower/g)).toBe(1);
    expect((await clew.log({ session })).turns.filter(({ state }) => state === "running")).toEqual([]);
    expect(await clew.observe(echo)).toEqual(own);
    expect(heard).toBeDefined();
    const reply = await clew.begin({ session, id: 5, from: 7, replyTo: 2, text: "Sure?" });
    expect([reply.lane, await clew.unsent()]).toEqual(["root:7", []]);
  });

  test("An echo that waits in the queue is ended when its id comes", async () => {
    const clew = await openFresh({ self });
    const turn = await answer(clew);
    const other = await clew.begin({ session, id: 80, from: 7, text: "Wait" });
    const waiting = clew.begin(echo);
    await turn.sent(2);
    await other.complete({ text: "Yes?" });
    expect(await waiting).toMatchObject({ repeated: true });
    expect(count(await look(clew), /lower/g)).toBe(1);
  });
});

describe("by identity", () => {
  test("An answer that is echoed while it is made, or before it is marked as sent, stands once in every view", async () => {
    const clew = await openFresh({ self: [bot] });
    const turn = await clew.begin(asked);
    await clew.observe({ ...echo, text: "It is: the" });
    await turn.complete({ text: said });
    expect(await clew.begin({ ...echo, id: 3, text: "lower gate." })).toMatchObject(own);
    expect(count(await look(clew), /lower/g)).toBe(1);
    await turn.sent([2, 3]);
    expect(count(await look(clew, 91), /It is/g)).toBe(1);
  });

  test("What the agent says outside of a turn is shown as the agent's, and nobody answers it", async () => {
    const clew = await openFresh({ self: [bot] });
    const notice = { session, id: 20, from: bot, text: "I'm allergic to frost. The tap is off." };
    expect(await clew.begin(notice)).toMatchObject({ kept: true, because: "own message", repeated: true });
    expect(await clew.observe(notice)).toEqual({ kept: true });
    await clew.observe({ session, id: 21, role: "agent", text: "The tap is on again." });
    const turn = await clew.begin({ session, id: 22, from: 7, text: "Which tap?" });
    const view = await turn.view();
    const shown = view.kind === "fits" ? view.messages : [];
    expect(JSON.stringify(shown.filter(({ role }) => role === "user"))).not.toMatch(/tap is/);
    expect(JSON.stringify(shown)).toMatch(/assistant.*tap is off.*tap is on again/s);
    await turn.complete({ text: "The lower one." });
    expect(await clew.memory.list({ person: "4242" })).toEqual([]);
    expect(await clew.command({ ...notice, id: 23, text: "/compact" })).toBeNull();
    await clew.edit({ ...notice, text: "The tap is broken.", editedAt: 1_800_000_000_000 });
    expect(await look(clew)).toContain("The tap is broken.");
  });

  test("A person's message keeps its id: what was there before the turn, and what it answers, is no echo", async () => {
    const clew = await openFresh();
    await clew.observe({ session, id: 0, from: 8, text: "It is late." });
    const turn = await clew.begin(asked);
    await clew.observe({ session, id: 3, from: 8, text: "The roof leaks." });
    await turn.complete({ text: said });
    await turn.sent([0, 1, 2, 3]);
    const shown = await look(clew);
    for (const text of some(["It is late", "Is the gate shut", "The roof leaks"])) expect(shown).toContain(text);
    expect(await clew.observe({ session, id: 2, text: said })).toEqual(own);
  });

  test("self is a list of ids", async () => {
    await expect(openFresh({ self: "bot" as never })).rejects.toMatchObject({ code: "options/bad" });
  });
});
