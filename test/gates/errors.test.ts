import { expect, test } from "vitest";
import { errorsGate } from "../../scripts/errors.js";
import { plant, shown } from "./planted.js";

const found = (list: string, guide: string) =>
  shown(errorsGate(plant({ "packages/core/src/errors.ts": list, "docs/errors.md": guide })));
const guide = "# Errors\n\n## `lane/bad-key`\n\nText.\n\n## `log/conflict`\n";

test.each([
  'export const errorCodes = ["lane/bad-key", "log/conflict"] as const;',
  'export const errorCodes = { "lane/bad-key": 1, "log/conflict": 2 } as const satisfies Record<string, number>;',
  'export const errorCodes = Object.freeze(["lane/bad-key", "log/conflict"] as const);',
])("a guide with each code once is clean: %s", (list) => {
  expect(found(list, guide)).toEqual([]);
});

test("a code without an entry is named", () => {
  const list = 'export const errorCodes = [\n  "lane/bad-key",\n  "log/conflict",\n  "turn/unknown",\n] as const;';
  expect(found(list, guide)).toEqual(["packages/core/src/errors.ts:4 turn/unknown has no entry in docs/errors.md"]);
});

test("an entry without a code is named", () => {
  expect(found('export const errorCodes = ["lane/bad-key"];', guide)).toEqual([
    "docs/errors.md:7 log/conflict is not in packages/core/src/errors.ts",
  ]);
});

test("a second entry and a second listing are named", () => {
  const list = 'export const errorCodes = ["lane/bad-key", "log/conflict", "log/conflict"];';
  expect(found(list, `${guide}\n## \`lane/bad-key\`\n`)).toEqual([
    "packages/core/src/errors.ts:1 log/conflict is listed twice",
    "docs/errors.md:9 lane/bad-key has two entries",
  ]);
});

test("a missing list is named", () => {
  expect(shown(errorsGate(plant({})))).toEqual(["packages/core/src/errors.ts:1 is missing"]);
  expect(found("export const codes = [];", "")).toEqual([
    "packages/core/src/errors.ts:1 exports no array or object named errorCodes",
  ]);
});
