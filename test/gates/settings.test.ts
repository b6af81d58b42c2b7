import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { settingsGate } from "../../scripts/settings.js";
import { plant, shown } from "./planted.js";

const read = (name: string) => readFileSync(join(process.cwd(), name), "utf8");

test.each([
  ["docs/settings.md", "50,000", "60,000"],
  ["docs/clew.schema.json", '"maximum": 600', '"maximum": 601'],
])("%s that says something else than the sources is found", (name, right, wrong) => {
  const pages = {
    "docs/settings.md": read("docs/settings.md"),
    "docs/clew.schema.json": read("docs/clew.schema.json"),
  };
  expect(settingsGate(plant(pages))).toEqual([]);
  expect(read(name)).toContain(right);
  expect(shown(settingsGate(plant({ ...pages, [name]: read(name).replace(right, wrong) })))).toEqual([
    `${name}:1 differs from the sources: npm run docs`,
  ]);
  expect(shown(settingsGate(plant({})))).toHaveLength(2);
});
