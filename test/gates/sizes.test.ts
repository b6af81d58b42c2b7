import { expect, test } from "vitest";
import { longFiles, sizesGate } from "../../scripts/sizes.js";
import { plant, shown } from "./planted.js";

const lines = (count: number, line = "// line") => `${line}\n`.repeat(count);
const found = (files: Record<string, string>) => shown(sizesGate(plant(files)));

test("short files with good names are clean", () => {
  const body = lines(58, "  one();");
  expect(
    found({
      "packages/core/src/lane-key.ts": lines(400),
      "src/stores/sqlite/0001-entries.sql": "",
      "packages/core/src/common-terms.ts": `function f() {\n${body}}\n`,
      "examples/01-minimal.ts": "",
      "packages/core/src/lane.test.ts": `test("x", () => {\n${lines(80)}});\n`,
    }),
  ).toEqual([]);
});

test.each(["packages/core/src", "examples", "scripts", "bench"])("a file over 400 lines is refused in %s", (folder) => {
  expect(found({ [`${folder}/long.ts`]: lines(401) })).toEqual([
    `${folder}/long.ts:401 file has 401 lines, at most 400`,
  ]);
});

test("a file over 200 lines is listed", () => {
  const root = plant({ "packages/core/src/long.ts": lines(201), "packages/core/src/short.ts": lines(200) });
  expect(longFiles(root)).toEqual(["packages/core/src/long.ts: 201 lines, aim for 200"]);
});

test.each([
  ["function walk() {", "walk"],
  ["const walk = () => {", "walk"],
  ["call(() => {", "without a name"],
])("a function over 60 lines is refused: %s", (head, name) => {
  const end = head.startsWith("call") ? "});" : "}";
  expect(found({ "examples/01-long.ts": `\n${head}\n${lines(59, "  one();")}${end}\n` })).toEqual([
    `examples/01-long.ts:2 function ${name} has 61 lines, at most 60`,
  ]);
});

test.each(["utils", "helpers", "common", "manager", "session-manager"])("%s.ts is refused", (stem) => {
  const word = stem.split("-").at(-1);
  expect(found({ [`packages/core/src/${stem}.ts`]: "" })).toEqual([
    `packages/core/src/${stem}.ts:1 "${word}" names nothing: use the noun`,
  ]);
});

test("a folder of helpers is refused too", () => {
  expect(found({ "packages/core/src/helpers/lane.ts": "" })).toEqual([
    'packages/core/src/helpers/lane.ts:1 "helpers" names nothing: use the noun',
  ]);
});

test.each(["laneKey.ts", "Lane.ts", "lane_key.ts"])("%s is not kebab-case", (name) => {
  expect(found({ [`packages/core/src/${name}`]: "" })).toEqual([
    `packages/core/src/${name}:1 ${name} is not kebab-case`,
  ]);
});

test("a 31st public value is refused, types not counted", () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `  name${index},\n`).join("");
  const types = 'export type { Lane } from "./core/lane.js";\n';
  expect(
    found({ "packages/clewline/src/index.ts": `${types}export {\n  type Key,\n${names(30)}} from "./a.js";\n` }),
  ).toEqual([]);
  expect(found({ "packages/clewline/src/index.ts": `${types}export {\n${names(31)}} from "./a.js";\n` })).toEqual([
    "packages/clewline/src/index.ts:33 31 public values, at most 30",
  ]);
});
