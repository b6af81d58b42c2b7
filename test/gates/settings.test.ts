import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { settingsGate } from "../../scripts/settings.js";
import { plant, shown } from "./planted.js";

test("a page of settings that says something else than the sources is found", () => {
  const page = readFileSync(join(process.cwd(), "docs/settings.md"), "utf8");
  expect(settingsGate(plant({ "docs/settings.md": page }))).toEqual([]);
  const wrong = page.replace("50,000", "60,000");
  expect(wrong).not.toBe(page);
  expect(shown(settingsGate(plant({ "docs/settings.md": wrong })))).toEqual([
    "docs/settings.md:1 differs from the sources: npm run docs",
  ]);
  expect(shown(settingsGate(plant({})))).toHaveLength(1);
});
