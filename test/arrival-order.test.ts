/** Messages, replies and edits that arrive in any order: the same messages stand in the same lane, and views are the same. */

import { sha256 } from "@clewline/platform/crypto.js";
import { type Clew, openClew } from "clewline";
import { describe, expect, test } from "vitest";
import { openFresh } from "./fresh-clew.js";
import { pickOfTheDay } from "./properties.js";
import { some } from "./some.js";
import { storesAndPresets, withStore } from "./stores-in-turn.js";

const session = "telegram:chat:7";
const minute = 60_000;
/** A part of the conversation that goes on: `tiered` shows it in full. */
const start = Math.floor(Date.now() / minute - 20) * minute;

interface Delivery {
  readonly id: number;
  readonly from: number;
  readonly text: string;
  readonly at: number;
  readonly replyTo?: number;
  readonly editedAt?: number;
}

const say = (id: number, text: string, more: Partial<Delivery> = {}): Delivery => {
  // Two messages in one second, as channels count.
  const at = start + Math.floor(id / 2) * 1_000;
  return { id, from: 100 + (id % 3), text: `${text} (${id})`, at, ...more };
};

/** Enough that a compaction summarises some of the rest: those before, or what is delivered in any order. */
const longer = "The key to the shed with the two green barrows hangs behind the door of plot 4, left of the tap.";
const around = [
  { earlier: [1, 2, 3, 4, 5, 6, 7, 8, 9], later: [] },
  { earlier: [], later: [21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32] },
];
const creaks = say(11, "The gate creaks.");
const which = say(12, "Which gate?", { replyTo: 11 });
const lower = say(13, "The lower one.", { replyTo: 12 });
const rains = say(14, "It rains.");
const edit = (message: Delivery, text: string) => ({ ...message, text, editedAt: start + 5 * minute });

const scripts: readonly (readonly Delivery[])[] = [
  [creaks, which, lower, rains, edit(which, "Which of the gates?")],
  [creaks, which, rains, say(15, "It does.", { replyTo: 14 }), edit(creaks, "The door creaks.")],
];

function permute<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  if (items.length <= 1) return [items];
  return items.flatMap((item, index) => permute(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));
}

describe.each(storesAndPresets)("on $kind with $policy", ({ kind, policy }) => {
  const stateless = ["selective", "tiered"].includes(policy);

  test.each(scripts.map((script, index) => [index + 1, script] as const))(
    "script %i converges",
    async (number, script) => {
      const orders = pickOfTheDay(permute(script), 3);
      const place = around[number % 2] as (typeof around)[number];
      const expected = await play(script, place);
      const others: (typeof expected)[] = [];
      for (const order of orders) others.push(await play(order, place));
      for (const other of some(others)) expect(other).toEqual(expected);
      expect(expected).toMatchObject({ lanes: ["root:7"], compacted: stateless ? "at once" : "compacted" });
    },
  );

  async function play(order: readonly Delivery[], { earlier, later }: (typeof around)[number]) {
    return withStore(kind, sha256, async (store) => {
      const clew = await openClew({ store, policy, timeZone: "UTC", memory: false, window: 32_768 });
      const tell = async (id: number) => clew.observe({ session, ...say(id, longer) });
      for (const id of earlier) await tell(id);
      for (const { editedAt, ...message } of order) {
        if (editedAt === undefined) await clew.observe({ session, ...message });
        else await clew.edit({ session, ...message, editedAt });
      }
      for (const id of later) await tell(id);
      const compacted = stateless ? "at once" : (await clew.compact({ session })).kind;
      const standing = await listStanding(clew);
      const view = await look(clew);
      await clew.close();
      return { ...standing, view, compacted };
    });
  }
});

/** The lanes that show anything, and what stands in them, whatever the order. */
async function listStanding(clew: Clew) {
  const lanes: string[] = [];
  const texts: string[] = [];
  for (const { ref } of await clew.lanes(session)) {
    const messages = await clew.messages(session, { lane: ref.lane });
    if (messages.length > 0) lanes.push(ref.lane);
    texts.push(...messages.map(({ role, parts }) => `${ref.lane} ${role} ${JSON.stringify(parts)}`));
  }
  return { lanes, texts: texts.toSorted() };
}

/** The next view, without the time of the call, and without pointers and places, which are the log's own. */
async function look(clew: Clew): Promise<string> {
  const turn = await clew.begin({ session, id: 90, from: 101, at: start + 10 * minute, text: "So?" });
  const view = await turn.view();
  await turn.cancel();
  const text = JSON.stringify(view.kind === "fits" ? view.messages : view);
  return text.replaceAll(/clew:\w+|entries=\\"[\d-]+\\"|(?<=<clew-now[^>]*>)[^<]*/g, "…");
}

describe("a late parent", () => {
  const order = [rains, which, creaks];

  test("takes its replies into its lane", async () => {
    const clew = await openFresh({ memory: false });
    for (const message of order) await clew.observe({ session, ...message });
    const turn = await clew.begin({ session, id: 90, from: 101, replyTo: which.id, text: "Which, then?" });
    const view = JSON.stringify(await turn.view());
    expect(turn.lane).toBe("root:7");
    for (const { text } of some(order)) expect(view).toContain(text);
    await turn.complete({ text: "The lower one." });
    const hits = await clew.search("Which gate", { session });
    expect(hits.filter((hit) => JSON.stringify(hit).includes("Which gate?"))).toHaveLength(1);
    expect((await clew.begin({ session, ...which })).lane).toBe("root:7");
  });

  test("is found by its late replies' edits and deletions", async () => {
    const clew = await openFresh({ memory: false });
    for (const message of order) await clew.observe({ session, ...message });
    await clew.edit({ session, ...edit(which, "Which door?") });
    expect((await listStanding(clew)).texts.join()).toContain("Which door?");
    await clew.edit({ session, id: which.id, deleted: true });
    expect((await listStanding(clew)).texts.join()).not.toMatch(/Which/);
  });

  test("is an answer whose ids come late", async () => {
    const clew = await openFresh({ memory: false });
    const turn = await clew.begin({ session, id: 1, from: 101, text: "Is it shut?" });
    await turn.complete({ text: "It is." });
    await clew.observe({ session, id: 3, from: 102, replyTo: 2, text: "It is not." });
    await turn.sent(2);
    expect((await listStanding(clew)).lanes).toEqual(["root:7"]);
    expect(await look(clew)).toContain("It is not.");
  });

  test("erasing the message erases it where it waited, too", async () => {
    const clew = await openFresh({ memory: false });
    for (const message of order) await clew.observe({ session, ...message });
    await clew.erase({ person: String(which.from) });
    const lines: string[] = [];
    for await (const line of clew.export()) lines.push(line);
    expect(lines.join("\n")).not.toContain("Which gate");
  });
});
