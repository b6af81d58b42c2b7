import { expect, test } from "vitest";
import { checkDocLinks } from "../../scripts/doc-links.js";
import { plant } from "./planted.js";

test("links and paths that lead nowhere are named, with their line", () => {
  const root = plant({
    "packages/core/src/a.ts": "",
    "docs/page.md":
      "[here](../packages/core/src/a.ts#L1) `core/a.ts`\n[there](../packages/core/src/b.ts)\n`packages/core/src/b.ts` [web](https://example.org)\n[readme](../README.md)\n",
    "README.md": "[page](docs/page.md)\n",
    "docs/decisions/0001-a.md": "`core/gone.ts` [gone](gone.md)\n",
  });
  const told = checkDocLinks(root).map(({ file, line, message }) => `${file}:${line} ${message}`);
  expect(told.sort()).toEqual([
    "docs/decisions/0001-a.md:1 gone.md leads nowhere",
    "docs/page.md:1 ../packages/core/src/a.ts is not in the package; write the path as code",
    "docs/page.md:2 ../packages/core/src/b.ts leads nowhere",
    "docs/page.md:3 packages/core/src/b.ts leads nowhere",
  ]);
});
