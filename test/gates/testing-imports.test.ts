/** What `clewline/testing` loads: a scripted model and the contract need no generator. */
import { expect, test } from "vitest";
import { importsOf } from "../../scripts/imports.js";
import { sourcesIn } from "../../scripts/sources.js";

test("only clewline/testing/logs loads fast-check", () => {
  const root = process.cwd();
  const imports = importsOf(root, sourcesIn(root, "packages/store-kit")).filter(({ erased }) => !erased);
  const listLoaded = (entry: string) => {
    const files = new Set([entry]);
    for (const file of files)
      for (const { from, target } of imports) if (from === file && target.kind === "file") files.add(target.name);
    const loaded = imports.filter(({ from, target }) => files.has(from) && target.kind === "package");
    return loaded.map(({ target }) => (target.kind === "package" ? target.name : ""));
  };
  expect(listLoaded("packages/store-kit/src/index.ts")).not.toContain("fast-check");
  expect(listLoaded("packages/store-kit/src/logs.ts")).toContain("fast-check");
});
