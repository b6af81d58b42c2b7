import { expect, test } from "vitest";
import { longFiles, sizesGate } from "../../scripts/sizes.js";
import { plant, shown } from "./planted.js";

const lines = (count: number, line = "// line") => `${line}\n`.repeat(count);
const found = (files: Record<string, string>) => shown(sizesGate(plant(files)));

test("short files with good names are clean", () => {
  const body = lines(58, "  one();");
  expect(
    found({
      "src/core/lane-key.ts": lines(400),
      "src/stores/sqlite/0001-entries.sql": "",
      "src/core/common-terms.ts": `function f() {\n${body}}\n`,
      "examples/01-minimal.ts": "",
      "src/core/lane.test.ts": `test("x", () => {\n${lines(80)}});\n`,
    }),
  ).toEqual([]);
});

test.each(["src", "examples", "scripts", "bench"])("a file over 400 lines is refused in %s", (folder) => {
  expect(found({ [`${folder}/long.ts`]: lines(401) })).toEqual([
    `${folder}/long.ts:401 file has 401 lines, at most 400`,
  ]);
});

test("a file over 200 lines is listed", () => {
  const root = plant({ "src/core/long.ts": lines(201), "src/core/short.ts": lines(200) });
  expect(longFiles(root)).toEqual(["src/core/long.ts: 201 lines, aim for 200"]);
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
  expect(found({ [`src/core/${stem}.ts`]: "" })).toEqual([
    `src/core/${stem}.ts:1 "${word}" names nothing: use the noun`,
  ]);
});

test("a folder of helpers is refused too", () => {
  expect(found({ "src/helpers/lane.ts": "" })).toEqual(['src/helpers/lane.ts:1 "helpers" names nothing: use the noun']);
});

test.each(["laneKey.ts", "Lane.ts", "lane_key.ts"])("%s is not kebab-case", (name) => {
  expect(found({ [`src/core/${name}`]: "" })).toEqual([`src/core/${name}:1 ${name} is not kebab-case`]);
});

test("a 31st public value is refused, types not counted", () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `  name${index},\n`).join("");
  const types = 'export type { Lane } from "./core/lane.js";\n';
  expect(found({ "src/index.ts": `${types}export {\n  type Key,\n${names(30)}} from "./a.js";\n` })).toEqual([]);
  expect(found({ "src/index.ts": `${types}export {\n${names(31)}} from "./a.js";\n` })).toEqual([
    "src/index.ts:33 31 public values, at most 30",
  ]);
});
