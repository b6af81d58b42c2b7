import { extractItems } from "@clewline/core/summary/extract.js";
import { fitItems } from "@clewline/core/summary/fit-items.js";
import { countAlike } from "@clewline/core/summary/leaving-order.js";
import { dropGoneItems, mergeItems } from "@clewline/core/summary/merge.js";
import { describe, expect, it } from "vitest";
import { entryId, item, shown, talk } from "./talk.js";

describe("merged", () => {
  it("says a thing once, with the sources of all who said it so", () => {
    const first = item("facts", "The pump needs 12 V.", { pinned: true });
    const again = item("facts", "the pump needs 12 V!");
    const other = item("facts", "The pump needs 12 V.", { by: "101" });
    const items = mergeItems([first], [again, other]);
    expect(shown(items)).toEqual(["facts*: the pump needs 12 V!", "facts: The pump needs 12 V."]);
    expect(items[0]?.sources).toEqual([...first.sources, ...again.sources]);
  });

  it("keeps both of two values, the newest last, and a statement beside its denial", () => {
    const lines = [
      "The meeting is at 5.",
      "The meeting is at 6.",
      "Water the fern beds.",
      "Never water the fern beds.",
      "Plant at least 5 rows.",
      "Plant at most 5 rows.",
      "We meet in the north shed behind the old mill every week.",
      "We meet in the south shed behind the old mill every week.",
    ];
    expect(
      mergeItems(
        lines.slice(0, 1).map((line) => item("facts", line)),
        lines.slice(1).map((line) => item("facts", line)),
      ).map(({ text }) => text),
    ).toEqual(lines);
  });

  it("moves what was pending and is told as done to the outcomes, with both sources", () => {
    const pending = item("pending", "I'll order 3 bags of soil by Friday.", { pinned: true });
    const done = item("outcomes", "Ordered the 3 bags of soil.", { by: "agent" });
    const [moved, ...rest] = mergeItems([pending], [done]);
    expect(rest).toEqual([]);
    expect(moved).toMatchObject({
      section: "outcomes",
      text: "I'll order 3 bags of soil by Friday. → Ordered the 3 bags of soil.",
      sources: [...pending.sources, ...done.sources],
    });
  });

  it("leaves pending what failed, what is not done yet, and what is another thing", () => {
    const pending = item("pending", "I'll order 3 bags of soil.", { pinned: true });
    for (const text of [
      "Ordering the 3 bags of soil failed.",
      "The 3 bags of soil are not ordered yet.",
      "Finished 3 loads of laundry.",
    ]) {
      expect(shown(mergeItems([pending], [item("outcomes", text)]))[0]).toBe("pending*: I'll order 3 bags of soil.");
    }
  });

  it("takes a question out of the goals when someone else answers it, and keeps what only the question says", () => {
    const question = item("goals", "When does the service of pump 7 expire?", { by: "101", pinned: true });
    const answer = item("facts", "The pump's service expires on 2026-05-03.", { by: "102" });
    expect(shown(mergeItems([question], [answer]))).toEqual([
      "facts: When does the service of pump 7 expire? → The pump's service expires on 2026-05-03.",
    ]);
    expect(shown(mergeItems([question], [{ ...answer, by: "101" }]))).toHaveLength(2);
  });

  it("moves a pending thing even where both don't fit in one line, and loses neither", () => {
    const long =
      "with the long list of things that the neighbours wanted to have from the shop in the old town ".repeat(2);
    const pending = item("pending", `I'll order 3 bags of soil ${long}`.trim(), { pinned: true });
    const done = item("outcomes", `Ordered 3 bags of soil ${long}`.trim(), { by: "agent" });
    expect(mergeItems([pending], [done]).map(({ section, text }) => [section, text])).toEqual([
      ["outcomes", pending.text],
      ["outcomes", done.text],
    ]);
  });

  it("gathers files, each with what was done to it last", () => {
    const items = mergeItems(
      [item("artifacts", "read: src/a.ts"), item("artifacts", "write: src/b.ts")],
      [item("artifacts", "edit: src/a.ts"), item("artifacts", "edit: src/a.tsx")],
    );
    expect(items.map(({ text }) => text)).toEqual(["write: src/b.ts", "edit: src/a.ts", "edit: src/a.tsx"]);
  });

  it("works on what is found in two parts of one conversation", () => {
    const [first, second] = [
      talk("user: I need to call the plumber about the leak in the kitchen", "user: Who has the key to the cellar?"),
      talk(
        "",
        "",
        "user: I called the plumber about the kitchen leak, he comes on Monday",
        "102: The key to the cellar hangs in the hall, hook 4",
      ).slice(2),
    ];
    const items = mergeItems(extractItems(first), extractItems(second));
    expect(shown(items)).toEqual([
      "outcomes: I called the plumber about the kitchen leak, he comes on Monday",
      "facts: The key to the cellar hangs in the hall, hook 4",
    ]);
    expect(items.map(({ sources }) => sources)).toEqual([
      ["e0", "e2"],
      ["e1", "e3"],
    ]);
  });

  it("takes back every item that an entry had a part in", () => {
    const both = item("facts", "one", { sources: [entryId("a"), entryId("b")] });
    const one = item("facts", "two", { sources: [entryId("a")] });
    expect(dropGoneItems([both, one], new Set([entryId("b")]))).toEqual([one]);
    expect(dropGoneItems([both, one], new Set([entryId("a")]))).toEqual([]);
  });
});

describe("bounded", () => {
  const items = [
    item("pending", "p", { pinned: true }),
    item("goals", "g", { pinned: true }),
    item("facts", "f1"),
    item("decisions", "d", { pinned: true }),
    item("outcomes", "o", { pinned: true }),
    item("artifacts", "a"),
    item("facts", "f2", { pinned: true }),
  ];
  const order = ["f1", "a", "o", "g", "p", "d", "f2"];

  it("drops the oldest unpinned first, then the pinned by section, and keeps the order", () => {
    for (const [room] of [...order, ""].entries()) {
      const { kept, dropped } = fitItems(items, (list) => list.length <= room);
      expect(dropped).toBe(order.length - room);
      const gone = new Set(order.slice(0, dropped));
      expect(kept).toEqual(items.filter(({ text }) => !gone.has(text)));
    }
  });

  it("asks seldom, and drops all where nothing fits", () => {
    const many = Array.from({ length: 1_000 }, (_, index) => item("facts", `fact ${index}`));
    let asked = 0;
    expect(fitItems(many, (list) => ++asked > 0 && list.length <= 300).kept).toHaveLength(300);
    expect(asked).toBeLessThan(14);
    expect(fitItems(many, () => false)).toEqual({ kept: [], dropped: 1_000 });
  });

  it("drops what is nearly equal first, then filler, and last what can hurt and what somebody asked to remember", () => {
    const lists = Array.from({ length: 8 }, (_, bed) => item("facts", `Bed ${bed} has ${bed + 20} tulips.`));
    const rising = [
      item("facts", "The plumber drives a green van."),
      item("facts", "The shed costs 310 euros."),
      item("pending", "I'll compare two more.", { by: "agent", pinned: true }),
      item("facts", "My brother plays chess.", { pinned: true }),
      item("facts", "My sister is allergic to nuts.", { pinned: true }),
      item("facts", "Remember that the gate sticks.", { pinned: true }),
    ];
    const all = [...rising.toReversed(), ...lists].map((each, at) => ({ ...each, at }));
    const left = Array.from({ length: all.length }, (_, room) => fitItems(all, (list) => list.length <= room).kept);
    const gone = left.map((kept, room) => (left[room + 1] ?? all).find((each) => !kept.includes(each))?.text);
    expect(gone.toReversed()).toEqual([
      ...lists.slice(0, 7).map(({ text }) => text),
      ...rising.slice(0, 2).map(({ text }) => text),
      lists[7]?.text,
      ...rising.slice(2).map(({ text }) => text),
    ]);
  });
});

describe("said many times", () => {
  it("is told once, with a count that merging again leaves as it is", () => {
    const said = Array.from({ length: 40 }, () => item("facts", "The shop by the lake was quiet."));
    const [first, ...others] = mergeItems(said.slice(0, 25), said.slice(25));
    expect(others).toEqual([]);
    expect(first).toMatchObject({ times: 40, sources: { length: 40 } });
    expect(mergeItems([...(first ? [first] : [])], said)).toEqual([first]);
  });

  it("with another figure each time, the newest tells for those that have no room", () => {
    const beds = Array.from({ length: 12 }, (_, bed) => item("facts", `Bed ${bed} has ${bed + 20} tulips.`));
    expect(countAlike(beds, beds)).toBe(beds);
    const told = countAlike(beds, beds.slice(-2));
    expect(told.map(({ text, times }) => [text, times])).toEqual([
      ["Bed 10 has 30 tulips.", undefined],
      ["Bed 11 has 31 tulips.", 11],
    ]);
  });
});
