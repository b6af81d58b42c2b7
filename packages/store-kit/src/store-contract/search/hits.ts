import assert from "node:assert/strict";
import type { Draft } from "@clewline/core/log/entry.js";
import type { LogStore, SearchScope } from "@clewline/core/ports/index.js";
import {
  append,
  blobId,
  listTexts,
  makeBase,
  makeLane,
  makeMessage,
  makeSentNote,
  me,
  nth,
  type StoreCase,
} from "../sample.js";
import { ask, findTexts, here } from "./sample.js";

/** The cases of a search: its results and their order. */
export const searchCases: readonly StoreCase[] = [
  ["A word finds the entries that hold it, newest first", checkNewestFirst],
  ["Newest is what was written last, whatever time the channel gave and whichever lane it is in", checkWritingOrder],
  [
    "Before a place of a lane only earlier entries of the lane are found, whatever other lanes wrote between",
    beforePlace,
  ],
  ["Entries with all of the words come first, then those with more of them, each with its words", checkMostWordsFirst],
  ["A rare word weighs more than two common ones, and how common they are is told", checkRareWordsFirst],
  [
    "A word that most entries of a lane hold is told to be as common, however many words are asked for",
    checkFrequentWords,
  ],
  [
    "An old entry with all of the words is told to hold a beginning that hundreds of newer ones hold",
    checkOldBeginnings,
  ],
  ["A found entry is the one in the log, with its lane", checkWholeEntry],
  ["Capitals, accents and a plural s make no difference", checkFoldedWords],
  ["A word is not found inside another", checkWholeWords],
  ["Calls and results are found by the tool, the input and the output, and notes are not found", checkToolWords],
  ["What was said is found alone, behind more calls with the word than a search looks at", checkSaidAlone],
  ["A text that is kept as a blob is found by a word from its middle", checkBlobMiddle],
  ["A word of a script without spaces is found", checkUnspacedWords],
  ["The characters of such a word have to follow one another", checkFollowingCharacters],
  ["A Korean word is found with what is joined to its end", checkJoinedEnds],
  ["Accents and ligatures of any script make no difference", checkAnyScript],
  ["A word that every entry holds finds the newest up to the limit", checkCommonWord],
  ["No words find nothing, and a limit of nothing finds nothing", checkNoWords],
  ["A message that was delivered twice is found once", checkRedelivery],
];

async function checkNewestFirst(store: LogStore): Promise<void> {
  await append(store, makeLane(), makeMessage("red river"), makeMessage("blue lake"), makeMessage("the river again"));
  await append(store, makeLane(), makeMessage("a third river"));
  assert.deepEqual(await findTexts(store, "river"), ["a third river", "the river again", "red river"]);
  assert.deepEqual(await findTexts(store, "river", 2), ["a third river", "the river again"]);
  assert.deepEqual(await findTexts(store, "mountain"), []);
}

async function checkWritingOrder(store: LogStore): Promise<void> {
  await append(store, makeLane("root:2"), makeMessage("river one", { at: 9_000 }));
  await append(
    store,
    makeLane("root:1"),
    makeMessage("river two", { at: 5_000 }),
    makeMessage("river three", { at: 1 }),
  );
  await append(store, makeLane("root:2"), makeMessage("river four", { at: 3 }));
  const everywhere: SearchScope = { kind: "owner", owner: me };
  const expected = ["river four", "river three", "river two", "river one"];
  assert.deepEqual(await findTexts(store, "river", 10, everywhere), expected);
}

async function beforePlace(store: LogStore): Promise<void> {
  const [first, second] = [makeLane("root:1"), makeLane("root:2")];
  await append(store, first, makeMessage("river one"), makeMessage("river two"), makeMessage("river three"));
  await append(store, second, makeMessage("river four"), makeMessage("river five"));
  await append(store, first, makeMessage("river six"), makeMessage("river seven"));
  const before = (ref: typeof first, place: number) =>
    findTexts(store, "river", 10, { kind: "lane", ref, before: place });
  assert.deepEqual(await before(first, 1), []);
  assert.deepEqual(await before(first, 3), ["river two", "river one"]);
  assert.deepEqual(await before(first, 5), ["river six", "river three", "river two", "river one"]);
  assert.deepEqual(await before(first, 9), ["river seven", "river six", "river three", "river two", "river one"]);
  assert.deepEqual(await before(second, 2), ["river four"]);
  assert.deepEqual(await before(second, 3), ["river five", "river four"]);
}

async function checkMostWordsFirst(store: LogStore): Promise<void> {
  const drafts = ["lake river stone", "river", "stone river", "lake stone river", "river river river", "lake"];
  await append(store, makeLane(), ...drafts.map((text) => makeMessage(text)), makeMessage("none of them"));
  const hits = await ask(store, "river lake stone");
  assert.deepEqual(
    hits.map(({ entry, held }) => [listTexts([entry])[0], held]),
    [
      ["lake stone river", [0, 1, 2]],
      ["lake river stone", [0, 1, 2]],
      ["stone river", [0, 2]],
      ["lake", [1]],
      ["river river river", [0]],
      ["river", [0]],
    ],
  );
  assert.deepEqual(await ask(store, "river lake stone", 4), hits.slice(0, 4));
}

async function checkRareWordsFirst(store: LogStore): Promise<void> {
  const common = Array.from({ length: 30 }, (_, index) => makeMessage(`walk the dog ${index}`));
  await append(store, makeLane(), makeMessage("a lighthouse"), ...common, makeMessage("none of them"));
  const { found, holders, entries } = await store.search(here, ["walk", "dog", "lighthouse", "nowhere"], 2);
  assert.deepEqual(listTexts(found.map(({ entry }) => entry)), ["a lighthouse", "walk the dog 29"]);
  assert.deepEqual(holders, [30, 30, 1, 0]);
  assert.equal(entries, 32);
}

async function checkFrequentWords(store: LogStore): Promise<void> {
  const walks = (count: number) => Array.from({ length: count }, (_, index) => makeMessage(`walk the dog ${index}`));
  await append(store, makeLane("root:2"), ...walks(50));
  await append(store, makeLane(), ...walks(450), makeMessage("a lighthouse"));
  // With this many words, a store does not read all entries that hold one.
  const unsaid = Array.from({ length: 13 }, (_, index) => `unsaid${index}`);
  const { holders, entries } = await store.search(here, ["walk", "dog", "lighthouse", ...unsaid], 5);
  assert.equal(entries, 451);
  assert.deepEqual(holders.slice(2), [1, ...unsaid.map(() => 0)]);
  for (const count of holders.slice(0, 2)) assert.ok(count > 400 && count <= 451, `${count} of 450`);
}

async function checkOldBeginnings(store: LogStore): Promise<void> {
  const newer = Array.from({ length: 450 }, (_, index) => makeMessage(`船到 ${index}`));
  await append(store, makeLane(), makeMessage("船到 lighthouse keel"), ...newer);
  const [best] = await ask(store, "船 lighthouse keel");
  assert.deepEqual([best?.entry.seq, best?.held], [1, [0, 1, 2]]);
}

async function checkWholeEntry(store: LogStore): Promise<void> {
  const ref = makeLane("topic:1:2");
  const [entry] = await append(store, ref, makeMessage("red river", { message: "1", turn: "one" }));
  assert.deepEqual(await ask(store, "river", 10, { kind: "owner", owner: me }), [{ ref, entry, held: [0] }]);
}

async function checkFoldedWords(store: LogStore): Promise<void> {
  await append(store, makeLane(), makeMessage("Two CAFÉS by the Straße"), makeMessage("naïve e\u0301tude"));
  for (const question of ["cafe", "cafés", "CAFE\u0301", "straße"])
    assert.equal((await ask(store, question)).length, 1, question);
  for (const question of ["etude", "étude", "Naive"]) assert.equal((await ask(store, question)).length, 1, question);
}

async function checkWholeWords(store: LogStore): Promise<void> {
  await append(store, makeLane(), makeMessage("riverside, mid-stream and over_flow"));
  for (const question of ["river", "side", "stre"]) assert.deepEqual(await findTexts(store, question), [], question);
  for (const question of ["stream", "mid", "overflow flow"])
    assert.equal((await ask(store, question)).length, 1, question);
}

async function checkSaidAlone(store: LogStore): Promise<void> {
  const calls = Array.from(
    { length: 500 },
    (_, index): Draft => ({
      ...makeBase(),
      kind: "called",
      call: `c${index}`,
      tool: "probe",
      input: "a river",
    }),
  );
  await append(store, makeLane(), makeMessage("the river is high"), ...calls);
  const { found, holders } = await store.search({ ...here, said: true }, ["river", "high"], 20);
  assert.deepEqual(listTexts(found.map(({ entry }) => entry)), ["the river is high"]);
  assert.deepEqual(found[0]?.held, [0, 1]);
  assert.ok((holders[0] ?? 0) > 400, "words are counted over everything");
  assert.equal((await store.search(here, ["river"], 20)).found.length, 20);
}

async function checkToolWords(store: LogStore): Promise<void> {
  const called: Draft = { ...makeBase(), kind: "called", call: "c", tool: "weather", input: '{"city":"Lisbon"}' };
  const text = { kind: "text", text: "sunny" } as const;
  const returned: Draft = {
    ...makeBase(),
    kind: "returned",
    call: "c",
    tool: "weather",
    output: { kind: "content", parts: [text] },
  };
  const failed: Draft = {
    ...makeBase(),
    kind: "returned",
    call: "d",
    tool: "look",
    output: { kind: "error-text", text: "timeout" },
  };
  await append(store, makeLane(), called, returned, failed, makeSentNote(["lisbon"]));
  const seqs = async (question: string) => (await ask(store, question)).map(({ entry }) => entry.seq);
  assert.deepEqual(await seqs("weather"), [2, 1]);
  assert.deepEqual(await seqs("lisbon"), [1]);
  assert.deepEqual(await seqs("sunny"), [2]);
  assert.deepEqual(await seqs("timeout"), [3]);
}

async function checkBlobMiddle(store: LogStore): Promise<void> {
  const filler = "nothing to see here\n".repeat(2_000);
  const content = `start ${filler} lighthouse ${filler} end`;
  const text = {
    kind: "blob",
    blob: blobId("b"),
    chars: content.length,
    tokens: 9_000,
    head: "start",
    tail: "end",
  } as const;
  const draft = makeMessage("");
  assert.ok(draft.kind === "said");
  const entries: readonly Draft[] = [{ ...draft, parts: [{ kind: "text", text }] }];
  await store.write({ ref: makeLane(), entries, blobs: new Map([[text.blob, content]]) });
  for (const question of ["lighthouse", "start", "end"]) assert.equal((await ask(store, question)).length, 1, question);
  const again = { ...nth(entries, 0), ...makeBase() };
  await append(store, makeLane(), again);
  assert.deepEqual(
    (await ask(store, "lighthouse")).map(({ entry }) => entry.seq),
    [2, 1],
  );
}

async function checkFollowingCharacters(store: LogStore): Promise<void> {
  await append(
    store,
    makeLane(),
    makeMessage("我在会议室等你"),
    makeMessage("会议很长，议室不详"),
    makeMessage("会议室"),
  );
  const scope: SearchScope = { kind: "lane", ref: makeLane() };
  const hits = (await store.search(scope, ["会议室"], 10)).found;
  assert.deepEqual(listTexts(hits.map(({ entry }) => entry)), ["会议室", "我在会议室等你"]);
  assert.equal((await store.search(scope, ["会议室"], 1)).found.length, 1);
  const both = await store.search(scope, ["会议室", "等"], 10);
  assert.deepEqual(
    both.found.map(({ held }) => held),
    [[0, 1], [0]],
  );
}

async function checkUnspacedWords(store: LogStore): Promise<void> {
  await append(
    store,
    makeLane(),
    makeMessage("我喜欢北京烤鸭"),
    makeMessage("明天去北京，好吗？"),
    makeMessage("今日は東京に行きました"),
  );
  assert.deepEqual(await findTexts(store, "北京"), ["明天去北京，好吗？", "我喜欢北京烤鸭"]);
  assert.deepEqual(await findTexts(store, "東京"), ["今日は東京に行きました"]);
  assert.deepEqual(await findTexts(store, "上海"), []);
}

async function checkJoinedEnds(store: LogStore): Promise<void> {
  await append(
    store,
    makeLane(),
    makeMessage("서울에서 만나요"),
    makeMessage("부산은 비가 와요"),
    makeMessage("서울에 있어요".normalize("NFD")),
  );
  for (const form of ["NFC", "NFD"]) {
    assert.deepEqual(
      (await ask(store, "서울".normalize(form))).map(({ entry }) => entry.seq),
      [3, 1],
      form,
    );
    assert.deepEqual(await findTexts(store, "부산".normalize(form)), ["부산은 비가 와요"], form);
  }
  assert.deepEqual(await findTexts(store, "서우"), []);
  assert.deepEqual(await findTexts(store, "대구"), []);
}

async function checkAnyScript(store: LogStore): Promise<void> {
  const pairs = [
    ["Ελλάδα", "ελλαδα"],
    ["ﬁnal", "final"],
    ["Ёлка", "елка"],
    ["ﾄﾏﾄ", "トマト"],
    ["ｗｉｄｅ", "wide"],
    ["İzmir", "izmir"],
    ["Việt", "viet"],
  ] as const;
  for (const pair of pairs) {
    await append(store, makeLane(), ...pair.map((word) => makeMessage(`${word} !`)));
    const both = pair.map((word) => `${word} !`).toReversed();
    for (const word of pair) assert.deepEqual(await findTexts(store, word), both, word);
    assert.equal((await store.search(here, [pair[0]], 10)).found.length, 2, `${pair[0]} as it is`);
  }
}

async function checkCommonWord(store: LogStore): Promise<void> {
  await append(store, makeLane(), ...Array.from({ length: 400 }, (_, index) => makeMessage(`the number ${index}`)));
  assert.deepEqual(await findTexts(store, "the", 3), ["the number 399", "the number 398", "the number 397"]);
  assert.deepEqual(await findTexts(store, "the number 7", 2), ["the number 7", "the number 399"]);
}

async function checkNoWords(store: LogStore): Promise<void> {
  await append(store, makeLane(), makeMessage("red river"));
  assert.deepEqual((await store.search(here, [], 10)).found, []);
  for (const limit of [0, -1]) assert.deepEqual((await store.search(here, ["river"], limit)).found, []);
  assert.deepEqual(await ask(store, "river", 10, { kind: "lane", ref: makeLane("root:9") }), []);
}

async function checkRedelivery(store: LogStore): Promise<void> {
  for (const _ of [1, 2]) await append(store, makeLane(), makeMessage("red river", { message: "1" }));
  assert.deepEqual(await findTexts(store, "river"), ["red river"]);
}
