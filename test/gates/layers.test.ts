import { describe, expect, test } from "vitest";
import { layersGate } from "../../scripts/layers.js";
import { plant, shown } from "./planted.js";

const manifest = (name: string, ...dependencies: readonly string[]) => ({
  [`packages/${name}/package.json`]: JSON.stringify({
    name: `@clewline/${name}`,
    dependencies: Object.fromEntries(dependencies.map((each) => [each, "*"])),
  }),
});

const clean = {
  ...manifest("core", "@clewline/text"),
  ...manifest("engine", "@clewline/core"),
  ...manifest("sqlite", "@clewline/core", "kysely"),
  ...manifest("importers", "@clewline/core"),
  ...manifest("agent", "@clewline/engine", "ai"),
  ...manifest("store-kit", "@clewline/core", "fast-check", "ai"),
  ...manifest("clewline", "@clewline/core", "@clewline/engine", "@clewline/sqlite"),
  ...manifest("cli", "@clewline/clewline", "@clewline/agent"),
  "packages/core/src/lane.ts":
    "export interface Lane {\n  key: string;\n}\nexport const at = (ms: number) => new Date(ms);\n",
  "packages/core/src/turn.ts":
    'import type { Lane } from "./lane.js";\nexport type Turn = { lane: Lane; process: number };\n',
  "packages/engine/src/begin.ts":
    'import { at } from "@clewline/core/lane.js";\nexport const begin = async () => at(1);\n',
  "packages/sqlite/src/store.ts":
    'import Database from "kysely";\nimport "node:fs";\nimport { rows } from "./rows.js";\nimport type { Lane } from "@clewline/core/lane.js";\nexport const open = (lane: Lane) => [new Database(lane.key), rows];\n',
  "packages/sqlite/src/rows.ts": "export const rows = 1;\n",
  "packages/importers/src/chat/chat.ts":
    'import type { Lane } from "@clewline/core/lane.js";\nexport type Chat = Lane;\n',
  "packages/agent/src/models/model.ts": "export const model = 1;\n",
  "packages/agent/src/answer.ts": 'import { model } from "./models/model.js";\nexport const answer = model;\n',
  "packages/clewline/src/compose/build.ts":
    'import { begin } from "@clewline/engine/begin.js";\nexport const build = () => [begin, import("@clewline/sqlite/store.js")];\n',
  "packages/clewline/src/index.ts":
    'export { build } from "./compose/build.js";\nexport type { Lane } from "@clewline/core/lane.js";\n',
  "packages/cli/src/main.ts":
    'import { build } from "@clewline/clewline/compose/build.js";\nimport type { Answer } from "@clewline/agent/answer.js";\nawait build();\nexport type { Answer };\n',
  "packages/store-kit/src/contract.ts":
    'import "fast-check";\nimport "node:assert";\nimport type { Tool } from "ai";\nimport { at } from "@clewline/core/lane.js";\nexport const now = at;\n',
  "packages/store-kit/src/index.ts": 'export { now } from "./contract.js";\n',
};

const found = (files: Record<string, string>) => shown(layersGate(plant({ ...clean, ...files })));

test("a tree that keeps to the table is clean", () => {
  expect(found({})).toEqual([]);
});

describe("an import against the table is named with its file and line", () => {
  const crossings: [name: string, text: string, finding: string][] = [
    ["packages/core/src/bad.ts", '\nimport "node:fs";', "packages/core/src/bad.ts:2 core may not import node:fs"],
    [
      "packages/core/src/bad.ts",
      'import "zod";',
      "packages/core/src/bad.ts:1 core may not import zod: packages/core/package.json does not name it",
    ],
    [
      "packages/core/src/bad.ts",
      'export { begin } from "@clewline/engine/begin.js";',
      "packages/core/src/bad.ts:1 core may not import @clewline/engine: packages/core/package.json does not name it",
    ],
    [
      "packages/core/src/bad.ts",
      'export type T = import("@clewline/engine/begin.js").T;',
      "packages/core/src/bad.ts:1 core may not import @clewline/engine: packages/core/package.json does not name it",
    ],
    [
      "packages/engine/src/bad.ts",
      'import "node:path";',
      "packages/engine/src/bad.ts:1 engine may not import node:path",
    ],
    [
      "packages/engine/src/bad.ts",
      "const rows = import(name);",
      "packages/engine/src/bad.ts:1 import of a computed name hides its layer",
    ],
    [
      "packages/sqlite/src/bad.ts",
      'import { at } from "../../core/src/lane.js";',
      "packages/sqlite/src/bad.ts:1 sqlite may reach packages/core/src/lane.ts only by the name of its package",
    ],
    [
      "packages/store-kit/src/bad.ts",
      'import { tool } from "ai";',
      "packages/store-kit/src/bad.ts:1 packages/store-kit/src/bad.ts may import only types from ai",
    ],
    [
      "packages/cli/src/bad.ts",
      'import { answer } from "@clewline/agent/answer.js";',
      "packages/cli/src/bad.ts:1 packages/cli/src/bad.ts may import only types from @clewline/agent",
    ],
    [
      "packages/cli/src/bad.ts",
      'import "../../../scripts/x.js";',
      "packages/cli/src/bad.ts:1 cli may not import scripts/x.ts, which is in no package",
    ],
    [
      "packages/cli/src/bad.ts",
      'import "./gone.js";',
      "packages/cli/src/bad.ts:1 import of ./gone.js leads to no file",
    ],
    [
      "packages/importers/src/mail/bad.ts",
      'import "../chat/chat.js";',
      "packages/importers/src/mail/bad.ts:1 importers/mail may not import its sibling chat",
    ],
    [
      "packages/agent/src/models/bad.ts",
      'import "../answer.js";',
      "packages/agent/src/models/bad.ts:1 agent/models may import nothing else of the package",
    ],
    [
      "packages/clewline/src/index.ts",
      'export { begin } from "@clewline/engine/begin.js";',
      "packages/clewline/src/index.ts:1 packages/clewline/src/index.ts may import only types from @clewline/engine",
    ],
    ["packages/misc/src/bad.ts", "export {};", "packages/misc/package.json:1 misc has no rules in scripts/layers.ts"],
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
    expect(found({ "packages/core/src/bad.ts": `\n${code}\n` })).toEqual([
      `packages/core/src/bad.ts:2 core may not use ${what}`,
    ]);
  });

  test("a property or an own function of the same name is fine", () => {
    const code =
      "function fetch() {}\nexport const f = (queue: { process: () => void }) => [queue.process(), fetch()];\n";
    expect(found({ "packages/core/src/good.ts": code })).toEqual([]);
  });

  test("a test inside core may do all of it", () => {
    expect(found({ "packages/core/src/lane.test.ts": 'import "vitest";\nawait import("node:fs");\n' })).toEqual([]);
  });
});

describe("cycles", () => {
  test("files that load each other are one finding, with the way round", () => {
    const files = {
      "packages/core/src/a.ts": 'import "./lane.js";\nimport { b } from "./b.js";\nexport const a = b;\n',
      "packages/core/src/b.ts": 'export { c as b } from "./c.js";\n',
      "packages/core/src/c.ts": 'import { a } from "./a.js";\nexport const c = a;\n',
    };
    const path = "packages/core/src/a.ts -> packages/core/src/b.ts -> packages/core/src/c.ts -> packages/core/src/a.ts";
    expect(found(files)).toEqual([`packages/core/src/a.ts:2 import cycle: ${path}`]);
  });

  test("a dynamic import closes a cycle", () => {
    const files = {
      "packages/cli/src/a.ts": 'import "./b.js";\n',
      "packages/cli/src/b.ts": 'export const a = () => import("./a.js");\n',
    };
    expect(found(files)).toEqual([
      "packages/cli/src/a.ts:1 import cycle: packages/cli/src/a.ts -> packages/cli/src/b.ts -> packages/cli/src/a.ts",
    ]);
  });

  test.each(["core", "engine", "clewline", "cli"])(
    "types that name each other across files of %s are a cycle",
    (folder) => {
      const files = {
        [`packages/${folder}/src/a.ts`]: 'import type { B } from "./b.js";\nexport type A = B[];\n',
        [`packages/${folder}/src/b.ts`]: 'export type B = import("./c.js").C[];\n',
        [`packages/${folder}/src/c.ts`]: 'import { type A } from "./a.js";\nexport type C = A[];\n',
      };
      const path = ["a", "b", "c", "a"].map((name) => `packages/${folder}/src/${name}.ts`).join(" -> ");
      expect(found(files)).toEqual([`packages/${folder}/src/a.ts:1 import cycle: ${path}`]);
    },
  );

  test("one import of a type closes a cycle of values", () => {
    const files = {
      "packages/core/src/a.ts": 'import { b } from "./b.js";\nexport type A = number;\nexport const a = b;\n',
      "packages/core/src/b.ts": 'import type { A } from "./a.js";\nexport const b: A = 1;\n',
    };
    expect(found(files)).toEqual([
      "packages/core/src/a.ts:1 import cycle: packages/core/src/a.ts -> packages/core/src/b.ts -> packages/core/src/a.ts",
    ]);
  });

  test("types that name each other inside one file are none", () => {
    expect(found({ "packages/core/src/a.ts": "export type A = B[];\nexport type B = A[];\n" })).toEqual([]);
  });
});

describe("public lists are written by hand", () => {
  test.each(['export * from "./lane.js";', 'export * as lane from "./lane.js";'])("%s is refused", (code) => {
    expect(found({ "packages/core/src/bad.ts": code })).toEqual([
      "packages/core/src/bad.ts:1 export * hides what is public: list the names",
    ]);
  });

  test("an index.ts with logic is refused", () => {
    expect(found({ "packages/core/src/index.ts": 'export { at } from "./lane.js";\nexport const one = 1;\n' })).toEqual(
      ["packages/core/src/index.ts:2 index.ts holds only re-exports: export { … } from"],
    );
  });
});
