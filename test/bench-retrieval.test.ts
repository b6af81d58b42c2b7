import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { countTokens, estimated } from "@clewline/text/tokens/count-tokens.js";
import { afterAll, expect, test } from "vitest";
import { measureData } from "../bench/data-benches.js";
import type { Chat } from "../bench/retrieval/chat.js";
import { openKeptRows } from "../bench/retrieval/kept-rows.js";
import { askAll, askRows, averageRecall, averageShown, averageWhole } from "../bench/retrieval/measure.js";
import { makeBlockMaker } from "../bench/retrieval/plain-block.js";
import { makeRankedRetriever } from "../bench/retrieval/ranked-retriever.js";
import { readBeam } from "../bench/retrieval/readers/beam.js";
import { readLocomo } from "../bench/retrieval/readers/locomo.js";
import { readRealmem } from "../bench/retrieval/readers/realmem.js";
import { makeBm25 } from "../bench/retrieval/rows/bm25.js";
import { makeSearchRow } from "../bench/retrieval/rows/engine-rows.js";

const root = mkdtempSync(join(tmpdir(), "clew-retrieval-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function keep(path: string, value: unknown): string {
  const file = join(root, path);
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, JSON.stringify(value));
  return file;
}

const pair = {
  conversation: {
    speaker_a: "Ines",
    speaker_b: "Otto",
    session_2_date_time: "1:05 pm on 9 June, 2025",
    session_2: [{ speaker: "Otto", dia_id: "D2:1", text: "The boat is sold.", blip_caption: "a boat" }],
    session_1_date_time: "12:30 am on 8 June, 2025",
    session_1: [{ speaker: "Ines", dia_id: "D1:1", text: "I repair clocks." }],
  },
  qa: [
    { question: "What does Ines repair?", evidence: ["D1:1"], category: 4 },
    { question: "Who sold what?", evidence: ["D:2:1 D1:1", "D9:9"], category: 1 },
    { question: "What did nobody say?", evidence: ["D1:1"], category: 5 },
    { question: "Without evidence?", evidence: [], category: 3 },
  ],
};

test("a chat of two is read in the order of its sessions, with pictures and loosely written evidence", async () => {
  const [chat] = await readLocomo(keep("locomo/a.json", [pair]));
  expect(chat?.messages.map(({ id, at, text }) => [id, new Date(at).toISOString().slice(0, 16), text])).toEqual([
    ["D1:1", "2025-06-08T00:30", "I repair clocks."],
    ["D2:1", "2025-06-09T13:05", "The boat is sold. [image: a boat]"],
  ]);
  expect(chat?.questions.map(({ category, gold }) => [category, ...gold])).toEqual([
    ["single-hop", "D1:1"],
    ["multi-hop", "D2:1", "D1:1"],
  ]);
});

test("a chat with an assistant is read with what an update replaced", async () => {
  const turns = [
    [{ role: "user", id: 0, time_anchor: "March-15-2024", content: "Old." }],
    [{ role: "user", id: 1, content: "New." }],
  ];
  keep("beam/1/chat.json", [{ batch_number: 1, turns }]);
  const sources = { original_info: [0], updated_info: [1] };
  const path = keep("beam/1/probing_questions.json", {
    knowledge_update: [{ question: "Which?", source_chat_ids: sources }],
    abstention: [{ question: "Nothing?" }],
  });
  const [chat] = await readBeam(join(path, "../.."));
  expect(chat?.messages.map(({ at }) => new Date(at).toISOString().slice(0, 16))).toEqual([
    "2024-03-15T00:00",
    "2024-03-15T00:01",
  ]);
  expect(chat?.questions).toMatchObject([
    { gold: ["0", "1"], replaced: ["0"], updated: ["1"], category: "knowledge update" },
  ]);
});

test("a person's message may use only the sessions before its own", async () => {
  const session = (id: string, used: readonly string[]) => ({
    session_uuid: id,
    current_time: "2025-12-19 (Friday)",
    dialogue_turns: [
      { speaker: "User", is_query: true, content: `ask ${id}`, category_name: "any" },
      { speaker: "Assistant", is_query: false, content: "answer", memory_session_uuids: used },
    ],
  });
  const sessions = [session("one", ["two"]), session("two", ["one", "two"])];
  const [chat] = await readRealmem(keep("realmem/a.json", { dialogues: sessions }));
  expect(chat?.questions.map(({ text, gold }) => [text, ...gold])).toEqual([["ask two", "one"]]);
  const known = chat?.messages.filter(({ at }) => at < (chat.questions[0]?.now ?? 0)).map(({ session: own }) => own);
  expect(known).toEqual(["one", "one"]);
});

test.each([
  ["evidence", keep("wrong/a.json", { some: "thing" }), "is no list of chats"],
  ["evidence", keep("wrong/b.json", [{ qa: 3 }]), "has no qa or conversation in chat 0"],
  ["evidence", join(root, "nowhere"), "is not there"],
  ["rules", join(root, "wrong"), "has no numbered folders"],
  ["sessions", keep("wrong/d.json", { dialogues: [] }), "has no dialogues"],
] as const)("%s refuses data of another form", async (bench, path, what) => {
  await expect(measureData(bench, { data: [path], say: String })).rejects.toThrow(`${path} ${what}`);
});

const said = ["The ferry leaves at nine.", "Thanks.", "We had soup.", "The ferry was late and so was the soup."];
const chat: Chat = {
  name: "small",
  language: "en",
  people: ["Ines"],
  messages: said.map((text, index) => ({
    id: `${index}`,
    by: "Ines",
    role: "person",
    at: index * 1_000,
    text,
    session: "1",
  })),
  questions: [
    { text: "When does the ferry leave?", asker: "Ines", now: 60_000, gold: ["0", "1"], category: "any" },
    { text: "Which soup?", asker: "Ines", now: 3_000, gold: ["2"], category: "any" },
  ],
};

test("the figures are those that one gets by hand, and nothing after a question is known to it", async () => {
  const asked = await askAll(makeRankedRetriever(makeBm25("BM25", { stems: true })), [chat], [40, 1_000]);
  expect(asked.map(({ question, ranked }) => [question.text, ...ranked])).toEqual([
    ["Which soup?", "2", "1", "0"],
    ["When does the ferry leave?", "0", "3", "2", "1"],
  ]);
  expect(averageRecall(asked, 1)).toBe(75);
  expect([averageShown(asked, 1), averageWhole(asked, 1)]).toEqual([100, 100]);
  expect([averageShown(asked, 0), averageWhole(asked, 0)]).toEqual([75, 50]);
});

test("a block takes no more than its tokens, and goes on after what does not fit", () => {
  const long = { ...chat.messages[0], id: "long", text: "word ".repeat(200), at: 9_000 } as Chat["messages"][number];
  const block = makeBlockMaker().fill([long, ...chat.messages], 60);
  expect(countTokens(block, estimated)).toBeLessThanOrEqual(60);
  expect(block).toContain("We had soup.");
  expect(block).not.toContain("word word");
});

test("the engine's own search is a row like any other", async () => {
  const [, asked] = await askAll(makeSearchRow(null), [chat], [1_000]);
  expect(asked?.ranked.slice(0, 2).toSorted()).toEqual(["0", "3"]);
});

test("a row that is kept is not measured again, and joining measures nothing", async () => {
  const folder = join(root, "kept");
  const plain = makeRankedRetriever(makeBm25("BM25", { stems: true }));
  let opened = 0;
  const counted = {
    ...plain,
    open: (...given: Parameters<typeof plain.open>) => {
      opened += 1;
      return plain.open(...given);
    },
  };
  const ask = (isAll: boolean, budgets: readonly number[]) =>
    askRows({ retrievers: [counted], kept: openKeptRows(folder, null, isAll), say: String }, [chat], budgets);
  const none = openKeptRows(folder, null, true);
  expect(await askRows({ retrievers: [counted], kept: none, say: String }, [chat], [40])).toEqual([]);
  expect(none.leftOut).toEqual(["BM25"]);
  const [first, again] = [await ask(false, [40]), await ask(false, [40])];
  expect([again, await ask(true, [40])]).toEqual([first, first]);
  expect(first[0]?.asked).toEqual(await askAll(plain, [chat], [40]));
  expect(opened).toBe(1);
  await ask(false, [1_000]);
  expect(opened).toBe(2);
});
