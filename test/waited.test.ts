/** Messages that came in while their lane was busy stand before their own answers, in every later view. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeClewOverStore } from "@clewline/clewline/compose/open.js";
import { sha256 } from "@clewline/platform/crypto.js";
import { type Clew, openClew, type Turn } from "clewline";
import { describe, expect, test } from "vitest";
import { storeKinds, storesAndPresets, withStore } from "./stores-in-turn.js";

const session = "telegram:chat:42";

/** Until the log has so many entries: a message that waits is kept at once. */
async function kept(clew: Clew, total: number): Promise<void> {
  while ((await clew.log({ session })).total < total) await new Promise((done) => setTimeout(done, 2));
}

interface Shown {
  /** What was said, without what a view says in its own name. */
  readonly words: string;
  /** The bytes before the volatile blocks. */
  readonly prefix: string;
  readonly bytes: string;
}

async function shownIn(turn: Turn): Promise<Shown> {
  const view = await turn.view();
  const messages = view.kind === "fits" ? view.messages : [];
  const bytes = JSON.stringify(messages);
  return {
    words: (bytes.match(/[QABO]\d(?!\d)/g) ?? []).join(" "),
    prefix: bytes.slice(0, bytes.lastIndexOf('{"text":"<clew-now')),
    bytes,
  };
}

/** Q1 is being answered while Q2 comes in. */
async function twoAtOnce(clew: Clew, meanwhile: () => Promise<unknown> = async () => undefined): Promise<Turn> {
  const first = await clew.begin({ session, id: 1, text: "Q1" });
  await first.view();
  const second = clew.begin({ session, id: 2, text: "Q2" });
  await kept(clew, 2);
  await meanwhile();
  await first.complete({ text: "A1" });
  return second;
}

async function overStore(kind: (typeof storeKinds)[number], policy: string, work: (clew: Clew) => Promise<void>) {
  await withStore(kind, sha256, async (store) => {
    const clew = await makeClewOverStore(store, { window: 8_192, timeZone: "UTC", policy });
    await work(clew);
  });
}

describe.each(storesAndPresets)("on $kind under $policy", ({ kind, policy }) => {
  test("a message that waited stands between the answer before it and its own", () =>
    overStore(kind, policy, async (clew) => {
      const second = await twoAtOnce(clew);
      const before = await shownIn(second);
      await second.complete({ text: "A2" });
      const after = await shownIn(await clew.begin({ session, id: 3, text: "Q3" }));
      expect([before.words, after.words]).toEqual(["Q1 A1 Q2", "Q1 A1 Q2 A2 Q3"]);
    }));
});

describe.each(storeKinds)("a message that waited, on %s", (kind) => {
  const balanced = (work: (clew: Clew) => Promise<void>) => overStore(kind, "balanced", work);

  test("changes no byte that the call before it was sent, also after steps and in a merged burst", () =>
    balanced(async (clew) => {
      const others: Promise<Turn>[] = [];
      const second = await twoAtOnce(clew, async () => {
        others.push(clew.begin({ session, id: 3, text: "Q3" }, { whenBusy: "merge" }));
        await kept(clew, 3);
        await clew.observe({ session, id: 4, text: "O1" });
      });
      const views = [await shownIn(second)];
      await second.record({ calls: [{ id: "call", tool: "search", input: {}, output: "found" }] });
      await clew.observe({ session, id: 5, text: "O2" });
      views.push(await shownIn(second));
      await second.complete({ text: "A2" });
      expect((await others[0])?.repeated).toBe(true);
      const third = await clew.begin({ session, id: 6, text: "Q4" });
      views.push(await shownIn(third));
      expect(views.map(({ words }) => words)).toEqual([
        "Q1 O1 A1 Q2 Q3",
        "Q1 O1 A1 Q2 Q3 O2",
        "Q1 O1 A1 Q2 Q3 O2 A2 Q4",
      ]);
      const [first, , last] = views;
      expect(last?.bytes.startsWith(first?.prefix ?? "-")).toBe(true);
    }));

  test("has its edits with it, whether they come before or after its turn begins", () =>
    balanced(async (clew) => {
      const second = await twoAtOnce(clew, () => clew.edit({ session, id: 2, text: "B2", editedAt: 5_000 }));
      const before = await shownIn(second);
      await second.complete({ text: "A2" });
      const third = await clew.begin({ session, id: 3, text: "Q3" });
      expect([before.words, (await shownIn(third)).words]).toEqual(["Q1 A1 Q2 Q2 B2", "Q1 A1 Q2 Q2 B2 A2 Q3"]);
      await clew.edit({ session, id: 2, text: "B3", editedAt: 6_000 });
      expect((await shownIn(third)).words).toMatch(/^Q1 A1 Q2 Q2 B2 A2 .*B3/);
    }));

  test("comes with the next message if its own turn never began", () =>
    balanced(async (clew) => {
      const stop = new AbortController();
      const first = await clew.begin({ session, id: 1, text: "Q1" });
      const given = clew.begin({ session, id: 2, text: "Q2" }, { signal: stop.signal }).catch(() => "stopped");
      await kept(clew, 2);
      stop.abort();
      expect(await given).toBe("stopped");
      const views = [await shownIn(first)];
      await first.complete({ text: "A1" });
      for (const [id, text] of [
        [3, "Q3"],
        [4, "Q4"],
      ] as const) {
        const turn = await clew.begin({ session, id, text });
        views.push(await shownIn(turn));
        await turn.complete({ text: `A${id}` });
      }
      expect(views.map(({ words }) => words)).toEqual(["Q1", "Q1 A1 Q2 Q3", "Q1 A1 Q2 Q3 A3 Q4"]);
    }));

  test("is neither lost nor told twice when a compaction's boundary falls between it and its answer", () =>
    balanced(async (clew) => {
      const first = await clew.begin({ session, id: 1, text: `Q1 ${"row ".repeat(3_000)}` });
      await first.view();
      const waiting = clew.begin({ session, id: 2, text: "Q2: the parcel 7431 stays in the shed" });
      await kept(clew, 2);
      for (const step of [1, 2, 3]) {
        const output = `step ${step} ${"row ".repeat(2_000)}`;
        await first.record({ calls: [{ id: `call-${step}`, tool: "search", input: {}, output }] });
        await first.view();
      }
      await first.complete({ text: "A1" });
      const second = await waiting;
      await second.complete({ text: "A2" });
      const counts: number[] = [];
      for (let id = 3; id < 12; id++) {
        const turn = await clew.begin({ session, id, text: `Q ${id} ${"row ".repeat(id % 3 === 0 ? 1_500 : 100)}` });
        const { bytes } = await shownIn(turn);
        counts.push(bytes.split("7431").length - 1);
        await turn.complete({ text: `A ${id}` });
      }
      expect(counts).toEqual(counts.map(() => 1));
    }));
});

test("keeps its place, and what is owed, in an export that is restored, and every call replays there", async () => {
  const folder = mkdtempSync(join(tmpdir(), "clew-waited-"));
  const clew = await openClew({ store: "memory", timeZone: "UTC" });
  const second = await twoAtOnce(clew);
  const view = await second.view();
  await second.complete({ text: "A2" });
  const lines: string[] = [];
  for await (const line of clew.export()) lines.push(`${line}\n`);
  await clew.close();
  writeFileSync(join(folder, "export.jsonl"), lines.join(""));
  const other = await openClew({ store: join(folder, "clew.db"), timeZone: "UTC" });
  await other.import(join(folder, "export.jsonl"));
  expect((await other.unsent()).map(({ text }) => text)).toEqual(["A2", "A1"]);
  const [receipt, root] = view.kind === "fits" ? [view.receipt.id, view.receipt.root] : ["", ""];
  expect(sha256(await other.replay(receipt))).toBe(root);
  expect((await shownIn(await other.begin({ session, id: 3, text: "Q3" }))).words).toBe("Q1 A1 Q2 A2 Q3");
  await other.close();
  rmSync(folder, { recursive: true });
});
