import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readChats } from "../bench/lanes/annotated-chat.js";
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
  const [targets, rules, signs] = report.tables;
  expect(targets?.rows.map((row) => row.slice(2))).toEqual([
    ["at least 63.2", true],
    ["at least 69.6", true],
    ["at least 86.9", true],
    ["at least 22.7", true],
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

test("a folder without chats, a half of a pair and a link to nowhere are refused with the next step", async () => {
  const say = () => undefined;
  const bad = { code: "import/bad", hint: expect.any(String) };
  await expect(measureLanes({ data: folderWith("empty", {}), say })).rejects.toMatchObject(bad);
  await expect(measureLanes({ data: join(root, "nowhere"), say })).rejects.toMatchObject(bad);
  await expect(
    measureLanes({ data: folderWith("half", { "a.annotation.txt": annotation }), say }),
  ).rejects.toMatchObject(bad);
  const stray = { ...pair, "a.annotation.txt": "3 77 -\n" };
  await expect(measureLanes({ data: folderWith("stray", stray), say })).rejects.toMatchObject(bad);
});
