import type { Draft } from "@clewline/core/log/entry.js";
import type { EntryId, LaneRef } from "@clewline/core/log/keys.js";
import { presets } from "@clewline/core/policy/presets/presets.js";
import type { Verdict } from "@clewline/core/view/verdict.js";
import type { AssemblyResult } from "@clewline/core/view/view.js";
import { changeRanges } from "@clewline/engine/commands/change-ranges.js";
import { undoCompaction } from "@clewline/engine/commands/undo-compaction.js";
import type { Engine } from "@clewline/engine/engine.js";
import { compactArrived, compactLane } from "@clewline/engine/growth/compact-lane.js";
import { readNextCall } from "@clewline/engine/read/next-call.js";
import { tryPreview } from "@clewline/engine/read/preview.js";
import { fingerprint } from "@clewline/store-kit/fingerprint.js";
import { arbitraryLane } from "@clewline/store-kit/logs.js";
import type { Clew, ClewOptions } from "clewline";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openFresh } from "./fresh-clew.js";
import { unreachable } from "./invariants/recoverable.js";
import { houseFor, settle } from "./invariants/walled.js";
import { checkAsyncProperty } from "./properties.js";
import { some } from "./some.js";
import { storeKinds, withStore } from "./stores-in-turn.js";
import { storable } from "./walls/lanes.js";

const session = "telegram:chat:42";
const compacting = [presets.balanced, presets.rolling, presets.layered];

async function nextOf(engine: Engine, ref: LaneRef): Promise<AssemblyResult> {
  return (await tryPreview(engine, ref, await readNextCall(engine, ref, null))).assembled;
}

function bytesOf(result: AssemblyResult): string {
  return result.kind === "fits" ? result.view.pieces.join("") : `needs ${result.needed}`;
}

describe.each(storeKinds)("compactions and ranges of generated logs, on %s", (kind) => {
  it("taking a compaction back gives the bytes of the view before it", async () => {
    const seen = { undone: 0, nothing: 0 };
    await checkAsyncProperty(
      fc.asyncProperty(
        arbitraryLane({ events: 12 }),
        fc.constantFrom(...compacting),
        fc.constantFrom(4_096, 32_768),
        fc.option(fc.tuple(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 100 }))),
        (generated, policy, window, parts) =>
          withStore(kind, fingerprint, async (store) => {
            const lane = { ...storable(generated), withheld: new Set<never>() };
            const engine = houseFor(window, store, policy);
            await settle(engine, lane);
            await compactArrived(engine, lane.ref);
            const before = await nextOf(engine, lane.ref);
            const [from, to] = (parts ?? [])
              .map((part) => Math.ceil((part * lane.entries.length) / 100))
              .sort((a, b) => a - b);
            const range = from === undefined || to === undefined ? {} : { range: { from, to } };
            const { kind: outcome } = await compactLane(engine, lane.ref, range);
            const isStanding = before.kind === "fits" && !before.view.compacted && outcome === "compacted";
            const undone = isStanding ? await undoCompaction(engine, lane.ref) : { kind: "nothing" };
            seen[isStanding ? "undone" : "nothing"] += 1;
            expect(undone.kind).toBe(isStanding ? "undone" : "nothing");
            const after = isStanding ? bytesOf(await nextOf(engine, lane.ref)) : bytesOf(before);
            expect(after).toBe(bytesOf(before));
          }),
      ),
      { runs: 24, longer: 400 },
    );
    expect(seen.undone).toBeGreaterThan(5);
  });

  it("what is hidden is in no view and recall reaches it, what is pinned is in every one, through 20 compactions", async () => {
    const seen = { hidden: 0, pinned: 0, compactions: 0 };
    await checkAsyncProperty(
      fc.asyncProperty(
        arbitraryLane({ events: 8 }),
        fc.constantFrom(...Object.values(presets)),
        // Something is hidden and something pinned in each, whatever comes after.
        fc.tuple(rangeFor("hide"), rangeFor("pin"), rangeFor(...verbs), rangeFor(...verbs)),
        (generated, policy, wishes) =>
          withStore(kind, fingerprint, async (store) => {
            const lane = { ...storable(generated), withheld: new Set<never>() };
            const engine = houseFor(400_000, store, policy);
            await settle(engine, lane);
            const { length } = lane.entries;
            for (const [verb, part, more] of length === 0 ? [] : wishes) {
              const from = Math.ceil((part * length) / 100);
              await changeRanges(engine, lane.ref, verb, `${from}-${Math.min(length, from + more)}`);
            }
            const first = await wishedIn(engine, lane.ref);
            seen.hidden += first.hidden.length;
            seen.pinned += first.pinned.length;
            expect(await unreachable(engine, lane, first.verdicts)).toEqual([]);
            for (let round = 0; round < 20; round++) {
              await store.write({ ref: lane.ref, entries: remarksOf(round) });
              seen.compactions += (await compactLane(engine, lane.ref)).kind === "compacted" ? 1 : 0;
              const { hidden, pinned, wronglyShown } = await wishedIn(engine, lane.ref);
              // What was deleted or is a note is told under that rule while it is read, and under the range once it has left.
              const lost = first.hidden.filter((seq) => !hidden.includes(seq));
              expect({ round, lost, pinned, wronglyShown }).toEqual({
                round,
                lost: [],
                pinned: first.pinned,
                wronglyShown: [],
              });
            }
          }),
      ),
      { runs: 12, longer: 150 },
    );
    expect(Math.min(seen.hidden, seen.pinned, seen.compactions)).toBeGreaterThan(5);
  });
});

const verbs = ["hide", "pin", "show", "unpin"] as const;

/** A range as parts of a hundred of the log, to be changed by one of the verbs. */
function rangeFor(...some: readonly (typeof verbs)[number][]) {
  return fc.tuple(fc.constantFrom(...some), fc.integer({ min: 1, max: 100 }), fc.nat(3));
}

/** Three messages of which a summary keeps something. */
function remarksOf(round: number): readonly Draft[] {
  return [0, 1, 2].map((place) => ({
    id: `remark-${round}-${place}` as EntryId,
    kind: "said",
    by: { role: "user" },
    parts: [
      { kind: "text", text: `${talk.repeat(4)} We decided on ${round * 3 + place} oaks, ${place} of them tall.` },
    ],
    source: null,
    replyTo: null,
    turn: null,
    step: null,
    at: 0,
    arrived: 0,
  }));
}

interface Wished {
  readonly verdicts: readonly Verdict[];
  readonly hidden: readonly number[];
  readonly pinned: readonly number[];
  readonly wronglyShown: readonly number[];
}

/** What the next view does with hidden and pinned entries: their places, and what it shows although it is hidden. */
async function wishedIn(engine: Engine, ref: LaneRef): Promise<Wished> {
  const result = await nextOf(engine, ref);
  const { blocks, verdicts } = result.kind === "fits" ? result.view : { blocks: [], verdicts: [] };
  const shown = new Set(blocks.flatMap((block) => block.seqs));
  const placesOf = (rule: Verdict["rule"]) =>
    verdicts
      .filter((verdict) => verdict.rule === rule)
      .flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, step) => from + step));
  const [hidden, pinned] = [placesOf("hidden"), placesOf("pinned")];
  return {
    verdicts: verdicts.filter(({ rule }) => rule === "hidden"),
    hidden,
    pinned: pinned.filter((seq) => shown.has(seq)),
    wronglyShown: hidden.filter((seq) => shown.has(seq)),
  };
}

const talk = "Well, the wind went round the house again, and the cat sat there and looked at the clouds going by. ";
const fact = "The invoice number 20931 over 1,240 EUR from the nursery is due on 2026-12-01.";

/** A word that no summary keeps. */
function wordOf(role: "ask" | "tell", index: number): string {
  return `${role}${[...`${index}`].map((digit) => "abcdefghij"[Number(digit)]).join("")}wind`;
}

/** A chat whose messages have a word of their own, so that each can be found in a view. */
async function chatOf(clew: Clew, turns: number, first = 0): Promise<void> {
  for (let index = first; index < first + turns; index++) {
    const turn = await clew.begin({ session, text: `${talk.repeat(3)}Well, ${wordOf("ask", index)} again. ${talk}` });
    await turn.view();
    await turn.complete({ text: `${talk.repeat(3)}Well, ${wordOf("tell", index)} again. ${talk}` });
  }
}

/** Which of the messages of people are in the next view. */
async function shownOf(clew: Clew, ...indexes: readonly number[]): Promise<readonly boolean[]> {
  const text = (await textOf(clew)).replace(/<clew-summary.*?<\/clew-summary>/s, "");
  return indexes.map((index) => text.includes(`Well, ${wordOf("ask", index)} again.`));
}

async function textOf(clew: Clew): Promise<string> {
  return JSON.stringify((await clew.context({ session })).request);
}

const options: ClewOptions = { window: 8_192, memory: false };

describe("ranges of a chat", () => {
  it.each(Object.keys(presets))("hidden and pinned messages hold through 20 compactions under %s", async (policy) => {
    const clew = await openFresh({ ...options, policy: policy as "balanced" });
    await chatOf(clew, 3);
    await clew.ranges.hide("3", { session });
    await clew.ranges.pin("1", { session });
    const rules: string[] = [];
    for (let round = 0; round < 20; round++) {
      await clew.observe({ session, text: `${fact} It is bill number ${round}.` });
      await chatOf(clew, 3, 10 + round * 10);
      await clew.compact({ session });
      const turn = await clew.begin({ session, text: `What about ${wordOf("ask", 1)}?` });
      const view = await turn.view();
      const sent = JSON.stringify(view.kind === "fits" ? view.messages : []);
      rules.push([1, 0].map((index) => sent.includes(`Well, ${wordOf("ask", index)} again.`)).join(" "));
      await turn.complete({ text: "Nothing." });
      const { verdicts } = await clew.why({ session });
      const ruleAt = (seq: number) => verdicts.find(({ verdict }) => verdict.from <= seq && seq <= verdict.to)?.verdict;
      rules.push(`${ruleAt(3)?.rule} ${ruleAt(3)?.limit} ${ruleAt(1)?.rule}`);
    }
    expect(new Set(rules)).toEqual(new Set(["false true", "hidden hidden=3 pinned"]));
    const hits = await clew.search(wordOf("ask", 1), { limit: 50 });
    expect(hits.some(({ line }) => line.seq === 3)).toBe(true);
  });

  it("a pinned message that has left comes back in its place, and leaves when it is let go", async () => {
    const clew = await openFresh(options);
    await clew.observe({ session, text: fact });
    await chatOf(clew, 8);
    await clew.compact({ session });
    expect(await shownOf(clew, 0)).toEqual([false]);
    await clew.ranges.pin("2", { session });
    expect(await shownOf(clew, 0)).toEqual([true]);
    expect(await clew.ranges.list({ session })).toMatchObject({ pinned: [{ from: 2, to: 2 }], hidden: [], unshown: 0 });
    await clew.ranges.unpin("2", { session });
    expect(await shownOf(clew, 0)).toEqual([false]);
  });

  it("the prefix is stable after the call that applied a wish", async () => {
    const clew = await openFresh(options);
    await chatOf(clew, 6);
    await clew.ranges.hide("3-4", { session });
    const sent: string[] = [];
    for (let index = 0; index < 3; index++) {
      const turn = await clew.begin({ session, text: `And now ${index}?` });
      const view = await turn.view();
      sent.push(view.kind === "fits" ? await clew.replay(view.receipt.id) : "");
      await turn.complete({ text: "Yes." });
    }
    const [first = "", second = "", third = ""] = sent.map((bytes) => bytes.slice(0, bytes.lastIndexOf("again. Well")));
    expect([first.length > 2_000, second.startsWith(first), third.startsWith(second)]).toEqual([true, true, true]);
    expect(first.includes(wordOf("ask", 1))).toBe(false);
  });

  it("a whole step is hidden where one of its entries is named", async () => {
    const clew = await openFresh(options);
    const turn = await clew.begin({ session, text: "How warm is it?" });
    await turn.view();
    const output = { type: "text", value: "21" } as const;
    await turn.record({
      messages: [
        { role: "assistant", content: [{ type: "tool-call", toolCallId: "a", toolName: "meter", input: {} }] },
        { role: "tool", content: [{ type: "tool-result", toolCallId: "a", toolName: "meter", output }] },
      ],
    });
    await turn.complete({ text: "21 degrees." });
    expect(await clew.ranges.hide("3", { session })).toMatchObject({ hidden: [{ from: 2, to: 3 }], changed: 2 });
    expect((await textOf(clew)).includes("meter")).toBe(false);
  });

  it("an item of the summary that came from a hidden message is gone", async () => {
    const clew = await openFresh(options);
    await clew.observe({ session, text: fact });
    await chatOf(clew, 8);
    await clew.compact({ session });
    expect((await textOf(clew)).includes("20931")).toBe(true);
    await clew.ranges.hide("1", { session });
    expect((await textOf(clew)).includes("20931")).toBe(false);
    await chatOf(clew, 2, 20);
    expect((await textOf(clew)).includes("20931")).toBe(false);
  });

  it("pins take a quarter of the room, the newest first, and it is told that others have none", async () => {
    const clew = await openFresh({ window: 2_048, memory: false });
    await chatOf(clew, 6);
    const report = await clew.ranges.pin("1-12", { session });
    expect(report.unshown).toBeGreaterThan(2);
    const { verdicts, tokens } = await clew.context({ session });
    const pinned = some(verdicts.filter(({ verdict }) => verdict.rule === "pinned"));
    expect(pinned.reduce((sum, { verdict }) => sum + verdict.tokens, 0)).toBeLessThan(2_048 / 4);
    expect(tokens).toBeLessThan(2_048);
  });
});

describe("compacting a part of a chat", () => {
  it("a range becomes a summary, and what stands before and after it stays", async () => {
    const clew = await openFresh(options);
    await chatOf(clew, 8);
    await clew.observe({ session, text: fact });
    await chatOf(clew, 2, 20);
    expect(await clew.compact({ session, from: 9, to: 17 })).toMatchObject({
      kind: "compacted",
      summarised: 9,
      kept: 12,
    });
    expect(await shownOf(clew, 0, 3, 4, 7, 20, 21)).toEqual([true, true, false, false, true, true]);
    const text = await textOf(clew);
    expect([text.includes("20931"), text.includes("<clew-summary")]).toEqual([true, true]);
    await chatOf(clew, 1, 30);
    expect(await shownOf(clew, 0, 4, 20, 30)).toEqual([true, false, true, true]);
    await chatOf(clew, 40, 40);
    expect(await shownOf(clew, 0, 79)).toEqual([false, true]);
  });

  it("takes pointers, and says what is wrong with a range", async () => {
    const clew = await openFresh(options);
    await clew.observe({ session, text: fact });
    await chatOf(clew, 6);
    const { lines } = await clew.log({ session });
    const command = (text: string) => clew.command({ session, text });
    expect(await command("/compact 5-99")).toMatch(/^There are no entries 5 to 99 in root:42.*1 to 13/);
    expect(await command("/context hide soon")).toMatch(/^Not a range of entries: "soon"/);
    expect(await command("/context hide clew:e0000000000")).toMatch(/^Nothing in root:42 has the pointer/);
    expect(await command(`/compact ${lines[0]?.pointer}-${lines[3]?.pointer}`)).toMatch(
      /^Compacted: 4 messages are now/,
    );
    expect(await command("/compact 1-4")).toBe("Nothing to compact: nothing of 1-4 is in the view.");
    expect(await command("/compact undo")).toMatch(/^Taken back: 4 messages are shown again as they were/);
    expect(await command("/compact undo")).toBe("Nothing to take back: the last compaction was taken back already.");
    expect(await command("/context pin 2")).toMatch(
      /^Done: 1 entry is shown with every message from now on\.\nPinned: 2\./,
    );
    expect(await command("/context show 2")).toBe("Nothing done: nothing of that is hidden.");
  });

  it("keeps what the focus is about, by rule, though no rule would", async () => {
    const remark = `${talk} So the endpoint, well, it is what it is. ${talk}`;
    const views: boolean[] = [];
    for (const focus of [undefined, "keep the endpoint design"]) {
      const clew = await openFresh(options);
      await clew.observe({ session, text: fact });
      await clew.observe({ session, text: remark });
      await chatOf(clew, 8);
      expect(await clew.compact({ session, focus })).toMatchObject({ kind: "compacted" });
      views.push((await textOf(clew)).includes("endpoint"));
      await chatOf(clew, 8, 20);
      await clew.compact({ session });
      views.push((await textOf(clew)).includes("endpoint"));
    }
    expect(views).toEqual([false, false, true, true]);
  });

  it("tells a model what the summary is to keep", async () => {
    const prompts: string[] = [];
    const fastModel = async ({ system }: { readonly system: string }) => {
      prompts.push(system);
      return "## Facts\n- the endpoint answers with a cursor";
    };
    const clew = await openFresh({ ...options, fastModel });
    await clew.observe({ session, text: fact });
    await chatOf(clew, 8);
    await clew.compact({ session, focus: "the API design" });
    expect(prompts.at(-1)).toContain('<clew-quote what="wish">the API design</clew-quote>');
  });
});

describe("taking a compaction back", () => {
  it("is refused where the view before no longer fits, or shows what was deleted", async () => {
    const clew = await openFresh(options);
    await clew.observe({ session, text: fact, id: "m1" });
    expect(await clew.compact({ session, undo: true })).toEqual({
      kind: "nothing",
      why: "Nothing was compacted here yet",
    });
    await chatOf(clew, 20);
    expect(await clew.compact({ session })).toMatchObject({ kind: "compacted" });
    await chatOf(clew, 18, 20);
    expect(await clew.compact({ session, undo: true })).toMatchObject({
      kind: "nothing",
      why: expect.stringMatching(/^The view before no longer fits into the window of 8\.2k tokens/),
    });
    const roomy = await openFresh(options);
    await roomy.observe({ session, text: fact, id: "m1" });
    await chatOf(roomy, 8);
    await roomy.compact({ session });
    await roomy.edit({ session, id: "m1", deleted: true, text: "" });
    expect(await roomy.compact({ session, undo: true })).toMatchObject({
      why: "A message was deleted since, and the view before would show it",
    });
  });

  it("lasts: thresholds are silent until the room is full", async () => {
    const clew = await openFresh({ window: 16_384, memory: false, policy: "rolling" });
    await clew.observe({ session, text: fact });
    await chatOf(clew, 10);
    await clew.compact({ session });
    expect(await clew.compact({ session, undo: true })).toMatchObject({ kind: "undone", shown: 13 });
    await chatOf(clew, 3, 20);
    expect(await shownOf(clew, 0, 22)).toEqual([true, true]);
    await chatOf(clew, 60, 30);
    expect(await shownOf(clew, 0, 89)).toEqual([false, true]);
  });
});
