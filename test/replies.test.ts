/** What a message replies to, in its own turn and after it. */
import type { Clew, ClewOptions } from "clewline";
import { describe, expect, test } from "vitest";
import { openFresh } from "./fresh-clew.js";

const session = "telegram:chat:11";
const presets = ["balanced", "rolling", "layered", "selective", "tiered", "laned"];

interface Said {
  readonly id: number;
  readonly text: string;
  readonly replyTo?: number;
  readonly quote?: { readonly text: string };
}

/** The view of a message, as one text; its turn is completed. */
async function ask(clew: Clew, message: Said, answer = `Answer ${message.id}.`): Promise<string> {
  const turn = await clew.begin({ session, ...message });
  const view = await turn.view();
  await turn.complete({ text: answer });
  await turn.sent([message.id + 1_000]);
  return view.kind === "fits" ? view.messages.map(({ content }) => JSON.stringify(content)).join("\n") : view.kind;
}

async function openTalk(options: ClewOptions): Promise<Clew> {
  const clew = await openFresh({ window: 16_000, ...options });
  for (const id of [1, 2, 3]) await ask(clew, { id, text: `Question ${id}: how deep is bed ${id}?` });
  return clew;
}

const references = (view: string) => view.match(/<clew-reply [^>]*was=[^>]*>/g) ?? [];

describe.each(presets)("under %s, a reply", (policy) => {
  test("goes on saying what it replied to once it is past", async () => {
    const clew = await openTalk({ policy });
    const own = await ask(clew, { id: 4, replyTo: 1_001, text: "Is that deep enough?" });
    expect(references(own)).toEqual([]);
    const later = await ask(clew, { id: 5, text: "And the others?" });
    expect(references(later)).toEqual([expect.stringMatching(/to=\\"agent\\" at=[^ ]+ [^ ]+ was=\\"Answer 1\.\\"/)]);
    const last = await ask(clew, { id: 6, text: "Thanks." });
    expect(references(last)).toEqual(references(later));
    expect(last.indexOf("was=")).toBeLessThan(last.indexOf("deep enough"));
  });

  test("to a message that nobody knows says so, then and later", async () => {
    const clew = await openTalk({ policy });
    const asked = { session, id: 4, topic: 5, text: "Why?" };
    const turn = await clew.begin({ ...asked, replyTo: 77 });
    const view = await turn.view();
    await turn.complete({ text: "Because." });
    const next = await (await clew.begin({ ...asked, id: 5 })).view();
    const unknown = [view, next].map(
      (each) => JSON.stringify(each).match(/<clew-reply to=\\+"unknown\\+"\/>/g)?.length,
    );
    expect(unknown).toEqual([1, 1]);
  });
});

test("what a reply says of a message that was deleted since is gone with it", async () => {
  const clew = await openTalk({});
  await ask(clew, { id: 4, replyTo: 1, text: "Is that deep enough?" });
  expect(references(await ask(clew, { id: 5, text: "Well?" }))).toHaveLength(1);
  await clew.edit({ session, id: 1, deleted: true });
  expect(references(await ask(clew, { id: 6, text: "And?" }))).toEqual([]);
});

test("a reply with the copy of a message that the log lacks goes on saying what that was", async () => {
  const clew = await openTalk({});
  const where = { session, topic: 5 };
  const turn = await clew.begin({ ...where, id: 4, replyTo: 77, quote: { text: "The hedge is high." }, text: "Why?" });
  const own = JSON.stringify(await turn.view());
  await turn.complete({ text: "Because." });
  const later = JSON.stringify(await (await clew.begin({ ...where, id: 5, text: "Really?" })).view());
  expect([own, later].map((view) => [view.includes("<clew-quote"), references(view).length])).toEqual([
    [true, 0],
    [false, 1],
  ]);
});

describe.each(["selective", "tiered", "laned"])("under %s, a reply to a notification", (policy) => {
  test.each([0, 6])("has a view about it, which says what the notification was, %i later", async (later) => {
    const clew = await openTalk({ policy });
    for (const [index, origin] of (["briefing", ...Array(later).fill("scheduled")] as const).entries()) {
      const turn = await clew.begin({ session, text: `Tell of the weather, ${index}` }, { origin });
      await turn.complete({ text: `Rain at ${index}.` });
      await turn.sent([2_000 + index]);
    }
    const view = await ask(clew, { id: 9, replyTo: 2_000, text: "How much rain?" });
    expect(view).toMatch(
      /<clew-quote role=\\"agent\\" at=[^>]* origin=\\"briefing\\" task=\\"Tell of the weather, 0\\">Rain at 0\./,
    );
    expect(view).not.toContain("Question 3");
  });
});

test.each(presets)("under %s, a huge message that is replied to is shown once, by its ends", async (policy) => {
  const clew = await openFresh({ policy, window: 8_000 });
  const huge = `The letter begins ${"with the barn and the lamp ".repeat(1_500)} so it ends.`;
  await ask(clew, { id: 1, text: huge });
  await ask(clew, { id: 2, text: "Something else." });
  const view = await ask(clew, { id: 3, replyTo: 1, text: "What of this?" });
  expect(
    ["The letter begins", "so it ends", "<clew-quote", "<clew-reply"].map((each) => view.split(each).length - 1),
  ).toEqual([1, 1, 0, 1]);
});

describe.each(["balanced", "rolling", "layered", "selective", "tiered"])("under %s, room that is short", (policy) => {
  test.each([3_000, 4_200])("parts no answer from its question: %i tokens", async (window) => {
    const clew = await openFresh({ policy, window });
    for (let id = 0; id < 20; id++) {
      const turn = await clew.begin({ session, id, text: "why is the barn dark ".repeat(id % 3 === 0 ? 40 : 6) });
      await turn.complete({ text: "because the lamp is broken ".repeat(id % 4 === 1 ? 30 : 6) });
    }
    const turn = await clew.begin({ session, id: 99, text: "And now?" });
    await turn.view();
    const { verdicts } = await clew.why({ turn: turn.id });
    const isShown = (seq: number) =>
      verdicts.some(
        ({ verdict: { from, to, kind } }) => from <= seq && seq <= to && (kind === "kept" || kind === "stubbed"),
      );
    const { lines } = await clew.log({ session, limit: 100 });
    const said = lines.filter(({ text }) => /^(user|agent): (why|because)/.test(text));
    const parted = said.flatMap(({ seq, text }, index) =>
      text.startsWith("agent") && isShown(seq) !== isShown(said[index - 1]?.seq ?? 0) ? [seq] : [],
    );
    expect(said).toHaveLength(40);
    expect(said.filter(({ seq }) => isShown(seq)).length).toBeLessThan(40);
    expect(parted).toEqual([]);
  });
});
