/** What stands beside a log, through an export and back. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeClewOverStore } from "@clewline/clewline/compose/open.js";
import { firstEpoch } from "@clewline/core/log/epoch.js";
import { parseLaneKey, parseOwnerKey, parseSessionKey } from "@clewline/core/log/keys.js";
import type { LogStore } from "@clewline/core/ports/index.js";
import { sha256 } from "@clewline/platform/crypto.js";
import { openSqliteStore } from "@clewline/sqlite/sqlite-store.js";
import { makeMemoryStore } from "@clewline/store-kit/memory/memory-store.js";
import {
  addSummary,
  makeCandidateRecord,
  makeEventRecord,
  makeJournal,
  makeStateRecord,
  makeSummaryRecord,
} from "@clewline/store-kit/store-contract/record-sample.js";
import { makeReceipt } from "@clewline/store-kit/store-contract/sample.js";
import { type Clew, ClewError } from "clewline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exported } from "./exported.js";
import { pickOfTheDay } from "./properties.js";
import { some } from "./some.js";

const folder = mkdtempSync(join(tmpdir(), "clew-restore-records-"));
afterAll(() => rmSync(folder, { recursive: true }));

interface Open {
  readonly store: LogStore;
  readonly clew: Clew;
}

const session = "telegram:chat:42";
const ref = { owner: parseOwnerKey("me"), session: parseSessionKey(session), lane: parseLaneKey("root:42") };
const topic = { ...ref, lane: parseLaneKey("topic:42:5") };

let files = 0;
const fresh = (name: string) => join(folder, `${files++}-${name}`);

async function openOn(store: LogStore): Promise<Open> {
  return { store, clew: await makeClewOverStore(store, { window: 4_096, timeZone: "UTC", instructions: "Be brief." }) };
}

const kinds = [
  ["memory", () => openOn(makeMemoryStore({ hash: sha256 }))],
  ["a file", () => openOn(openSqliteStore({ path: fresh("clew.db"), hash: sha256 }))],
] as const;

async function answer(clew: Clew, id: number, place: { topic?: number } = {}): Promise<void> {
  const turn = await clew.begin({ session, id, text: `question ${id}`, ...place });
  await turn.view();
  await turn.complete({ text: `answer ${id}, ${"which is long ".repeat(200)}` });
}

function written(lines: readonly string[]): string {
  const path = fresh("export.jsonl");
  writeFileSync(path, `${lines.join("\n")}\n`);
  return path;
}

/** The keys of the lane's epochs. */
async function keysOf(store: LogStore): Promise<readonly string[]> {
  return [...new Set((await store.receipts(ref, null, 1_000)).map(({ epoch }) => epoch.key)), "", "kept", "bare"];
}

/** All that a view of either lane would be made from. */
async function statesOf(store: LogStore): Promise<readonly unknown[]> {
  const keys = await keysOf(store);
  const of = (lane: typeof ref) => Promise.all(keys.map((key) => store.read(lane, 1_000, null, key)));
  return [...(await of(ref)), ...(await of(topic))].map(({ candidate: _candidate, ...state }) => state);
}

/** A log with a bit of everything beside it. */
async function furnished({ clew, store }: Open): Promise<void> {
  for (let id = 1; id <= 12; id++) await answer(clew, id);
  await answer(clew, 20, { topic: 5 });
  const [key = ""] = await keysOf(store);
  const { epoch } = await store.read(ref, 0, null, key);
  const source = (await store.range(ref, 1, 1)).map(({ id }) => id);
  await store.write({
    ref,
    records: [
      makeSummaryRecord("s1", key, { prose: { goals: ["Water the beans"] } }),
      makeJournal("j1", "2026-11-14"),
      makeEventRecord("e1", "compacted", { freed: 10 }),
      makeSummaryRecord("s2", "kept"),
      makeCandidateRecord("c1", key, epoch.number + 1),
      makeJournal("j2", "2026-11-15", "A\nB"),
      makeStateRecord("w1"),
    ],
    derived: [{ kind: "record", key: "s1", sources: source }],
    settings: { loud: true, model: { name: "small" } },
    cleared: 3,
    epoch: addSummary({ ...epoch, number: epoch.number + 1 }, "s1"),
  });
  // Epochs that no receipt speaks of.
  for (let number = 1; number <= 3; number++) {
    await store.write({ ref, epoch: addSummary({ ...firstEpoch, key: "kept", number, foldedThrough: number }, "s2") });
  }
  await store.write({ ref: topic, cleared: 1 });
}

describe.each(kinds)("what stands beside a log (%s)", (_name, open) => {
  it("comes back from an export, so that the next view is made from the same", async () => {
    const source = await open();
    await furnished(source);
    const lines = await exported(source.clew);
    expect(await exported(source.clew)).toEqual(lines);
    const target = await open();
    await target.clew.import(written(lines));
    expect(await exported(target.clew)).toEqual(lines);
    expect(await statesOf(target.store)).toEqual(await statesOf(source.store));
    for (const kind of ["summary", "journal", "event", "state"] as const) {
      expect(await target.store.records(ref, kind, null, 10)).toEqual(await source.store.records(ref, kind, null, 10));
    }
    expect((await source.store.records(ref, "candidate", null, 10)).length).toBe(1);
    expect(await target.store.records(ref, "candidate", null, 10)).toEqual([]);
    expect(await target.clew.doctor({ thorough: true })).toEqual([]);
    expect(await target.store.read(ref, 0, null, "kept")).toMatchObject({
      epoch: { number: 3, foldedThrough: 3 },
      summary: { id: "s2" },
      cleared: 3,
      settings: { loud: true, model: { name: "small" } },
    });
    await answer(target.clew, 99);
    expect(await target.clew.doctor({ thorough: true })).toEqual([]);
    for (const each of [source, target]) await each.clew.close();
  });

  it("an epoch that nobody's view moved on comes back between and behind the receipts", async () => {
    const source = await open();
    await answer(source.clew, 1);
    const [key = ""] = await keysOf(source.store);
    for (let round = 0; round < 3; round++) {
      const { epoch } = await source.store.read(ref, 0, null, key);
      const moved = { ...epoch, number: epoch.number + 1, foldedThrough: epoch.foldedThrough + 1 };
      expect((await source.store.write({ ref, expectedEpoch: epoch, epoch: moved })).done).toBe(true);
      await source.store.write({ ref, epoch: { ...moved, number: moved.number + 1 } });
      if (round < 2) await answer(source.clew, round + 2);
    }
    const target = await open();
    const lines = await exported(source.clew);
    await target.clew.import(written(lines));
    expect(await statesOf(target.store)).toEqual(await statesOf(source.store));
    expect((await target.store.read(ref, 0, null, key)).epoch.number).toBeGreaterThanOrEqual(6);
    expect(await exported(target.clew)).toEqual(lines);
    for (const each of [source, target]) await each.clew.close();
  });

  it("of two that moved the lane on at once, the one that did comes back", async () => {
    const source = await open();
    await answer(source.clew, 1);
    const [turn] = await source.store.turns(ref, 1);
    const won = { ...firstEpoch, key: "bare", number: 1, foldedThrough: 2 };
    await source.store.write({ ref, epoch: won });
    const lost = makeReceipt("lost", ref, { compacted: true, epoch: { ...won, foldedThrough: 1 }, verdicts: [] });
    const made = { ...lost, turn: turn?.id ?? lost.turn };
    await source.store.write({ ref, receipt: { receipt: made, chunks: new Map() }, epoch: made.epoch });
    const target = await open();
    await target.clew.import(written(await exported(source.clew)));
    expect((await source.store.read(ref, 0, null, "bare")).epoch).toEqual(won);
    expect(await statesOf(target.store)).toEqual(await statesOf(source.store));
    for (const each of [source, target]) await each.clew.close();
  });

  it("an older export of its own changes nothing, a newer one brings all of it", async () => {
    const source = await open();
    await furnished(source);
    const older = await exported(source.clew);
    const target = await open();
    await target.clew.import(written(older));
    await answer(source.clew, 13);
    const settings = { loud: null, quiet: true };
    await source.store.write({ ref, settings, cleared: 5, records: [makeJournal("j3", "2026-11-16")] });
    const newer = await exported(source.clew);
    await source.clew.import(written(older));
    expect(await exported(source.clew)).toEqual(newer);
    await target.clew.import(written(newer));
    expect(await exported(target.clew)).toEqual(newer);
    expect((await target.store.read(ref, 0, null)).settings).toEqual({ quiet: true, model: { name: "small" } });
    for (const each of [source, target]) await each.clew.close();
  });

  it("an export during which the lane moves on holds together", async () => {
    const places = Array.from({ length: 39 }, (_, line) => line + 1);
    for (const pulled of some(pickOfTheDay(places, 5))) {
      const source = await open();
      for (let id = 1; id <= 8; id++) await answer(source.clew, id);
      const lines: string[] = [];
      for await (const line of source.clew.export()) {
        lines.push(line);
        if (lines.length === pulled) for (let id = 9; id <= 14; id++) await answer(source.clew, id);
      }
      const target = await open();
      await target.clew.import(written(lines));
      expect(await target.clew.doctor({ thorough: true })).toEqual([]);
      const { last, epoch } = await target.store.read(ref, 0, null, (await keysOf(target.store))[0] ?? "");
      expect(Math.max(epoch.foldedThrough, ...Object.values(epoch.through))).toBeLessThanOrEqual(last);
      const later = await exported(source.clew);
      await target.clew.import(written(later));
      expect(await exported(target.clew)).toEqual(later);
      for (const each of [source, target]) await each.clew.close();
    }
  });

  it("an export of the version before, which knew nothing of it, still comes in", async () => {
    const source = await open();
    for (let id = 1; id <= 12; id++) await answer(source.clew, id);
    const old = (await exported(source.clew)).map(asVersionOne).filter((line) => line !== null);
    const target = await open();
    await target.clew.import(written(old));
    const [key = ""] = await keysOf(target.store);
    const { epoch, settings } = await target.store.read(ref, 1_000, null, key);
    const { number, through, foldedThrough } = (await source.store.read(ref, 1_000, null, key)).epoch;
    expect(number).toBeGreaterThan(0);
    expect([epoch, settings]).toEqual([{ ...firstEpoch, key, number, through, foldedThrough }, {}]);
    for (const { id } of some(await source.store.receipts(ref, null, 1_000))) {
      expect(await target.clew.replay(id)).toBe(await source.clew.replay(id));
    }
    await answer(target.clew, 13);
    for (const each of [source, target]) await each.clew.close();
  });
});

type Line = Record<string, unknown>;

function asVersionOne(line: string): string | null {
  const value = JSON.parse(line) as Line & { kind?: string; receipt?: { epoch: Line } };
  if (value.clew === "export") return JSON.stringify({ ...value, version: 1 });
  if (value.kind === "record" || value.kind === "epoch") return null;
  if (value.receipt === undefined) return line;
  const { summary: _summary, turn: _turn, limits: _limits, counted: _counted, ...epoch } = value.receipt.epoch;
  return JSON.stringify({ ...value, receipt: { ...value.receipt, epoch } });
}

describe("a line beside the log that is not what an export writes", () => {
  const inside = (name: string, more: Line) => (line: Line) => ({
    ...line,
    [name]: { ...(line[name] as Line), ...more },
  });
  const summary = (more: Line) => (line: Line) =>
    inside("record", { summary: { ...((line.record as Line).summary as Line), ...more } })(line);
  const bad: readonly (readonly [what: string, kind: string, change: (line: Line) => unknown])[] = [
    ["a lane cleared up to a text", "lane", (line) => ({ ...line, cleared: "3" })],
    ["a lane with a list of settings", "lane", (line) => ({ ...line, settings: [] })],
    ["a candidate", "record", inside("record", { kind: "candidate", candidate: {} })],
    ["a record of no kind", "record", inside("record", { kind: "dream" })],
    ["a record without an id", "record", inside("record", { id: "" })],
    ["a record without a time", "record", inside("record", { at: null })],
    ["a summary without items", "record", summary({ items: null })],
    ["a summary with an item of no section", "record", summary({ items: [{ section: "dreams" }] })],
    ["a summary whose prose is a text", "record", summary({ prose: "All is well" })],
    ["an epoch without a number", "epoch", inside("epoch", { number: null })],
    ["an epoch with a text for a boundary", "epoch", inside("epoch", { through: { clear: "7" } })],
    ["an epoch that names a summary by number", "epoch", inside("epoch", { summary: { id: 7 } })],
    ["an epoch that no lane comes to", "epoch", inside("epoch", { number: 2 ** 40 })],
    [
      "a receipt of an epoch that no lane comes to",
      "receipt",
      inside("receipt", { epoch: { ...firstEpoch, number: 1e9 } }),
    ],
  ];

  const exports = kinds.map(([, open]) => ({ open, whole: [] as readonly string[] }));

  beforeAll(async () => {
    for (const each of exports) {
      const source = await each.open();
      await furnished(source);
      each.whole = await exported(source.clew);
      await source.clew.close();
    }
  });

  it.each(bad)("%s is refused by its line, and the whole file completes the log", async (_what, kind, change) => {
    for (const { open, whole } of some(exports)) {
      const at = whole.findIndex((line) => (JSON.parse(line) as Line).kind === kind);
      const lines = whole.with(at, JSON.stringify(change(JSON.parse(whole[at] ?? "{}") as Line)));
      const target = await open();
      const error = await target.clew.import(written(lines), { format: "clew" }).catch((reason: unknown) => reason);
      if (!(error instanceof ClewError)) throw new Error("Nothing was thrown", { cause: error });
      expect(error).toMatchObject({ code: "import/bad", hint: expect.stringMatching(/^Export again/) });
      expect(error.message).toMatch(new RegExp(`^Line ${at + 1} of the export `));
      expect(await target.clew.doctor({ thorough: true })).toEqual([]);
      await target.clew.import(written(whole));
      expect(await exported(target.clew)).toEqual(whole);
      await target.clew.close();
    }
  });
});
