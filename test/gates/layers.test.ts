import { describe, expect, test } from "vitest";
import { layersGate } from "../../scripts/layers.js";
import { plant, shown } from "./planted.js";

const clean = {
  "src/core/lane.ts": "export interface Lane {\n  key: string;\n}\nexport const at = (ms: number) => new Date(ms);\n",
  "src/core/turn.ts": 'import type { Lane } from "./lane.js";\nexport type Turn = { lane: Lane; process: number };\n',
  "src/engine/begin.ts": 'import { at } from "../core/lane.js";\nexport const begin = async () => at(1);\n',
  "src/stores/sqlite/store.ts":
    'import Database from "kysely";\nimport "node:fs";\nimport { rows } from "./rows.js";\nimport type { Lane } from "../../core/lane.js";\nexport const open = (lane: Lane) => [new Database(lane.key), rows];\n',
  "src/stores/sqlite/rows.ts": "export const rows = 1;\n",
  "src/importers/chat.ts": 'import type { Lane } from "../core/lane.js";\nexport type Chat = Lane;\n',
  "src/http/server.ts": 'import { begin } from "../engine/begin.js";\nexport const server = () => begin();\n',
  "src/compose/build.ts":
    'import { begin } from "../engine/begin.js";\nexport const build = () => [begin, import("../stores/sqlite/store.js")];\n',
  "src/cli/main.ts": 'import { build } from "../compose/build.js";\nawait build();\n',
  "src/testing/contract.ts":
    'import "fast-check";\nimport "node:assert";\nimport type { Tool } from "ai";\nimport { at } from "../core/lane.js";\nexport const now = at;\n',
  "src/testing/index.ts": 'export { now } from "./contract.js";\n',
  "src/index.ts": 'export { build } from "./compose/build.js";\nexport type { Lane } from "./core/lane.js";\n',
};

const found = (files: Record<string, string>) => shown(layersGate(plant({ ...clean, ...files })));

test("a tree that keeps to the table is clean", () => {
  expect(found({})).toEqual([]);
});

describe("an import against the table is named with its file and line", () => {
  const crossings: [name: string, text: string, finding: string][] = [
    ["src/core/bad.ts", '\nimport "node:fs";', "src/core/bad.ts:2 core may not import node:fs"],
    ["src/core/bad.ts", 'import "zod";', "src/core/bad.ts:1 core may not import the package zod"],
    [
      "src/core/bad.ts",
      'export { begin } from "../engine/begin.js";',
      "src/core/bad.ts:1 core may not import engine (src/engine/begin.ts)",
    ],
    [
      "src/core/bad.ts",
      'export type T = import("../engine/begin.js").T;',
      "src/core/bad.ts:1 core may not import engine (src/engine/begin.ts)",
    ],
    [
      "src/engine/bad.ts",
      'import type Database from "kysely";',
      "src/engine/bad.ts:1 engine may not import the package kysely",
    ],
    [
      "src/engine/bad.ts",
      'const rows = import("../stores/sqlite/rows.js");',
      "src/engine/bad.ts:1 engine may not import stores (src/stores/sqlite/rows.ts)",
    ],
    [
      "src/engine/bad.ts",
      "const rows = import(name);",
      "src/engine/bad.ts:1 import of a computed name hides its layer",
    ],
    [
      "src/stores/memory/bad.ts",
      'import type { begin } from "../../engine/begin.js";',
      "src/stores/memory/bad.ts:1 stores may not import engine (src/engine/begin.ts)",
    ],
    [
      "src/stores/memory/bad.ts",
      'import "../sqlite/rows.js";',
      "src/stores/memory/bad.ts:1 stores/memory may not import its sibling stores/sqlite",
    ],
    [
      "src/importers/bad.ts",
      'import "./chat.js";',
      "src/importers/bad.ts:1 importers/bad may not import its sibling importers/chat",
    ],
    [
      "src/models/bad.ts",
      'import "../stores/sqlite/rows.js";',
      "src/models/bad.ts:1 models may not import stores (src/stores/sqlite/rows.ts)",
    ],
    [
      "src/mcp/bad.ts",
      'import "../compose/build.js";',
      "src/mcp/bad.ts:1 mcp may not import compose (src/compose/build.ts)",
    ],
    [
      "src/cli/bad.ts",
      'import "../stores/sqlite/rows.js";',
      "src/cli/bad.ts:1 cli may not import stores (src/stores/sqlite/rows.ts)",
    ],
    [
      "src/compose/bad.ts",
      'import "../testing/contract.js";',
      "src/compose/bad.ts:1 compose may not import testing (src/testing/contract.ts)",
    ],
    ["src/testing/bad.ts", 'import "vitest";', "src/testing/bad.ts:1 testing may not import the package vitest"],
    [
      "src/testing/bad.ts",
      'import { tool } from "ai";',
      "src/testing/bad.ts:1 testing may import only types from the package ai",
    ],
    [
      "src/testing/bad.ts",
      'import "../compose/build.js";',
      "src/testing/bad.ts:1 testing may not import compose (src/compose/build.ts)",
    ],
    [
      "src/index.ts",
      'export { begin } from "./engine/begin.js";',
      "src/index.ts:1 index may import only types from engine",
    ],
    [
      "src/index.ts",
      'export { open } from "./stores/sqlite/store.js";',
      "src/index.ts:1 index may not import stores (src/stores/sqlite/store.ts)",
    ],
    [
      "src/cli/bad.ts",
      'import "../../scripts/x.js";',
      "src/cli/bad.ts:1 cli may not import scripts/x.ts, which is outside src",
    ],
    ["src/cli/bad.ts", 'import "./gone.js";', "src/cli/bad.ts:1 import of ./gone.js leads to no file"],
    ["src/misc/bad.ts", "export {};", "src/misc/bad.ts:1 src/misc is not in the layer table of scripts/layers.ts"],
  ];
  test.each(crossings)("%s with %s", (name, text, finding) => {
    expect(found({ "scripts/x.ts": "", [name]: text })).toEqual([finding]);
  });
});

describe("what core never does", () => {
  test.each([
    ["export async function f() {}", "async"],
    ["export const f = (p: Promise<void>) => { for await (const x of p) x; };", "await"],
    ["await 1;", "await"],
    ["export const now = Date.now();", "Date.now"],
    ["export const now = new Date();", "new Date() without an instant"],
    ["export const dice = Math.random();", "Math.random"],
    ["export const home = process.env.HOME;", "process"],
    ['console.log("x");', "console"],
    ["setTimeout(f, 1);", "setTimeout"],
    ["export const later = { setTimeout };", "setTimeout"],
  ])("%s", (code, what) => {
    expect(found({ "src/core/bad.ts": `\n${code}\n` })).toEqual([`src/core/bad.ts:2 core may not use ${what}`]);
  });

  test("a property or an own function of the same name is fine", () => {
    const code =
      "function fetch() {}\nexport const f = (queue: { process: () => void }) => [queue.process(), fetch()];\n";
    expect(found({ "src/core/good.ts": code })).toEqual([]);
  });

  test("a test inside core may do all of it", () => {
    expect(found({ "src/core/lane.test.ts": 'import "vitest";\nawait import("node:fs");\n' })).toEqual([]);
  });
});

describe("cycles", () => {
  test("files that load each other are one finding, with the way round", () => {
    const files = {
      "src/core/a.ts": 'import "./lane.js";\nimport { b } from "./b.js";\nexport const a = b;\n',
      "src/core/b.ts": 'export { c as b } from "./c.js";\n',
      "src/core/c.ts": 'import { a } from "./a.js";\nexport const c = a;\n',
    };
    const path = "src/core/a.ts -> src/core/b.ts -> src/core/c.ts -> src/core/a.ts";
    expect(found(files)).toEqual([`src/core/a.ts:2 import cycle: ${path}`]);
  });

  test("a dynamic import closes a cycle", () => {
    const files = {
      "src/cli/a.ts": 'import "./b.js";\n',
      "src/cli/b.ts": 'export const a = () => import("./a.js");\n',
    };
    expect(found(files)).toEqual(["src/cli/a.ts:1 import cycle: src/cli/a.ts -> src/cli/b.ts -> src/cli/a.ts"]);
  });

  test.each(["core", "engine", "compose", "cli"])(
    "types that name each other across files of %s are a cycle",
    (folder) => {
      const files = {
        [`src/${folder}/a.ts`]: 'import type { B } from "./b.js";\nexport type A = B[];\n',
        [`src/${folder}/b.ts`]: 'export type B = import("./c.js").C[];\n',
        [`src/${folder}/c.ts`]: 'import { type A } from "./a.js";\nexport type C = A[];\n',
      };
      const path = ["a", "b", "c", "a"].map((name) => `src/${folder}/${name}.ts`).join(" -> ");
      expect(found(files)).toEqual([`src/${folder}/a.ts:1 import cycle: ${path}`]);
    },
  );

  test("one import of a type closes a cycle of values", () => {
    const files = {
      "src/core/a.ts": 'import { b } from "./b.js";\nexport type A = number;\nexport const a = b;\n',
      "src/core/b.ts": 'import type { A } from "./a.js";\nexport const b: A = 1;\n',
    };
    expect(found(files)).toEqual(["src/core/a.ts:1 import cycle: src/core/a.ts -> src/core/b.ts -> src/core/a.ts"]);
  });

  test("types that name each other inside one file are none", () => {
    expect(found({ "src/core/a.ts": "export type A = B[];\nexport type B = A[];\n" })).toEqual([]);
  });
});

describe("public lists are written by hand", () => {
  test.each(['export * from "./lane.js";', 'export * as lane from "./lane.js";'])("%s is refused", (code) => {
    expect(found({ "src/core/bad.ts": code })).toEqual([
      "src/core/bad.ts:1 export * hides what is public: list the names",
    ]);
  });

  test("an index.ts with logic is refused", () => {
    expect(found({ "src/core/index.ts": 'export { at } from "./lane.js";\nexport const one = 1;\n' })).toEqual([
      "src/core/index.ts:2 index.ts holds only re-exports: export { … } from",
    ]);
  });
});
