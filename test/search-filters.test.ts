import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { trackTurns } from "@clewline/agent/active-turns.js";
import { buildLogVerbs } from "@clewline/clewline/compose/log-verbs.js";
import { makeEngineContext } from "@clewline/clewline/compose/options.js";
import { describeDecisions } from "@clewline/cli/explain/decision-lines.js";
import type { Input } from "@clewline/cli/program/command.js";
import { makeHitData, printFound, tellReach } from "@clewline/cli/read/search-lines.js";
import { makeScreen } from "@clewline/cli/terminal/screen.js";
import { sha256 } from "@clewline/platform/crypto.js";
import { openSqliteStore } from "@clewline/sqlite/sqlite-store.js";
import { append, makeBase, makeLane } from "@clewline/store-kit/store-contract/sample.js";
import { makeTinyEmbedder } from "@clewline/store-kit/tiny-embedder.js";
import { type Clew, type ClewOptions, openClew, type Receipt, type RetrievalStage, type SearchFilter } from "clewline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { objects, typed } from "./cli-run.js";

const base = mkdtempSync(join(tmpdir(), "clew-filters-"));
const store = join(base, "clew.db");
const people = { a1: "Anna", b2: "Ben" };
const session = "telegram:chat:1";
const at = (moment: string) => Date.parse(`${moment}:00Z`);
let clew: Clew;

beforeAll(async () => {
  clew = await openClew({ store, config: false, timeZone: "Europe/Berlin", people });
  const say = (id: string, from: string, moment: string, text: string) =>
    clew.observe({ session, id, from, at: at(moment), text });
  await say("1", "a1", "2026-03-04T20:00", "the boat leaves at noon");
  // In Berlin it is the 5th already.
  await say("2", "b2", "2026-03-04T23:30", "the boat leaves at one");
  await say("3", "Anna", "2026-03-05T09:00", "I am Anna and the boat is mine");
  await say("4", "a1", "2026-03-06T10:00", "no boot today");
  await clew.edit({ session, id: "4", from: "a1", text: "no boat today", editedAt: at("2026-03-20T10:00") });
  const turn = await clew.begin({ session, id: "5", from: "b2", at: at("2026-03-07T10:00"), text: "Where is it?" });
  await turn.view();
  await turn.record({ calls: [{ id: "c1", tool: "harbour", input: { ship: "boat" }, output: "boat: pier 4" }] });
  await turn.view();
  await turn.complete({ text: "The boat is at pier 4" });
  await clew.observe({ session: "terminal:default", text: "my own boat" });
});

afterAll(async () => {
  await clew.close();
  rmSync(base, { recursive: true, force: true });
});

const find = async (filter: SearchFilter, question = "boat") =>
  (await clew.search(question, filter)).map(({ line }) => line.words).sort();

describe("a search may be narrowed", () => {
  test("to one person, by name or address; a stranger who calls himself so is another", async () => {
    const ofAnna = ["no boat today", "the boat leaves at noon"];
    expect(await find({ person: "Anna" })).toEqual(ofAnna);
    expect(await find({ person: " ANNA " })).toEqual(ofAnna);
    expect(await find({ person: "a1" })).toEqual(ofAnna);
    expect(await find({ person: "id:Anna" })).toEqual(["I am Anna and the boat is mine"]);
    expect(await find({ person: "agent" })).toEqual(["The boat is at pier 4"]);
    expect(await find({ person: "user" })).toEqual(["my own boat"]);
    expect(await find({ person: "Carla" })).toEqual([]);
  });

  test("to days and minutes of the log's zone; an edited message counts when it was said", async () => {
    expect(await find({ until: "2026-03-04" })).toEqual(["the boat leaves at noon"]);
    expect(await find({ since: "2026-03-05", until: "2026-03-05" })).toEqual([
      "I am Anna and the boat is mine",
      "the boat leaves at one",
    ]);
    expect(await find({ since: "2026-03-05T00:31", until: "2026-03-06T10:59" })).toEqual([
      "I am Anna and the boat is mine",
    ]);
    expect(await find({ since: "2026-03-06T11:00", until: "2026-03-06T11:00" })).toEqual(["no boat today"]);
    expect(await find({ since: "2026-03-20", until: "2026-03-21" })).toEqual([]);
  });

  test("to what was said or what tools did, and by all of it at once", async () => {
    const tools = (await clew.search("boat", { kind: "tool" })).map(({ line }) => line.kind).sort();
    expect(tools).toEqual(["called", "returned"]);
    expect(await find({ kind: "said", session, person: "Ben" } as SearchFilter)).toEqual(["the boat leaves at one"]);
    expect(await find({ kind: "tool", person: "Ben" })).toEqual([]);
  });

  test.each([
    [{ since: "yesterday" }, 'since is "yesterday"'],
    [{ since: "2026-02-30" }, "which is no day"],
    [{ until: "2026-03-05T25:00" }, "which is no day"],
    [{ since: "2026-03-06", until: "2026-03-05T10:00" }, "since 2026-03-06 is after until 2026-03-05 10:00"],
    [{ person: "  " }, "person has no name"],
    [{ kind: "note" }, 'kind is "note"'],
  ])("%j is refused in one sentence", async (filter, told) => {
    const given = filter as SearchFilter;
    await expect(clew.search("boat", given)).rejects.toMatchObject({
      code: "options/bad",
      message: expect.stringContaining(told),
    });
    const words = Object.entries(filter).flatMap(([name, value]) => [`--${name}`, value]);
    const ran = await typed(["search", "boat", "--store", store, ...words]);
    expect([ran.code, ran.out, ran.error]).toEqual([2, "", expect.stringContaining(told)]);
    expect(ran.error).toMatch(/^clew: --(since|until|person|kind) .*\[cli\/usage\]\nclew: .*\n$/);
  });

  test("on the command line too, and nothing there is said with what to leave out", async () => {
    const run = (...words: string[]) => typed(["search", "boat", "--store", store, ...words]);
    const config = join(base, "clew.toml");
    writeFileSync(config, 'time_zone = "Europe/Berlin"\n');
    const said = await run(
      "--since",
      "2026-03-05",
      "--until",
      "2026-03-06",
      "--kind",
      "said",
      "--config",
      config,
      "--json",
    );
    expect(objects(said.out).map(({ excerpt }) => excerpt)).toHaveLength(3);
    const none = await run("--person", "nobody", "--until", "2026-03-05");
    expect([none.code, none.out]).toEqual([1, ""]);
    expect(none.error).toContain("Without --person and --until it looks everywhere.");
  });
});

test("an old day is searched behind hundreds of newer entries with the same words, in a bounded number of statements", async () => {
  let statements = 0;
  const watch = () => {
    statements += 1;
  };
  const file = openSqliteStore({ path: join(base, "long.db"), hash: sha256, watch });
  const engine = await makeEngineContext({ timeZone: "UTC" }, file, trackTurns().presence);
  const log = buildLogVerbs(engine);
  const first = at("2026-03-05T10:00");
  const minute = 60_000;
  const say = (text: string, place: number) => ({
    ...makeBase({ at: first + place * minute, arrived: first + place * minute }),
    kind: "said" as const,
    by: { role: "user" as const },
    parts: [{ kind: "text" as const, text }],
    source: null,
    replyTo: null,
  });
  const later = Array.from({ length: 1_500 }, (_, index) => say(`dinner ${index}`, 3_000 + index));
  await append(engine.store, makeLane(), say("dinner with the captain", 0), say("dinner at the inn", 1), ...later);
  const search = async (question: string, filter: SearchFilter = {}) => {
    statements = 0;
    const found = await log.search(question, filter);
    return { texts: found.map(({ line }) => line.words), looked: found.looked, statements };
  };
  const old = await search("dinner elephant", { until: "2026-03-05" });
  expect(old.texts.toSorted()).toEqual(["dinner at the inn", "dinner with the captain"]);
  expect(old.looked).toBeUndefined();
  const plain = await search("dinner");
  const others = [
    "?!… ()\"'*",
    `${"word ".repeat(200_000)}`,
    `dinner ${"x".repeat(1_000_000)}`,
    "the",
    '"dinner" OR NOT',
  ];
  for (const question of others) expect((await search(question)).statements).toBeLessThanOrEqual(2 * plain.statements);
  expect(old.statements).toBeLessThanOrEqual(2 * plain.statements);
  await file.close();
});

describe("with an embedder", () => {
  const sameAs = { vacation: "holiday" };

  test("what means the same in other words comes after the words, and how far the search came is told", async () => {
    const path = join(base, "meaning.db");
    const log = await openClew({ store: path, config: false, embedder: makeTinyEmbedder({ sameAs }) });
    await log.observe({ session, id: 1, text: "our holiday" });
    await log.observe({ session, id: 2, text: "the printer is broken again" });
    await log.observe({ session, id: 3, text: "vacation days are counted by the office upstairs" });
    const before = await log.search("vacation");
    expect(before.map(({ matched }) => matched)).toEqual([1]);
    await log.index({ finish: true });
    const after = await log.search("vacation");
    expect(after.map(({ line, matched }) => [line.words, matched])).toEqual([
      ["vacation days are counted by the office upstairs", 1],
      ["our holiday", 0],
    ]);
    expect(after.stage).toEqual({ reached: "meaning", indexed: 3, of: 3 });
    expect(await log.search("vacation", { limit: 1 })).toHaveLength(1);
    expect((await log.search("vacation", { since: "2100-01-01" })).map(({ line }) => line.words)).toEqual([]);
    await log.close();
  });

  test("the receipt, why and context say how far a look-up came; without an embedder nothing is said", async () => {
    const ask = async (options: ClewOptions) => {
      const log = await openClew({ store: "memory", config: false, window: 2_048, ...options });
      await log.observe({ session, id: 1, text: "our holiday was in Crete, in a white house" });
      for (let id = 2; id < 40; id++)
        await log.observe({ session, id, text: `report ${id}: ${"all is well ".repeat(12)}` });
      if (options.embedder !== undefined) await log.index({ finish: options.embedder === whole });
      const text = "Where was our holiday in the white house?";
      const shown = await log.context({ session, message: text });
      const turn = await log.begin({ session, id: 40, text });
      await turn.view();
      const { receipt } = await log.why({ session });
      await log.close();
      const lookedUp = (receipt.decisions as Record<string, unknown>).lookedUp;
      return {
        lookedUp,
        shown: shown.lookedUp,
        told: describeDecisions(makeInput().input.screen, receipt).find((each) => /^Looked up by/.test(each)),
      };
    };
    const whole = makeTinyEmbedder({ sameAs });
    const stage = (messages: number) => ({ reached: "meaning", indexed: messages, of: messages });
    const asked = await ask({ embedder: whole });
    expect(asked).toMatchObject({ shown: stage(39), told: "Looked up by words and by meaning." });
    // On a busy machine the question may have its own vector before it is looked up.
    expect([stage(39), stage(40)]).toContainEqual(asked.lookedUp);
    const failing = makeTinyEmbedder({ onCall: () => Promise.reject(new Error("the server is down")) });
    expect(await ask({ embedder: failing })).toMatchObject({
      lookedUp: { reached: "words", because: "the server is down" },
      told: "Looked up by words alone: the server is down.",
    });
    expect(await ask({})).toEqual({ lookedUp: undefined, shown: undefined, told: undefined });
    const some = { decisions: { lookedUp: { reached: "meaning", indexed: 3_200, of: 10_000 } } } as unknown as Receipt;
    expect(describeDecisions(makeInput().input.screen, some)).toEqual([
      "Looked up by words and by meaning, 3,200 of 10,000 messages so far.",
    ]);
  });

  test("people read it under a sentence of its own, and what is not compared yet in the last line", async () => {
    const log = await openClew({ store: "memory", config: false, embedder: makeTinyEmbedder({ sameAs }) });
    await log.observe({ session, id: 1, text: "our holiday" });
    await log.index({ finish: true });
    const found = await log.search("vacation");
    await log.close();
    const rows = found.map((hit) => ({ ...hit, excerpt: { who: "user", text: hit.line.words } }));
    const sought = { terms: ["vacation"], words: ["vacation"], isCut: false, mayHaveMore: true };
    const show = (stage: RetrievalStage) => {
      const { input, read } = makeInput();
      printFound(input, rows, sought);
      tellReach(input, Object.assign([...found], { stage }));
      return read();
    };
    const whole = show(found.stage);
    expect(whole).toMatch(
      /^No entry holds vacation\. In other words:\n\ntelegram:chat:1, lane .*\n.* user: our holiday\n/,
    );
    expect(whole).toMatch(/\nOpen one with: clew recall clew:e\w{10}\n$/);
    expect(show({ reached: "meaning", indexed: 3_200, of: 10_000 })).toBe(
      `${whole}compared by meaning: 3,200 of 10,000 messages; clew index --wait finishes it\n`,
    );
    expect(show({ reached: "words", because: "the server is down" })).toBe(
      `${whole}not compared by meaning: the server is down\n`,
    );
    const [row] = rows;
    expect(row && makeHitData(row, found)).toMatchObject({
      matched: 0,
      stage: { reached: "meaning", indexed: 1, of: 1 },
    });
  });
});

function makeInput(): { readonly input: Input; read(): string } {
  const chunks: string[] = [];
  const out = new PassThrough().on("data", (chunk) => chunks.push(String(chunk))) as unknown as NodeJS.WriteStream;
  const screen = makeScreen(out, () => out, { NO_COLOR: "1" });
  const input: Input = {
    arguments: [],
    options: [],
    screen,
    json: false,
    has: () => false,
    text: () => undefined,
    texts: () => [],
    number: () => undefined,
  };
  return { input, read: () => chunks.join("") };
}
