import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { entryPoints } from "../../scripts/entry-points.js";
import { reachableTypesGate } from "../../scripts/reachable-types.js";
import { typeTestGate, writeTypeTest } from "../../scripts/type-test.js";
import { plant, shown } from "./planted.js";

const found = (files: Record<string, string>) => shown(reachableTypesGate(plant(files)));

test("a type that a signature names is found wherever it stands", () => {
  const source = `interface Inner { readonly key: string }
export interface Base { readonly inner: Inner }
export interface Options<Kind extends Bound> extends Base { readonly list: readonly Item<Kind>[]; call(given: Given): Promise<Answer> }
interface Bound { readonly kind: string }
type Item<Kind> = Kind | Other;
class Other { private readonly secret: Secret = {}; #hidden: Secret = {}; shown: Shown = {} }
interface Secret { readonly secret?: true }
interface Shown { readonly shown?: true }
interface Given { readonly given?: true }
interface Answer { readonly answer?: true }
interface Local { readonly local?: true }
interface Made { readonly made?: true }
export function open(options: Options<Bound>) { const local: Local = {}; return { options, local, nested: [{} as Made] }; }
interface Inferred { readonly inferred: true }
export const value = { deep: { inferred: true } as Inferred };
`;
  const index = 'export { open, value } from "./open.js";\n';
  expect(
    found({ "packages/clewline/src/index.ts": index, "packages/clewline/src/open.ts": source }).map(
      (line) => line.split(" ")[1],
    ),
  ).toEqual([
    "Bound",
    "Options",
    "Local",
    "Made",
    "Inferred",
    "Base",
    "Item",
    "Given",
    "Answer",
    "Inner",
    "Other",
    "Shown",
  ]);
});

test("the finding says where the type is, and what names it", () => {
  const files = {
    "packages/clewline/src/index.ts": 'export type { Options } from "./options.js";\n',
    "packages/clewline/src/options.ts":
      'import type { Key } from "./key.js";\nexport interface Options {\n  readonly key: Key | import("./key.js").Name;\n}\n',
    "packages/clewline/src/key.ts": "export type Key = string;\nexport type Name = string;\n",
  };
  expect(found(files)).toEqual([
    "packages/clewline/src/key.ts:1 Key can't be imported, and Options names it: export it from packages/clewline/src/index.ts",
    "packages/clewline/src/key.ts:2 Name can't be imported, and Options names it: export it from packages/clewline/src/index.ts",
  ]);
});

test("one module of several that exports it is enough, and a name stands for one type", () => {
  const files = {
    "package.json": JSON.stringify({
      name: "planted",
      exports: {
        ".": { types: "./dist/types/clewline/src/index.d.ts" },
        "./more": { types: "./dist/types/clewline/src/more/index.d.ts" },
        "./package.json": "./package.json",
      },
    }),
    "packages/clewline/src/index.ts":
      'export type { Options } from "./options.js";\nexport type { Same } from "./options.js";\n',
    "packages/clewline/src/more/index.ts": 'export type { Key, Same } from "../key.js";\n',
    "packages/clewline/src/options.ts":
      'import type { Key } from "./key.js";\nexport type Options = Key;\nexport type Same = Options | number;\n',
    "packages/clewline/src/key.ts": "export type Key = string;\nexport type Same = boolean;\n",
  };
  expect(entryPoints(plant(files)).map(({ module }) => module)).toEqual(["planted", "planted/more"]);
  expect(found(files)).toEqual([
    "packages/clewline/src/key.ts:2 Same is also the name of a type in packages/clewline/src/options.ts",
  ]);
});

test("the file that imports every public name follows the lists", () => {
  const root = plant({
    "packages/clewline/src/index.ts": 'export { open } from "./open.js";\nexport type { Options } from "./open.js";\n',
    "packages/clewline/src/open.ts":
      "export interface Options {\n  readonly key: string;\n}\nexport function open(options: Options): void {}\n",
    "test/public-types.ts": "",
  });
  expect(shown(typeTestGate(root))).toEqual(["test/public-types.ts:1 differs from what is exported: npm run docs"]);
  writeTypeTest(root);
  expect(typeTestGate(root)).toEqual([]);
  expect(readFileSync(join(root, "test/public-types.ts"), "utf8")).toContain(
    'export type { open, Options } from "clewline";\n',
  );
});
