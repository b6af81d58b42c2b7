/** Acceptance case 82: what stays when there is little room for memories. */

import type { EntryId, Pointer } from "@clewline/core/log/keys.js";
import type { Memory } from "@clewline/core/log/memories/memory.js";
import { pickStanding } from "@clewline/core/memory/told/pick-standing.js";
import { makeToldIndex } from "@clewline/core/memory/told/told-index.js";
import { describe, expect, test } from "vitest";
import { openFresh } from "../fresh-clew.js";

const now = Date.UTC(2026, 5, 1);

function makeMemory(name: string, given: Partial<Memory>): Memory {
  const text = `${name} ${"and some more words of it ".repeat(4)}`;
  return {
    name,
    kind: "instruction",
    text,
    person: "ana",
    scope: { kind: "everyone" },
    saidAt: now - 1_000,
    sources: [],
    by: "person",
    ...given,
  };
}

describe("82: a cap on memories", () => {
  const memories = [
    ...Array.from({ length: 6 }, (_, place) => makeMemory(`fact ${place}`, { kind: "fact" })),
    makeMemory("dated", { until: now + 1_000 }),
    makeMemory("procedure", { saidAt: now - 2_000 }),
    makeMemory("profile", { kind: "fact", pinned: true, saidAt: now - 3_000 }),
  ];

  /** Whose words stand in a view of this room. */
  function listShown(room: number): readonly string[] {
    const told = memories.map((memory, place) => ({ memory, entry: `e${place}` as EntryId, seq: place + 1 }));
    const terms = {
      now,
      budget: 1_200,
      share: Math.floor(room / 10),
      hasRest: true,
      person: "ana",
      inView: [],
      findInView: () => null,
      countLine: ({ text }: { readonly text: string }) => Math.ceil(text.length / 4) + 8,
      countFrame: () => 40,
      point: ({ seq }: { readonly seq: number }) => `clew:e${seq}` as Pointer,
    };
    return pickStanding(
      makeToldIndex(told),
      terms,
    )(() => false)
      .shown.map(({ name }) => name)
      .sort();
  }

  test("cuts facts before what is dated, then procedures, and what is pinned last", () => {
    expect(listShown(4_000)).toHaveLength(memories.length);
    expect([3_000, 2_000, 1_100].map(listShown)).toEqual([
      ["dated", "procedure", "profile"],
      ["procedure", "profile"],
      ["profile"],
    ]);
  });

  test("cuts what is looked up before what stands", async () => {
    const clew = await openFresh({ window: 4_000 });
    const [session, from] = ["telegram:ana", "ana"];
    await clew.memory.add({ text: "Always answer Ana in French", kind: "instruction", person: from });
    const facts = Array.from({ length: 12 }, (_, place) => `Shelf ${place} holds the ${"green ".repeat(40)} jars`);
    for (const text of facts) await clew.memory.add({ text, person: from });
    const turn = await clew.begin({
      session,
      from,
      group: false,
      text: `Which shelf holds the green jars? ${"Think hard. ".repeat(400)}`,
    });
    const view = await turn.view();
    const sent = view.kind === "fits" ? `${view.system} ${JSON.stringify(view.messages)}` : "";
    expect(sent).toContain("Always answer Ana in French");
    expect(facts.filter((text) => sent.includes(text)).length).toBeLessThan(facts.length);
  });
});
