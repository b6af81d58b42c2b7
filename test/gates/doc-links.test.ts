import { expect, test } from "vitest";
import { checkDocLinks } from "../../scripts/doc-links.js";
import { plant } from "./planted.js";

test("links and paths that lead nowhere are named, with their line", () => {
  const root = plant({
    "src/core/a.ts": "",
    "docs/page.md":
      "[here](../src/core/a.ts#L1) `core/a.ts`\n[there](../src/core/b.ts)\n`src/core/b.ts` [web](https://example.org)\n[readme](../README.md)\n",
    "README.md": "[page](docs/page.md)\n",
    "docs/decisions/0001-a.md": "`core/gone.ts` [gone](gone.md)\n",
  });
  const told = checkDocLinks(root).map(({ file, line, message }) => `${file}:${line} ${message}`);
  expect(told.sort()).toEqual([
    "docs/decisions/0001-a.md:1 gone.md leads nowhere",
    "docs/page.md:1 ../src/core/a.ts is not in the package; write the path as code",
    "docs/page.md:2 ../src/core/b.ts leads nowhere",
    "docs/page.md:3 src/core/b.ts leads nowhere",
  ]);
});
