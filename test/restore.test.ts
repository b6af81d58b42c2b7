import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeClewOverStore } from "@clewline/clewline/compose/open.js";
import { parseLaneKey, parseOwnerKey, parseSessionKey } from "@clewline/core/log/keys.js";
import type { LogStore } from "@clewline/core/ports/index.js";
import { resolveReceipt } from "@clewline/core/receipt/receipt-delta.js";
import { sha256 } from "@clewline/platform/crypto.js";
import { openSqliteStore } from "@clewline/sqlite/sqlite-store.js";
import { makeMemoryStore } from "@clewline/store-kit/memory/memory-store.js";
import { type Clew, ClewError } from "clewline";
import { afterAll, describe, expect, it } from "vitest";
import { exported } from "./exported.js";
import { pickOfTheDay } from "./properties.js";
import { some } from "./some.js";

const folder = mkdtempSync(join(tmpdir(), "clew-restore-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** An open log. */
interface Open {
  readonly store: LogStore;
  readonly clew: Clew;
}

type Json = Record<string, unknown>;

const me = parseOwnerKey("me");
const session = "telegram:chat:42";
const ref = { owner: me, session: parseSessionKey(session), lane: parseLaneKey("root:42") };

async function openOn(store: LogStore, owner = "me"): Promise<Open> {
  const options = { window: 4_096, timeZone: "UTC", instructions: "Be brief.", owner };
  return { store, clew: await makeClewOverStore(store, options) };
}

let files = 0;
const fresh = (name: string) => join(folder, `${files++}-${name}`);
const inMemory = () => openOn(makeMemoryStore({ hash: sha256 }));
const inFile = () => openOn(openSqliteStore({ path: fresh("clew.db"), hash: sha256 }));
const kinds = [
  ["memory", inMemory],
  ["a file", inFile],
] as const;

async function answer(clew: Clew, id: number, topic?: number): Promise<void> {
  const place = topic === undefined ? {} : { topic };
  const turn = await clew.begin({ session, id, text: `question ${id}`, ...place });
  await turn.view();
  await turn.record({ text: "looking", calls: [{ id: `c${id}`, tool: "look", input: {}, output: "dry" }] });
  await turn.view();
  await turn.complete({ text: `answer ${id}` });
}

function written(lines: readonly string[]): string {
  const path = fresh("export.jsonl");
  writeFileSync(path, `${lines.join("\n")}\n`);
  return path;
}

async function refusal(clew: Clew, lines: readonly string[]): Promise<ClewError> {
  try {
    await clew.import(written(lines), { format: "clew" });
  } catch (error) {
    if (error instanceof ClewError) return error;
    throw error;
  }
  throw new Error("Nothing was thrown");
}

async function sample(): Promise<readonly string[]> {
  const { clew } = await inMemory();
  await answer(clew, 1);
  await answer(clew, 2);
  const lines = await exported(clew);
  await clew.close();
  return lines;
}

const kindOf = (line: string) => (JSON.parse(line) as { kind?: string }).kind;

/** The lines with the `nth` of a kind changed, and its number in the file. */
function changed(lines: readonly string[], kind: string, change: (line: Json) => unknown, nth = 0) {
  const at = [...lines.keys()].filter((index) => kindOf(lines[index] ?? "{}") === kind)[nth] ?? -1;
  const line = JSON.parse(lines[at] ?? "{}") as Json;
  return { lines: lines.with(at, JSON.stringify(change(line))), number: at + 1 };
}

const inside = (name: string, more: Json) => (line: Json) => ({
  ...line,
  [name]: { ...(line[name] as Json), ...more },
});

describe("a file that is not what an export is", () => {
  const bad: readonly (readonly [what: string, kind: string, change: (line: Json) => unknown])[] = [
    ["a kind that there is not", "entry", (line) => ({ ...line, kind: "dream" })],
    ["a kind by the name of a method", "entry", (line) => ({ ...line, kind: "constructor" })],
    ["no kind", "turn", ({ kind: _kind, ...line }) => line],
    ["a list for a line", "entry", () => []],
    ["an entry that is a text", "entry", (line) => ({ ...line, entry: "hello" })],
    ["an entry of no known kind", "entry", inside("entry", { kind: "dreamt" })],
    ["an entry without parts", "entry", inside("entry", { parts: undefined })],
    ["an entry whose parts are a text", "entry", inside("entry", { parts: "hello" })],
    ["a part without its text", "entry", inside("entry", { parts: [{ kind: "text" }] })],
    ["an entry by nobody", "entry", inside("entry", { by: {} })],
    ["an id that is a number", "entry", inside("entry", { id: 7 })],
    ["a place that is a text", "entry", inside("entry", { seq: "1" })],
    ["a place of nought", "entry", inside("entry", { seq: 0 })],
    ["half a step", "entry", inside("entry", { step: 1.5 })],
    ["a time that is a text", "entry", inside("entry", { at: "today" })],
    ["no time of arrival", "entry", inside("entry", { arrived: null })],
    ["a turn that is a number", "entry", inside("entry", { turn: 3 })],
    ["a source without a message", "entry", inside("entry", { source: {} })],
    ["a derivation of no kind", "entry", (line) => ({ ...line, derived: [{ key: "a" }] })],
    ["a lane without a session", "lane", ({ session: _session, ...line }) => line],
    ["a lane that is no key", "lane", (line) => ({ ...line, lane: "nowhere" })],
    ["a turn in no state", "turn", inside("turn", { state: "asleep" })],
    ["a turn without messages", "turn", inside("turn", { messages: null })],
    ["a turn of another lane", "turn", inside("turn", { ref: { ...ref, lane: "root:7" } })],
    ["a receipt without verdicts", "receipt", inside("receipt", { verdicts: undefined, delta: undefined })],
    ["a receipt of another owner", "receipt", inside("receipt", { ref: { ...ref, owner: "you" } })],
    ["a receipt without an epoch", "receipt", inside("receipt", { epoch: null })],
    ["a chunk without content", "chunk", ({ content: _content, ...line }) => line],
  ];

  for (const [what, kind, change] of bad) {
    it(`${what} is refused by its line, and the log stays readable`, async () => {
      const whole = await sample();
      const { lines, number } = changed(whole, kind, change);
      for (const [, open] of kinds) {
        const { clew } = await open();
        const error = await refusal(clew, lines);
        expect(error.code).toBe("import/bad");
        expect(error.message).toMatch(new RegExp(`^Line ${number} of the export `));
        expect(error.hint).toMatch(/^Export again/);
        expect(await clew.doctor({ thorough: true })).toEqual([]);
        await clew.import(written(whole));
        expect(await exported(clew)).toEqual(whole);
        await clew.close();
      }
    });
  }

  it("a blob without its content is refused", async () => {
    const { clew } = await inMemory();
    const [head = "", lane = "", ...rest] = await sample();
    const error = await refusal(clew, [head, lane, JSON.stringify({ kind: "blob", id: "b" }), ...rest]);
    expect(error).toMatchObject({ code: "import/bad", message: "Line 3 of the export has no proper content" });
  });

  it("two exports in one file are refused where the second begins", async () => {
    const { clew } = await inMemory();
    const whole = await sample();
    const error = await refusal(clew, [...whole, ...whole]);
    expect(error.message).toMatch(new RegExp(`^Line ${whole.length + 1} of the export has a kind that no line has`));
    expect((await refusal(clew, [...whole, ...whole.slice(1)])).message).toMatch(/begins a lane a second time$/);
  });
});

describe("the places of a lane", () => {
  it("a line that is lost, repeated or moved is told by its number", async () => {
    const whole = await sample();
    const entries = [...whole.keys()].filter((index) => kindOf(whole[index] ?? "") === "entry");
    const [first = 0, second = 0, third = 0] = entries;
    for (const [lines, number] of [
      [whole.toSpliced(first, 1), first + 1],
      [whole.toSpliced(second, 1), second + 1],
      [whole.toSpliced(second, 0, whole[first] ?? ""), second + 1],
      [whole.with(second, whole[third] ?? "").with(third, whole[second] ?? ""), second + 1],
    ] as const) {
      const { clew } = await inMemory();
      const error = await refusal(clew, lines);
      expect(error.code).toBe("import/bad");
      expect(error.message).toMatch(new RegExp(`^Line ${number} of the export has place \\d+ where \\d+ comes next$`));
    }
  });

  for (const [name, open] of kinds) {
    it(`a message that the log has in another lane shifts nothing: the lane is refused whole (${name})`, async () => {
      const whole = await sample();
      const { clew, store } = await open();
      await clew.observe({ session, id: 2, topic: 9, text: "question 2" });
      const error = await refusal(clew, whole);
      expect(error).toMatchObject({ code: "import/bad" });
      expect(error.message).toMatch(/^Lane root:42 of telegram:chat:42 has other entries in the same places$/);
      expect((await store.read(ref, 0, null)).last).toBe(0);
      expect(await clew.doctor({ thorough: true })).toEqual([]);
      await clew.close();
    });

    it(`a lane that went its own way is left as it is (${name})`, async () => {
      const whole = await sample();
      const { clew, store } = await open();
      await clew.import(written(whole.slice(0, 4)));
      await clew.observe({ session, id: 77, text: "something else" });
      const before = await store.range(ref, 1, 1_000);
      expect((await refusal(clew, whole)).message).toMatch(/has other entries in the same places$/);
      expect(await store.range(ref, 1, 1_000)).toEqual(before);
      await clew.close();
    });
  }
});

describe("whose log it is", () => {
  it("an export of another owner is refused, and the hint opens the log for it", async () => {
    const whole = await sample();
    const store = makeMemoryStore({ hash: sha256 });
    const { clew } = await openOn(store, "guest");
    const error = await refusal(clew, whole);
    expect(error).toMatchObject({
      code: "import/bad",
      hint: 'Open the log with that owner: openClew({ owner: "me" })',
    });
    expect(await store.sessions(me, { after: null, limit: 10 })).toEqual([]);
    const same = await openOn(store, "me");
    expect((await same.clew.import(written(whole))).added).toBeGreaterThan(0);
  });

  it("a head whose owner is no key is damage", async () => {
    const { clew } = await inMemory();
    const whole = await sample();
    const head = JSON.stringify({ clew: "export", version: 1, owner: "no one" });
    expect((await refusal(clew, [head, ...whole.slice(1)])).message).toMatch(/^Line 1 of the export/);
  });
});

describe("a log and its own exports", () => {
  for (const [name, open] of kinds) {
    it(`an older export of its own changes nothing (${name})`, async () => {
      const { clew, store } = await open();
      await answer(clew, 1);
      const older = written(await exported(clew));
      await answer(clew, 2);
      const key = (await store.receipts(ref, null, 10))[0]?.epoch.key ?? "";
      const before = [await store.read(ref, 10, null), await store.read(ref, 10, null, key), await exported(clew)];
      expect((await clew.import(older)).added).toBe(0);
      expect([await store.read(ref, 10, null), await store.read(ref, 10, null, key), await exported(clew)]).toEqual(
        before,
      );
      await clew.close();
    });

    it(`an export during which turns are answered holds together (${name})`, async () => {
      const { clew: source } = await open();
      for (const id of [1, 2, 3]) await answer(source, id, 5);
      for (const id of [11, 12]) await answer(source, id);
      const count = (await exported(source)).length;
      await source.close();
      const places = Array.from({ length: count - 1 }, (_, line) => line + 1);
      for (const pulled of some(pickOfTheDay(places, 6))) await expectWhole(open, pulled);
    });
  }
});

/** Takes some lines, answers a turn in each lane, takes the rest, and reads it all into an empty log. */
async function expectWhole(open: () => Promise<Open>, pulled: number): Promise<void> {
  const { clew: source } = await open();
  for (const id of [1, 2, 3]) await answer(source, id, 5);
  for (const id of [11, 12]) await answer(source, id);
  const lines: string[] = [];
  for await (const line of source.export()) {
    lines.push(line);
    if (lines.length !== pulled) continue;
    await answer(source, 4, 5);
    await answer(source, 13);
    await source.observe({ session, id: 14, text: "by the way" });
  }
  const { clew, store } = await open();
  await clew.import(written(lines));
  expect(await clew.doctor({ thorough: true })).toEqual([]);
  let receipts = 0;
  for (const { ref: lane, entries } of some(await store.lanes({ owner: me, session: parseSessionKey(session) }))) {
    for (const { id } of some(await store.receipts(lane, null, 1_000))) {
      receipts += 1;
      expect(await clew.replay(id)).toBe(await source.replay(id));
      const whole = resolveReceipt(await store.receipt(lane, id));
      expect(Math.max(...(whole?.verdicts ?? []).map(({ to }) => to))).toBeLessThanOrEqual(entries);
      expect(await store.turn(lane, whole?.turn ?? ("" as never))).not.toBeNull();
    }
    for (const turn of some(await store.turns(lane, 1_000))) {
      expect(turn.state).toBe("completed");
      for (const message of some(turn.messages)) expect(await store.byId(lane, message)).not.toBeNull();
    }
  }
  expect(receipts).toBeGreaterThanOrEqual(10);
  const later = await exported(source);
  await clew.import(written(later));
  expect(await exported(clew)).toEqual(later);
  await clew.close();
  await source.close();
}
