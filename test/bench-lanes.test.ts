import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inferLink } from "@clewline/core/conversation/links/link.js";
import { afterAll, expect, test } from "vitest";
import { readChats } from "../bench/lanes/annotated-chat.js";
import { fitLanes, fitToChats } from "../bench/lanes/fit/fit.js";
import { applyRule } from "../bench/lanes/guess.js";
import { measureLanes } from "../bench/lanes/lanes.js";
import { computeLargestOverlap } from "../bench/lanes/overlap.js";
import { scoreLanes } from "../bench/lanes/score.js";
import { buildReportData, renderReportMarkdown } from "../bench/report.js";

const root = mkdtempSync(join(tmpdir(), "clew-lanes-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const chat = `[23:58] <guest> my roses have black spots, what can I do?
=== stranger [~one@two] has joined the garden
[23:58] <visitor> does anybody know why my boat does not start?
[23:59] <gardener> guest: keep their leaves dry
[23:59] <sailor> visitor: is the battery charged?
[00:00] <guest> gardener: thanks
[00:00]  * visitor is looking
`;
/** A line may answer two, and what comes before the first marked one is not measured. */
const annotation = "1 1 -\n2 2 -\n0 3 -\n2 4 -\n5 3 -\n0 5 -\n4 6 -\n";

function folderWith(name: string, files: Readonly<Record<string, string>>): string {
  const folder = join(root, name);
  mkdirSync(folder, { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  return folder;
}

const pair = { "a.ascii.txt": chat, "a.annotation.txt": annotation, "notes.md": "not a chat" };

test("a chat is read with its senders, its times over midnight and its links", async () => {
  const [read] = await readChats(folderWith("one", pair));
  expect(read?.lines.map((line) => line?.sender ?? null)).toEqual([
    ...["guest", null, "visitor", "gardener", "sailor", "guest", "visitor"],
  ]);
  expect(read?.lines.at(-1)).toMatchObject({ text: "is looking", at: 24 * 60 * 60_000 });
  expect([...(read?.links ?? [])].map(([line, to]) => [line, ...to])).toEqual([
    [1, 1],
    [2, 2],
    [3, 0],
    [4, 2],
    [5, 3, 0],
    [6, 4],
  ]);
});

test("links that are all right score in full, but for a second parent that no guess can have", async () => {
  const [read] = await readChats(folderWith("one", pair));
  if (read === undefined) throw new Error("no chat");
  const links = new Map([...read.links].map(([line, to]) => [line, [...to][0] ?? line]));
  const score = scoreLanes([{ chat: read, links }]);
  expect(score).toMatchObject({ precision: 100, information: 100, oneToOne: 100, exactF: 100 });
  expect(score.recall).toBeCloseTo((100 * 6) / 7);
});

test("the figures are those that one gets by hand", async () => {
  const [read] = await readChats(folderWith("one", pair));
  if (read === undefined) throw new Error("no chat");
  // Every line begins a conversation: six of one line each, against {1}, {2, 4, 6} and {3, 5}.
  const score = scoreLanes([{ chat: read, links: applyRule(read, () => null) }]);
  expect(score.precision).toBeCloseTo(100 * (2 / 6));
  expect(score.recall).toBeCloseTo(100 * (2 / 7));
  expect(score.oneToOne).toBeCloseTo(100 * (3 / 6));
  expect(score.exactF).toBe(0);
  const variation = (3 / 6) * Math.log2(3) + (2 / 6) * Math.log2(2);
  expect(score.information).toBeCloseTo(100 * (1 - variation / Math.log2(6)));
});

test("conversations are paired for the largest sum, not one after the other", () => {
  const greedy = [
    [0, 0, 5],
    [0, 1, 4],
    [1, 0, 4],
  ] as const;
  expect(computeLargestOverlap(greedy)).toBe(8);
  expect(computeLargestOverlap([])).toBe(0);
});

test("the report has the targets, the plain rule beside them, and what each group of signs gives", async () => {
  const said: string[] = [];
  const report = await measureLanes({ data: folderWith("one", pair), say: (what) => said.push(what) });
  const [targets, rules, files, signs] = report.tables;
  expect(targets?.rows.map((row) => row.slice(2))).toEqual([
    ["at least 71.35", true],
    ["at least 78.92", true],
    ["at least 91.85", true],
    ["at least 38", true],
    ["at most 0", true],
  ]);
  const [, ...figures] = rules?.rows[0] ?? [];
  const [linkF, , , information, oneToOne, exactF] = figures;
  const ofFile = [linkF, information, oneToOne, exactF];
  expect(files?.rows.map(([name, ...row]) => [name, row.filter((_figure, index) => index % 2 === 0)])).toEqual([
    ["a", ofFile],
  ]);
  expect(rules?.rows.map(([rule]) => rule)).toEqual(["weighed signs", "plain rule", "the line before"]);
  expect(signs?.rows.length).toBeGreaterThan(8);
  expect(said).toContain("chats: 1");
  expect(renderReportMarkdown(report)).toContain("| plain rule |");
  expect(buildReportData(report)).toMatchObject({ bench: "lanes" });
});

test("of a folder with dev and train, dev is measured and train is named as what was fitted to", async () => {
  folderWith("both/dev", pair);
  folderWith("both/train", { "b.ascii.txt": chat, "b.annotation.txt": annotation });
  const { tables } = await measureLanes({ data: join(root, "both"), say: () => undefined });
  expect(tables.at(-1)?.rows).toEqual([
    ["measured; nothing was fitted to it", 1, 6],
    ["the weights were fitted to it", 1, 6],
  ]);
});

test("weights that are fitted to a chat find its links again, and the same ones every time", async () => {
  const chats = await readChats(folderWith("one", pair));
  const weights = fitToChats(Array.from({ length: 20 }, () => chats).flat());
  const guessed = chats.map((each) => ({
    chat: each,
    links: applyRule(each, (line, earlier) => inferLink(line, earlier, new Map(), weights)),
  }));
  expect(scoreLanes(guessed)).toMatchObject({ precision: 100, exactF: 100 });
  expect(fitToChats(chats)).toEqual(fitToChats(chats));
});

test("fitting needs chats for each of its parts", async () => {
  folderWith("few/train", pair);
  await expect(fitLanes({ data: join(root, "few"), say: () => undefined })).rejects.toMatchObject(bad);
});

const bad = { code: "import/bad", hint: expect.any(String) };

test("a folder without chats and one that isn't there are refused with the next step", async () => {
  const say = () => undefined;
  await expect(measureLanes({ data: folderWith("empty", {}), say })).rejects.toMatchObject(bad);
  await expect(measureLanes({ data: join(root, "nowhere"), say })).rejects.toMatchObject(bad);
});

test.each<[name: string, files: Readonly<Record<string, string>>, told: RegExp]>([
  ["an annotation without its chat", { "a.annotation.txt": annotation }, /a\.ascii\.txt can't be read/],
  ["a chat without its annotation", { ...pair, "b.ascii.txt": chat }, /b\.ascii\.txt has no annotation/],
  ["an empty chat", { ...pair, "a.ascii.txt": "" }, /is no chat/],
  ["a chat in which only the system speaks", { ...pair, "a.ascii.txt": "=== one\n".repeat(7) }, /nobody says/],
  ["a chat in other columns", { ...pair, "a.ascii.txt": chat.replaceAll("] <", "]\t") }, /line 0 is/],
  ["a chat as JSON", { ...pair, "a.ascii.txt": '{"lines": []}\n' }, /line 0 is/],
  ["a time that no clock shows", { ...pair, "a.ascii.txt": chat.replace("23:59", "24:61") }, /line 3 is/],
  ["an empty annotation", { ...pair, "a.annotation.txt": "\n" }, /marks no line/],
  ["a link to no line", { ...pair, "a.annotation.txt": "3 77 -\n" }, /line 77 of a chat of 7 lines/],
  ["a link to before the first line", { ...pair, "a.annotation.txt": "-1 3 -\n" }, /no link: "-1 3 -"/],
  ["one number only", { ...pair, "a.annotation.txt": "3\n" }, /no link: "3"/],
  ["a number with a fraction", { ...pair, "a.annotation.txt": "1.5 3 -\n" }, /no link: "1\.5 3 -"/],
  ["three numbers", { ...pair, "a.annotation.txt": "1 2 3\n" }, /no link: "1 2 3"/],
])("%s is refused instead of scored", async (name, files, told) => {
  const reading = readChats(folderWith(name, files));
  await expect(reading).rejects.toMatchObject({ ...bad, message: expect.stringMatching(told) });
});
