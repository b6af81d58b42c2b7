import { expect, test, vi } from "vitest";
import { sourceGates } from "../../scripts/source-gates.js";
import { plant, shown } from "./planted.js";

test("every gate over the sources says what it found, and one that is clean does not hide another", () => {
  const print = vi.spyOn(console, "log").mockImplementation(() => undefined);
  const root = plant({
    "packages/core/src/a.ts": 'import "node:fs";\n',
    "packages/core/src/helpers.ts": "export const a = 1;\n",
    "test/a.test.ts": 'test("a", () => {\n  if (a) expect(a).toBe(1);\n});\n',
  });
  const found = shown(sourceGates(root));
  const printed = print.mock.calls.flat();
  print.mockRestore();
  expect(found).toContain("packages/core/src/a.ts:1 layers: core may not import node:fs");
  expect(found).toContain('packages/core/src/helpers.ts:1 sizes: "helpers" names nothing: use the noun');
  expect(found.filter((line) => line.startsWith("test/a.test.ts:2 expects: "))).toHaveLength(1);
  expect(printed.map((line) => String(line).split(":")[0])).toEqual([
    "layers",
    "stages",
    "sizes",
    "names",
    "rooms",
    "readme",
    "links",
    "expects",
    "errors",
    "settings",
    "features",
    "lockfile",
  ]);
});
