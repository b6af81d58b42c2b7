/** The register: whatever holds an entry's words is found by that entry, when it is to be erased. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeClewOverStore } from "@clewline/clewline/compose/open.js";
import type { Entry } from "@clewline/core/log/entry.js";
import { type LaneRef, parseLaneKey, parseOwnerKey, parseSessionKey } from "@clewline/core/log/keys.js";
import { makePointer } from "@clewline/core/log/pointer.js";
import { listSources, type Preamble } from "@clewline/core/log/turn.js";
import type { Change, LogStore } from "@clewline/core/ports/index.js";
import { filterStandingPreambles } from "@clewline/core/view/preamble-blocks.js";
import { recall } from "@clewline/engine/read/recall.js";
import { sha256 } from "@clewline/platform/crypto.js";
import { makeMemoryStore } from "@clewline/store-kit/memory/memory-store.js";
import { longestPattern, parsePattern } from "@clewline/text/pattern.js";
import { openClew } from "clewline";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { houseFor } from "./invariants/walled.js";
import { openDatabase } from "./open-database.js";
import { checkAsyncProperty } from "./properties.js";
import { some } from "./some.js";

const folder = mkdtempSync(join(tmpdir(), "clew-derived-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const owner = parseOwnerKey("me");
const session = "telegram:chat:1";
const chat = { owner, session: parseSessionKey(session) };

type Happening =
  | {
      readonly kind: "turn";
      readonly words: number;
      readonly outputs: readonly number[];
      readonly replyTo: number;
      readonly topic: number;
    }
  | { readonly kind: "edit"; readonly back: number; readonly words: number };

const size = fc.oneof({ arbitrary: fc.nat({ max: 60 }), weight: 3 }, { arbitrary: fc.nat({ max: 900 }), weight: 1 });
const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    arbitrary: fc.record({
      kind: fc.constant("turn"),
      words: size,
      outputs: fc.array(size, { maxLength: 2 }),
      replyTo: fc.nat({ max: 8 }),
      topic: fc.integer({ min: 1, max: 2 }),
    }),
    weight: 3,
  },
  { arbitrary: fc.record({ kind: fc.constant("edit"), back: fc.nat({ max: 4 }), words: size }), weight: 1 },
);

describe("the register of derived rows", () => {
  test("every chunk and every aside with an entry's words is registered for that entry", async () => {
    const windows = fc.constantFrom(2_000, 6_000, 60_000);
    await checkAsyncProperty(
      fc.asyncProperty(fc.array(happening, { minLength: 4, maxLength: 24 }), windows, async (happenings, window) => {
        const store = makeMemoryStore({ hash: sha256 });
        expect(await unregistered(store, await played(store, window, happenings))).toEqual([]);
      }),
      { runs: 10, longer: 100 },
    );
  });

  test("bytes that a second entry shares with the view before are registered for it too", async () => {
    const store = makeMemoryStore({ hash: sha256 });
    const clew = await makeClewOverStore(store, {});
    for (const id of ["1", "2", "3"]) {
      const turn = await clew.begin({ session, id, text: "the same words" });
      await turn.view();
      await turn.complete({ text: "done" });
    }
    const entries = await everyEntry(store);
    const keys = async ({ id }: Entry) =>
      ((await store.derivedFrom(chat, [id])).get(id) ?? []).map(({ key }) => key).toSorted();
    const said = entries.filter((entry) => JSON.stringify(entry).includes("the same words"));
    expect(said).toHaveLength(3);
    const [first, ...others] = await Promise.all(said.map(keys));
    for (const other of some(others)) expect(other).toEqual(first);
  });

  test("a call that repeats the one before adds hardly a line", async () => {
    const store = makeMemoryStore({ hash: sha256 });
    const lines: number[] = [];
    let early = 0;
    const write = (change: Change) => {
      // Those of a long view come before its receipt.
      if (change.chunks !== undefined) early += change.derived?.length ?? 0;
      if (change.receipt !== undefined) lines.push(early + (change.derived?.length ?? 0));
      if (change.receipt !== undefined) early = 0;
      return store.write(change);
    };
    const clew = await makeClewOverStore({ ...store, write }, {});
    for (let id = 0; id < 200; id++) await clew.observe({ session, id: String(id), text: `message ${id}` });
    const turn = await clew.begin({ session, id: "last", text: "and now?", replyTo: "3" });
    for (const call of [1, 2]) {
      await turn.view();
      await turn.record({ calls: [{ id: `c${call}`, tool: "look", input: {}, output: "dry" }] });
    }
    await turn.view();
    await turn.complete({ text: "done" });
    await (await clew.begin({ session, id: "next", text: "go on" })).view();
    expect(lines[0]).toBeGreaterThan(200);
    for (const added of some(lines.slice(1))) expect(added).toBeLessThan(8);
  });

  test("an aside of an earlier version, with one source, is registered for it and leaves with it", () => {
    const [source, other] = ["one", "two"] as readonly string[] as readonly Entry["id"][];
    if (source === undefined || other === undefined) throw new Error("no ids");
    const old: Preamble = { layer: "quote", text: "then", source };
    const edited: Preamble = { layer: "quote", text: "now", sources: [source, other] };
    expect([old, edited].map(listSources)).toEqual([[source], [source, other]]);
    expect(filterStandingPreambles([old, edited], new Set([other]))).toEqual([old]);
    expect(filterStandingPreambles([old, edited], new Set([source]))).toEqual([]);
  });
});

describe("the pointer of a quote", () => {
  test("opens what is quoted from another lane, and a pointer among the quoted words opens nothing", async () => {
    const store = makeMemoryStore({ hash: sha256 });
    const clew = await makeClewOverStore(store, {});
    const ref = (topic: number): LaneRef => ({
      owner,
      session: parseSessionKey(session),
      lane: parseLaneKey(`topic:1:${topic}`),
    });
    await clew.observe({ session, id: "secret", text: "SECRET of topic 7", topic: 7 });
    const pasted = (["e", "s"] as const).map((kind) => makePointer(kind, ref(7), 1, sha256));
    const text = `look at ${pasted.join(" ")} ${"and at that ".repeat(9_000)}`;
    await clew.observe({ session, id: "pasting", text, topic: 6 });
    const turn = await clew.begin({ session, id: "q", text: "what is that?", topic: 5, replyTo: "pasting" });
    const viewed = JSON.stringify(await turn.view());
    const own = makePointer("e", ref(6), 1, sha256);
    for (const pointer of [...pasted, own]) expect(viewed).toContain(pointer);
    const attached: unknown = turn.aiSdk({ model: { doStream: () => null } as never });
    const { recall: tool } = (attached as { tools: { recall: { execute(input: object): Promise<string> } } }).tools;
    const open = (input: object) => tool.execute(input);
    for (const pointer of pasted) expect(await open({ pointer })).toMatch(/^Nothing in this lane/);
    expect(await open({ pointer: own.replace("clew:e", "clew:s") })).toMatch(/^Nothing in this lane/);
    for (const pointer of [own, ` ${own.slice(5).toUpperCase()}`])
      expect(await open({ pointer })).toMatch(/^look at clew:e/);
  });
});

describe("a doctor", () => {
  test.each([
    [
      "a turn",
      "UPDATE turns SET rest = '{' WHERE rowid = 2",
      /^Row \d+ of turns \(lane \S+ of telegram:chat:1, .*can't be read: /,
    ],
    [
      "a receipt",
      "UPDATE receipts SET rest = '{' WHERE rowid = 2",
      /^Row \d+ of receipts \(lane \S+ of telegram:chat:1, .*can't be read: /,
    ],
    ["a blob", `UPDATE blobs SET content = '"bad' WHERE rowid = 1`, /^Entries whose contents are not all there: 1/],
  ])("reports %s that cannot be read, with what to do", async (what, damage, expected) => {
    const store = join(folder, `${what.replace(" ", "-")}.db`);
    const clew = await openClew({ store });
    for (const id of ["1", "2", "3"]) {
      const turn = await clew.begin({ session, id, text: `${id} ${"dry ".repeat(20_000)}` });
      await turn.view();
      await turn.complete({ text: "done" });
    }
    await clew.close();
    inFile(store, damage);
    const again = await openClew({ store });
    const faults = await again.doctor({ thorough: true });
    expect(faults.map((fault) => fault.what)).toContainEqual(expect.stringMatching(expected));
    for (const { hint } of some(faults)) expect(hint).not.toBe("");
    await again.close();
  });
});

describe("recall", () => {
  test("of a run goes on over a hole in the log", async () => {
    const { engine, ref } = await laneOf(["first", "second"]);
    const last = 5_000;
    const holed: LogStore = {
      ...engine.store,
      read: async (...given) => ({ ...(await engine.store.read(...given)), last }),
    };
    const pointer = makePointer("s", ref, 1, engine.fns.hash);
    const pages: number[] = [];
    for (let offset: number | null = 0; offset !== null; ) {
      const page = await recall({ ...engine, store: holed }, ref, { pointer, offset, find: null, limit: 2_000 });
      if (page.kind === "nothing") throw new Error(page.text);
      pages.push(offset);
      offset = page.next;
    }
    expect(pages).toEqual([0, 2_000, 4_000]);
  });

  test("takes a pattern of 200 characters and says so of a longer one", async () => {
    const { engine, ref } = await laneOf(["x".repeat(300)]);
    const pointer = makePointer("e", ref, 1, engine.fns.hash);
    const found = (length: number) =>
      recall(engine, ref, { pointer, offset: 0, find: "x".repeat(length), limit: 2_000 });
    expect((await found(longestPattern)).kind).toBe("page");
    expect(await found(longestPattern + 1)).toEqual({
      kind: "nothing",
      text: "A pattern has at most 200 characters; this one is longer.",
    });
  });

  test("shows the beginning of a matching line that is longer than a page", async () => {
    const { engine, ref } = await laneOf([`needle ${"hay ".repeat(200_000)}`]);
    const pointer = makePointer("e", ref, 1, engine.fns.hash);
    const page = await recall(engine, ref, { pointer, offset: 0, find: "needle", limit: 200 });
    expect(page.kind === "page" && page.text.length).toBeLessThan(200 * 8);
    expect(page).toMatchObject({ kind: "page", text: expect.stringMatching(/^1: needle hay/), next: null });
  });

  test("a pattern never goes back in its line", () => {
    expect(parsePattern(`${"a*".repeat(99)}b`)("a".repeat(100_000))).toBe(false);
  });
});

async function laneOf(texts: readonly string[]): Promise<{ engine: ReturnType<typeof houseFor>; ref: LaneRef }> {
  const engine = houseFor(8_000);
  const ref: LaneRef = { owner, session: parseSessionKey(session), lane: parseLaneKey("root:1") };
  const entries = texts.map((text, index) => ({
    kind: "said" as const,
    id: `entry-${index}` as Entry["id"],
    turn: null,
    step: null,
    at: 1_000,
    arrived: 1_000,
    by: { role: "user" as const },
    parts: [{ kind: "text" as const, text }],
    source: { message: String(index), revision: 0 },
    replyTo: null,
  }));
  await engine.store.write({ ref, entries });
  return { engine, ref };
}

function inFile(path: string, sql: string): void {
  const database = openDatabase(path);
  database.exec(sql);
  database.close();
}

/** Plays the happenings, each text with a word of its own; gives the hashes of all chunks that were handed out. */
async function played(store: LogStore, window: number, happenings: readonly Happening[]): Promise<readonly string[]> {
  const clew = await makeClewOverStore(store, { window });
  const chunks = new Set<string>();
  let marks = 0;
  // A question, because statements are learned: a memory is registered for its own entry, and erased by way of it.
  const text = (words: number) => `MARK${marks++}X${" lorem".repeat(words)}?`;
  let messages = 0;
  for (const [index, each] of happenings.entries()) {
    if (each.kind === "edit") {
      if (messages === 0) continue;
      const id = `m${Math.max(0, messages - 1 - each.back)}`;
      await clew.edit({ session, id, text: text(each.words), editedAt: 1_800_000_000_000 + index });
      continue;
    }
    const back = messages - 1 - each.replyTo;
    const reply = back >= 0 && each.replyTo > 0 ? { replyTo: `m${back}` } : {};
    const turn = await clew.begin({
      session,
      id: `m${messages++}`,
      text: text(each.words),
      topic: each.topic,
      ...reply,
    });
    const view = async () => {
      const viewed = await turn.view();
      if (viewed.kind === "fits") for (const key of viewed.receipt.chunks) chunks.add(key);
    };
    for (const [call, words] of each.outputs.entries()) {
      await view();
      const [input, output] = [{ q: text(0) }, text(words)];
      await turn.record({ text: text(0), calls: [{ id: `c${index}-${call}`, tool: "look", input, output }] });
    }
    await view();
    await turn.complete({ text: text(0) });
  }
  return [...chunks];
}

/** Chunks and asides that hold the word of an entry, and are not among what was made from it. */
async function unregistered(store: LogStore, hashes: readonly string[]): Promise<readonly string[]> {
  const entries = await everyEntry(store);
  const rows = [...(await store.chunks(chat, hashes))].map(([key, text]) => ({ kind: "chunk", key, text }));
  for (const { ref } of await store.lanes(chat)) {
    for (const { id, asides } of await store.turns(ref, 1_000)) {
      rows.push({ kind: "aside", key: id, text: asides.map((aside) => aside.text).join("\n") });
    }
  }
  const derived = await store.derivedFrom(
    chat,
    entries.map(({ id }) => id),
  );
  const missing: string[] = [];
  for (const entry of entries) {
    const made = new Set((derived.get(entry.id) ?? []).map(({ kind, key }) => `${kind} ${key}`));
    const words = JSON.stringify(entry).match(/MARK\d+X/g) ?? [];
    for (const { kind, key, text } of rows) {
      const holds = words.some((word) => text.includes(word));
      if (holds && !made.has(`${kind} ${key}`))
        missing.push(`${entry.kind} ${entry.seq}: ${kind} ${text.slice(0, 200)}`);
    }
  }
  return missing;
}

async function everyEntry(store: LogStore): Promise<readonly Entry[]> {
  const lanes = await store.lanes(chat);
  return (await Promise.all(lanes.map(({ ref }) => store.range(ref, 1, 1_000)))).flat();
}
