/** What past turns look like in a view, and what never comes back, by number of the list of cases. */

import type { IncomingMessage } from "@clewline/agent/incoming-message.js";
import { makePointer } from "@clewline/core/log/pointer.js";
import { readPrefix } from "@clewline/core/policy/policy.js";
import { presets } from "@clewline/core/policy/presets/presets.js";
import { selective } from "@clewline/core/policy/presets/selective.js";
import { applySettings } from "@clewline/core/policy/settings.js";
import type { LogStore } from "@clewline/core/ports/index.js";
import { findVerdict } from "@clewline/core/view/verdict.js";
import { sha256 } from "@clewline/platform/crypto.js";
import { promptText, scriptedModel } from "@clewline/store-kit/scripted-model.js";
import { generateText, stepCountIs } from "ai";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { findMemoryLines } from "../memory-lines.js";
import { contentsIn, filler, type Lab, messagesIn, openLab, recordsOf, session, shown, sound } from "./lab.js";
import { chooser, fileStore, from, haveTurns, importTalk, next, turnsIn } from "./talk.js";

const all = Object.keys(presets);
const origins = ["scheduled", "briefing", "heartbeat", "subtask"] as const;
const hourMs = 3_600_000;

const times = (text: string, part: string) => text.split(part).length - 1;

/** A turn that nobody asked for. */
async function ran({ clew }: Lab, prompt: string, report: string, origin: (typeof origins)[number] = "scheduled") {
  const turn = await clew.begin({ session, text: prompt }, { origin });
  await turn.complete({ text: report });
  return turn;
}

async function said({ clew }: Lab, message: Partial<IncomingMessage>, reply: string) {
  const turn = await clew.begin({ session, ...message });
  await turn.complete({ text: reply });
  return turn;
}

/** Whether a model chooses among older turns. */
function asksModel(policy: string): boolean {
  const past = presets[policy]?.past;
  return past?.kind === "choosing" && past.choice !== null;
}

describe.each(all)("under %s", (policy) => {
  test("13. the message being answered is in the view once, and not in its own history", async () => {
    const { fastModel, requests } = chooser("[1, 2, 3]");
    const lab = await openLab({ policy, fastModel });
    await haveTurns(lab, 9);
    const text = "When does the greenhouse pump get its new seal?";
    const first = await lab.clew.begin({ session, id: "m1", text });
    expect(times(shown(await sound(lab, first)), text)).toBe(1);
    await first.fail(new Error("overloaded"));
    const again = await lab.clew.begin({ session, id: "m1", text });
    expect(times(shown(await sound(lab, again)), text)).toBe(1);
    expect(requests.length > 0).toBe(asksModel(policy));
    for (const request of requests) expect(times(request.text, text)).toBe(1);
  });

  test("14. failed, cancelled, waiting and running turns are there with their state", async () => {
    const lab = await openLab({ policy });
    const failed = await lab.clew.begin({ session, text: "Order the seal." });
    await failed.fail(new Error("out of stock"));
    const cancelled = await lab.clew.begin({ session, text: "Order the hose." });
    await cancelled.cancel();
    const waiting = await lab.clew.begin({ session, text: "Order the valve." });
    const model = scriptedModel([{ calls: [{ tool: "buy", input: {}, id: "a" }] }]);
    await generateText(waiting.aiSdk({ model, tools: { buy: { description: "Buys", inputSchema: z.object({}) } } }));
    await lab.clew.sync({ session, messages: [{ role: "user", content: "Order the pipe." }] });
    const view = await next(lab, "What is on order?");
    const texts = messagesIn(view)
      .map(({ content }) => JSON.stringify(content))
      .join("\n");
    for (const thing of ["seal", "hose", "valve", "pipe"]) expect(texts).toContain(`Order the ${thing}.`);
    // A turn that is running still has its steps to tell of it, where steps are shown.
    const running = presets[policy]?.history.form === "steps" ? [] : ["running"];
    for (const state of ["failed", "cancelled", "waiting", ...running])
      expect(texts).toMatch(new RegExp(`state=.{1,2}${state}`));
  });

  test.each(origins)("15. a turn of origin %s never reads like a user's", async (origin) => {
    const { fastModel, requests } = chooser("[1]");
    const lab = await openLab({ policy, fastModel });
    await haveTurns(lab, 3);
    await ran(lab, "Check the greenhouse thermometer now.", "The greenhouse has 31 degrees.", origin);
    await haveTurns(lab, 7, 4);
    const view = await next(lab, "What does the greenhouse thermometer say?");
    expect(shown(view)).not.toContain("Check the greenhouse thermometer");
    expect(requests.length > 0).toBe(asksModel(policy));
    for (const { text } of requests) expect(text).not.toMatch(/Check the greenhouse|31 degrees/);
    const holding = messagesIn(view).filter(({ content }) => JSON.stringify(content).includes("31 degrees"));
    expect(holding.map(({ role }) => role)).toEqual(["user"]);
    expect(JSON.stringify(holding)).toContain(`<clew-background origin=\\"${origin}\\"`);
  });

  test("16. the newest three results of such turns stay, old ones go first, and normal turns never because of them", async () => {
    const lab = await openLab({
      policy: applySettings(presets[policy] ?? selective, { use_selection: false }),
      window: 4_000,
    });
    await haveTurns(lab, 6);
    for (const number of from(1, 60))
      await ran(lab, `Look at dial ${number}.`, `Dial ${number}: ${filler(number, 40)}.`);
    const view = await next(lab);
    expect(turnsIn(view)).toEqual(from(1, 6));
    const dials = [...shown(view).matchAll(/Dial (\d+):/g)].map(([, number]) => Number(number));
    expect(dials).toEqual(from(61 - dials.length, 60));
    expect(dials.length).toBeGreaterThanOrEqual(3);
    expect(dials.length).toBeLessThanOrEqual(readPrefix(presets[policy] ?? selective) === "head" ? 3 : 60);
  });

  test("16. a long result of such a turn is shown by its ends", async () => {
    const lab = await openLab({ policy });
    await ran(lab, "Report.", `First line. ${filler(1, 9_000)} Last line.`);
    const view = await next(lab, "Was there a report?");
    expect(view.tokens).toBeLessThan(presets[policy]?.preview === undefined ? 0 : presets[policy].preview + 1_000);
    expect(shown(view)).toMatch(/First line\./);
    expect(shown(view)).toMatch(/Last line\./);
    expect(shown(view)).toMatch(/clew:e[0-9a-z]+/);
  });
});

test.each(["balanced", "rolling", "layered", "laned"])(
  "15. under %s what asked for a background turn is in no summary, journal or memory as a user's words",
  async (policy) => {
    const lab = await openLab({ policy, window: 4_000 });
    await ran(lab, "I decided that the boiler limit is 88 degrees, check it.", "Boiler fine.");
    for (const number of from(1, 60)) {
      await said(lab, { text: `We decided that shelf ${number} holds paint. ${filler(number, 60)}` }, "Noted.");
      if (number % 10 === 0) await next(lab, `What now, at ${number}?`);
    }
    await lab.clew.compact({ session });
    const records = JSON.stringify(await recordsOf(lab, "summary"));
    expect(records).toContain("holds paint");
    expect(records).not.toContain("boiler limit");
    expect(await lab.clew.journal()).not.toContain("boiler limit");
    const view = await next(lab, "Which boiler limit in degrees was decided?");
    expect(shown(view)).not.toMatch(/boiler limit is 88/);
  },
);

describe.each(all.filter((name) => readPrefix(presets[name] ?? selective) === "head"))(
  "a reply to a notification under %s",
  (policy) => {
    test("17. gets the narrow view, and nobody chooses or looks anything up for it", async () => {
      const { fastModel, requests } = chooser("[1, 2, 3]");
      const lab = await openLab({ policy, fastModel });
      await said(lab, { text: "The frost alarm in the greenhouse is at 3 degrees." }, "Noted.");
      await haveTurns(lab, 9);
      const notified = await ran(lab, "Check for frost.", "Frost alarm: the greenhouse is at 2 degrees.");
      await notified.sent(["n1", "n2"]);
      await ran(lab, "Check the mail.", "No mail.");
      const turn = await lab.clew.begin({ session, replyTo: "n2", text: "Is the frost alarm of the greenhouse loud?" });
      const view = await sound(lab, turn);
      expect(requests).toEqual([]);
      expect(turnsIn(view)).toEqual([]);
      expect(shown(view)).not.toMatch(/is at 3 degrees|No mail/);
      expect(times(shown(view), "Check for frost")).toBe(1);
      expect(times(shown(view), "Frost alarm: the greenhouse is at 2 degrees.")).toBe(1);
      expect(view.receipt.verdicts.find(({ rule }) => rule === "narrow")).toMatchObject({
        limit: "replyTo=notification",
      });
      await turn.complete({ text: "Yes." });
      expect(turnsIn(await next(lab)).slice(-4)).toEqual(from(6, 9));
    });
  },
);

describe("what is private to a surface", () => {
  const secret = "The surprise party is in the boathouse.";
  const booked = "Boathouse booked for the surprise.";
  const word = /boathouse/i;
  const question = "Where is the surprise party, in which boathouse?";

  /** A private turn with a tool, an edit, an open question and an observed message, among others. */
  async function withSecret(
    policy: string,
    fastModel = chooser("[1, 2, 3, 4]").fastModel,
    store?: LogStore,
  ): Promise<Lab> {
    const lab = await openLab({ policy, window: 4_000, fastModel }, store === undefined ? {} : { store });
    await haveTurns(lab, 2);
    const web = { session, surface: "web", private: true };
    const turn = await lab.clew.begin({ ...web, id: "p1", text: secret });
    const calls = [{ id: "a", tool: "book", input: { where: "boathouse" }, output: "boathouse: free" }];
    await turn.record({ calls });
    await turn.complete({ text: booked, asks: [{ expects: "yes-no", about: "invite everybody to the boathouse" }] });
    await turn.sent("p2");
    await lab.clew.observe({ ...web, id: "p3", text: "We decided that the boathouse opens at eight." });
    await lab.clew.edit({ session, id: "p3", text: "We decided that the boathouse opens at nine." });
    return lab;
  }

  test.each(all)(
    "18. is in no other view under %s, is not offered to a model, and nothing leads to it",
    async (policy) => {
      const { fastModel, requests } = chooser("[1, 2, 3, 4]");
      const lab = await withSecret(policy, fastModel);
      for (const surface of [undefined, "phone"]) {
        for (const text of ["yes", "What about that?", question]) {
          for (const more of [{}, { replyTo: "p1" }, { replyTo: "p2" }, { topic: 7 }]) {
            const turn = await lab.clew.begin({ session, surface, text, ...more });
            const view = await sound(lab, turn);
            expect(shown(view).replaceAll(question, "")).not.toMatch(word);
            expect(JSON.stringify(view.receipt.decisions)).not.toMatch(word);
            await turn.complete({ text: "Well." });
          }
        }
      }
      // It may also have been asked for a summary.
      expect(requests.length > 0 || !asksModel(policy)).toBe(true);
      for (const { text } of requests) expect(text.replaceAll(question, "")).not.toMatch(word);
    },
  );

  test.each(all)("18. is in views of its own surface under %s", async (policy) => {
    const lab = await withSecret(policy);
    const turn = await lab.clew.begin({ session, surface: "web", text: "So where is it?" });
    const text = shown(await sound(lab, turn));
    expect([text.includes(secret), text.includes(booked), text.includes("opens at nine")]).toEqual([true, true, true]);
  });

  test.each(["balanced", "rolling", "layered", "laned"])(
    "18. is in no summary, journal or search under %s",
    async (policy) => {
      const { fastModel, requests } = chooser("The shelves hold paint.");
      const lab = await withSecret(policy, fastModel, fileStore());
      for (const number of from(1, 40)) {
        const surface = number % 2 === 0 ? "web" : undefined;
        const text = `We decided that shelf ${number} holds paint. ${filler(number, 60)}`;
        const turn = await lab.clew.begin({ session, surface, text });
        if (number % 10 < 2) await sound(lab, turn);
        await turn.complete({ text: "Noted." });
      }
      await lab.clew.compact({ session });
      const records = [...(await recordsOf(lab, "summary")), ...(await recordsOf(lab, "candidate"))];
      expect(JSON.stringify(records)).toContain("holds paint");
      expect(requests).not.toEqual([]);
      for (const text of [JSON.stringify(records), await lab.clew.journal(), ...requests.map((each) => each.text)])
        expect(text).not.toMatch(/surprise|opens at|boathouse/i);
      for (const query of ["boathouse", "surprise party", "opens nine"])
        expect(await lab.clew.search(query)).toEqual([]);
    },
  );

  test("18. is answered alone: no message of another surface joins its turn", async () => {
    const lab = await openLab({ policy: "balanced" });
    const running = await lab.clew.begin({ session, text: "First." });
    const secretly = lab.clew.begin({ session, surface: "web", private: true, text: secret });
    const merging = lab.clew.begin({ session, surface: "phone", text: "Me too." }, { whenBusy: "merge" });
    await running.complete({ text: "Done." });
    const alone = await secretly;
    expect(shown(await sound(lab, alone))).not.toContain("Me too.");
    await alone.complete({ text: booked });
    const other = await merging;
    expect([other.repeated, other.id === alone.id]).toEqual([false, false]);
    expect(shown(await sound(lab, other))).not.toMatch(word);
  });

  test("18. can't be opened by the recall tool of another surface, neither itself nor in a run", async () => {
    const lab = await withSecret("selective");
    const pointer = (kind: "e" | "s", seq: number) => makePointer(kind, lab.ref, seq, sha256);
    const input = [pointer("e", 5), pointer("e", 6), pointer("e", 7), pointer("e", 8), pointer("s", 1)];
    const seen = async (surface: string) => {
      const calls = input.map((each) => ({ tool: "recall", input: { pointer: each } }));
      const model = scriptedModel([{ calls }, { text: "Well." }]);
      const turn = await lab.clew.begin({ session, surface, text: "Look it up." });
      await generateText({ ...turn.aiSdk({ model }), stopWhen: stepCountIs(2) });
      return promptText(model.calls.at(-1)?.prompt.slice(-1) ?? []);
    };
    expect(await seen("phone")).not.toMatch(word);
    expect(await seen("phone")).toContain("question-2?");
    expect(await seen("web")).toContain(secret);
  });
});

describe.each([
  ["balanced", "memory"],
  ["laned", "memory"],
  ["balanced", "a file"],
])("what has left the view under %s, with the log in %s,", (policy, place) => {
  const fact = "The pump in the greenhouse needs a seal of type QX-4471.";
  const asked = "Which seal does the greenhouse pump need?";

  /** The fact, and then so much else that it leaves. */
  async function longTalk(more: Partial<IncomingMessage> = {}): Promise<Lab> {
    const options = { policy: applySettings(presets[policy] ?? selective, { summary_tokens: 0 }), window: 3_000 };
    const lab = await openLab(options, place === "memory" ? {} : { store: fileStore() });
    await said(lab, { id: "m1", text: fact, ...more }, "I wrote it down.");
    for (const number of from(1, 40)) {
      await said(lab, { text: `${number} ${filler(number, 60)}` }, `${filler(number, 30)}`);
      if (number % 5 === 0) await next(lab, `Go on after ${number}.`);
    }
    return lab;
  }

  test("20. is found by its words, and shown with its date and speaker", async () => {
    const lab = await longTalk({ from: "user-1", at: "2026-03-05T10:00:00Z" });
    expect(shown(await next(lab, "Go on."))).not.toContain(fact);
    const view = await next(lab, asked);
    const memory = contentsIn(view).flatMap((content) =>
      "text" in content && content.text.includes(fact) ? [content.text] : [],
    );
    expect(memory).toHaveLength(1);
    expect(findMemoryLines(memory)).toContainEqual(
      expect.objectContaining({ at: "2026-03-05 10:00", who: "user-1", text: fact }),
    );
    const { retrieved } = view.receipt.decisions as { retrieved: readonly { pointers: readonly string[] }[] };
    const pointer = retrieved[0]?.pointers[0] ?? "";
    expect(await lab.clew.recall({ pointer })).toMatchObject({ kind: "page", text: fact });
    expect(findVerdict(view.receipt.verdicts, 1)).toMatchObject({ kind: "retrieved", rule: "memory" });
    expect(view.receipt.decisions).toMatchObject({
      retrieved: expect.arrayContaining([
        { pointers: expect.arrayContaining([pointer]), because: expect.stringContaining("words") },
      ]),
    });
    expect(shown(view)).toMatch(/<clew-left-out entries=/);
    const rules = new Set(view.receipt.verdicts.filter(({ kind }) => kind === "omitted").map(({ rule }) => rule));
    expect(rules).toContain("leave-out");
  });

  test("19. is not looked up where the view shows or quotes it, nor twice", async () => {
    const lab = await longTalk();
    const replied = await lab.clew.begin({ session, replyTo: "m1", text: asked });
    expect(times(shown(await sound(lab, replied)), fact)).toBe(1);
    await replied.complete({ text: "Let me see." });
    const working = await lab.clew.begin({ session, text: asked });
    expect(times(shown(await sound(lab, working)), fact)).toBe(1);
    await working.record({ calls: [{ id: "a", tool: "look", input: {}, output: "nothing" }] });
    expect(times(shown(await sound(lab, working)), fact)).toBe(1);
    await working.complete({ text: "I don't know." });
    expect(times(shown(await next(lab, asked)), fact)).toBe(1);
    await said(lab, { text: fact }, "Noted again.");
    expect(times(shown(await next(lab, asked)), fact)).toBe(2);
  });

  test("19. nothing is looked up for a message that asks for nothing", async () => {
    const view = await next(await longTalk(), "Thanks, that is great!");
    expect(shown(view)).not.toContain("<clew-found");
  });
});

test("19. what a view still shows is not looked up, whatever it has in common with the message", async () => {
  for (const policy of all) {
    const lab = await openLab({ policy });
    await said(lab, { text: "The greenhouse pump needs a seal." }, "A seal for the greenhouse pump, noted.");
    const view = await next(lab, "Which seal does the greenhouse pump need?");
    expect(shown(view)).not.toContain("clew-found");
    expect(times(shown(view), "The greenhouse pump needs a seal.")).toBe(1);
  }
});

test("20. beyond the lookback the notice says what is left out, and two calls of recall open it", async () => {
  const lab = await openLab({ policy: { ...selective, past: { ...selective.past, lookback: 6, choice: null } } });
  const year = Date.now() - 365 * 24 * hourMs;
  await importTalk(lab, [{ asked: "Note the type of the seal: QX-4471.", answered: "Noted.", at: year }]);
  await haveTurns(lab, 30);
  const view = await next(lab, "Which type of seal was it?");
  expect(turnsIn(view)).toEqual(from(25, 30));
  const [, entries, pointer = ""] =
    shown(view).match(/<clew-left-out entries=.{1,2}"([\d-]+).{1,2}" open=.{1,2}"(clew:s[0-9a-z]+)/) ?? [];
  expect(entries).toBe("1-50");
  expect(findVerdict(view.receipt.verdicts, 1)).toMatchObject({ rule: "lookback", limit: "lookback=6" });
  const listed = await lab.clew.recall({ pointer, find: "seal" });
  const found = listed.text.match(/clew:e[0-9a-z]+/)?.[0] ?? "";
  expect(await lab.clew.recall({ pointer: found })).toMatchObject({ text: "Note the type of the seal: QX-4471." });
});

test("20. under tiered what is older than its days is found by its words too", async () => {
  const lab = await openLab({ policy: "tiered" });
  await importTalk(lab, [
    { asked: "Note the type of the pump seal: QX-4471.", answered: "Noted.", at: "2026-01-05T10:00:00Z" },
  ]);
  await haveTurns(lab, 3);
  expect(shown(await next(lab, "How are you?"))).not.toContain("QX-4471");
  const view = await next(lab, "Which type of pump seal was it?");
  expect(shown(view)).toMatch(/<clew-found>\\n\[2026-01-05 10:00\]\\nuser: Note the type/);
  expect(findVerdict(view.receipt.verdicts, 1)).toMatchObject({ kind: "retrieved" });
});
