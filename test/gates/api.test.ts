import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { apiGate, writeApi } from "../../scripts/api.js";
import { plant, shown } from "./planted.js";

const lane = `/** A place in a conversation. */
export interface Lane {
  /** Its key. */
  readonly key: string;
  /**
   * All or nothing,
   * in order.
   */
  append?(entries: readonly string[]): Promise<void>;
}
/** One of two. */
export type Kind = "said" | { called: string };
/** Options of open. */
export type Options = {
  /** Where it is. */
  path?: string;
};
/** What went wrong. */
export class Fault extends Error {
  /** Its code. */
  readonly code = "x";
  #hidden = 1;
  private inner = this.#hidden;
}
/** Opens a lane. */
export function open<T>(options: Options, more: T) {
  return [options, more] as const;
}
/** The limit. */
export const limit = 3;
`;
const index =
  'export { Fault, limit, open } from "./lane.js";\nexport type { Kind, Lane, Options } from "./lane.js";\n';
const tree = (text: string) =>
  plant({ "packages/clewline/src/index.ts": index, "packages/clewline/src/lane.ts": text, "docs/api.md": "old" });

test("the page names every export with its kind, sentence, signature and members", () => {
  const root = tree(lane);
  expect(writeApi(root)).toEqual([]);
  const page = readFileSync(join(root, "docs/api.md"), "utf8");
  expect(page).toContain(
    '### class `Fault`\n\nWhat went wrong.\n\n```ts\nclass Fault extends Error\n```\n\n- `code: "x"`  \n  Its code.\n\n',
  );
  expect(page).toContain("```ts\nfunction open<T>(options: Options, more: T): readonly [Options, T]\n```");
  expect(page).toContain('```ts\ntype Kind = "said" | {\n    called: string;\n};\n```');
  expect(page).toContain("```ts\nconst limit: 3\n```");
  expect(page).toContain("- `append?(entries: readonly string[]): Promise<void>`  \n  All or nothing, in order.");
  expect(page).toContain("- `path?: string`  \n  Where it is.");
  expect(page).not.toMatch(/hidden|inner/);
  expect(apiGate(root)).toEqual([]);
});

test("an alias of a type with arguments says what they make of it", () => {
  const root = plant({
    "packages/clewline/src/index.ts": 'export type { Names } from "./names.js";\n',
    "packages/clewline/src/names.ts":
      'import type { Result } from "./result.js";\n/** Some names. */\nexport type Names = Result<string[]>;\n',
    "packages/clewline/src/result.ts": 'export type Result<Rows> = { kind: "found"; rows: Rows } | { kind: "none" };\n',
    "docs/api.md": "old",
  });
  expect(writeApi(root)).toEqual([]);
  expect(readFileSync(join(root, "docs/api.md"), "utf8")).toContain(
    '```ts\ntype Names = {\n    kind: "found";\n    rows: string[];\n} | {\n    kind: "none";\n};\n```',
  );
});

test("a type from another file goes by its name", () => {
  const root = plant({
    "packages/clewline/src/index.ts": 'export { made } from "./made.js";\n',
    "packages/clewline/src/made.ts": 'import { make } from "./lane.js";\n/** Made. */\nexport const made = make();\n',
    "packages/clewline/src/lane.ts":
      "export interface Lane {\n  key: string;\n}\nexport const make = (): Lane[] => [];\n",
    "docs/api.md": "",
  });
  writeApi(root);
  expect(readFileSync(join(root, "docs/api.md"), "utf8")).toContain("const made: Lane[]");
});

test("a stale page and names without a sentence are named", () => {
  const bare = lane
    .replace("/** The limit. */\n", "")
    .replace("  /** Its key. */\n", "")
    .replace("  /** Its code. */\n", "");
  expect(shown(apiGate(tree(bare)))).toEqual([
    "packages/clewline/src/lane.ts:19 Fault.code has no JSDoc sentence",
    "packages/clewline/src/lane.ts:3 Lane.key has no JSDoc sentence",
    "packages/clewline/src/lane.ts:27 limit has no JSDoc sentence",
    "docs/api.md:1 differs from the sources: npm run docs",
  ]);
});
