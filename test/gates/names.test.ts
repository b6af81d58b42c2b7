import { expect, test } from "vitest";
import { checkNames } from "../../scripts/names.js";
import { plant, shown } from "./planted.js";

const found = (files: Record<string, string>) => shown(checkNames(plant(files)));

/** So many functions that nobody objects to, one to a line. */
const good = (count: number) =>
  Array.from({ length: count }, (_, index) => `function readLane${index}() {}\n`).join("");

test("verbs and questions are clean, in functions, methods and exported constants", () => {
  const text = [
    "export function readLane() {}",
    "export const findTurn = () => 1;",
    "export async function* walk() {}",
    "class Lane { open() {} #close() {} get newest() { return 1; } }",
    "function isOpen() {}",
    "const hasEnded = () => true;",
    "const said = () => 1;",
  ];
  expect(found({ "packages/core/src/a.ts": text.join("\n") })).toEqual([]);
});

test.each([
  ["export function keptEntries() {}", "keptEntries"],
  ["export async function withdrawn() {}", "withdrawn"],
  ["export function waiting() {}", "waiting"],
  ["export function renderedView() {}", "renderedView"],
  ["export function textsOf() {}", "textsOf"],
  ["export function findEntryIn() {}", "findEntryIn"],
  ["export const linesFor = () => 1;", "linesFor"],
  ["export const seqAt = function () {};", "seqAt"],
])("an exported participle or preposition is refused, however few there are: %s", (text, name) => {
  expect(found({ "packages/core/src/a.ts": good(100), "packages/core/src/b.ts": `\n${text}\n` })).toEqual([
    `packages/core/src/b.ts:2 function ${name} is exported, and a participle or ending in a preposition`,
  ]);
});

test.each(["readText", "splitLines", "setPolicy", "bringTogether", "feedModel"])("%s is no participle", (name) => {
  const findings = found({
    "packages/core/src/a.ts": good(20),
    "packages/core/src/b.ts": `export function ${name}() {}\n`,
  });
  expect(findings).toEqual([]);
});

test("one function in ten may begin with another word; with more, each of them is named", () => {
  expect(found({ "packages/core/src/a.ts": good(9), "packages/core/src/b.ts": "function median() {}\n" })).toEqual([]);
  expect(found({ "packages/core/src/a.ts": good(8), "packages/core/src/b.ts": "function median() {}\n" })).toEqual([
    "packages/core/src/b.ts:1 function median begins with no verb of scripts/names.ts (11.1 % of all, at most 10 %)",
  ]);
});

test("one function in fifty may be a participle; with more, each of them is named, methods too", () => {
  const told = "function told() {}\n";
  const place = "class Lane {\n  #placeOf() {}\n}\n";
  expect(found({ "packages/core/src/a.ts": good(49), "packages/core/src/b.ts": told })).toEqual([]);
  expect(
    found({ "packages/core/src/a.ts": good(49), "packages/core/src/b.ts": told, "packages/core/src/c.ts": place }),
  ).toEqual([
    "packages/core/src/b.ts:1 function told is a participle, or ends in a preposition (3.9 % of all, at most 2 %)",
    "packages/core/src/c.ts:2 function placeOf is a participle, or ends in a preposition (3.9 % of all, at most 2 %)",
  ]);
});

test("names are measured in src alone", () => {
  expect(found({ "scripts/a.ts": "export function linesOf() {}\n", "bench/b.ts": "function told() {}\n" })).toEqual([]);
});

test.each([
  "function readLane(a, b, c, d, e) {}",
  "const readLane = (a, b, c, d, e) => 1;",
  "class Lane { constructor(a, b, c, d, e) {} }",
  "const lane = { read(a, b, c, d, e) {} };",
  "interface Lane { read(a: 1, b: 1, c: 1, d: 1, e?: 1): void }",
  "type Read = (a: 1, b: 1, c: 1, d: 1, ...e: 1[]) => void;",
])("a fifth parameter is refused: %s", (text) => {
  expect(found({ "packages/core/src/a.ts": `\n${text}\n` })).toEqual([
    "packages/core/src/a.ts:2 5 parameters, at most 4: what belongs together is one object",
  ]);
});

test.each(["packages/core/src", "bench", "scripts", "examples"])("a fifth parameter is refused in %s", (folder) => {
  expect(found({ [`${folder}/a.ts`]: "function readLane(a, b, c, d, { e, f, g }) {}\n" })).toHaveLength(1);
  expect(found({ [`${folder}/a.ts`]: "function readLane(a, b, c, { d, e, f }) {}\n" })).toEqual([]);
});
