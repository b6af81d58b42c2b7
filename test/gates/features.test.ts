import { expect, test } from "vitest";
import { featuresGate } from "../../scripts/features.js";
import { plant } from "./planted.js";

const tests = {
  "test/beds.test.ts":
    'describe("the beds of a garden", () => { test.each([1])("are %s feet wide, or wider", () => {}); });',
};

test("a feature that names a test which is not there is named, and so is a page that says something else", () => {
  const root = plant({ ...tests, "docs/features.md": "# Features\n" });
  const group = (reference: string) => [{ title: "Garden", features: [{ name: "Beds", tests: [reference] }] }];
  const told = (reference: string) => featuresGate(root, group(reference)).map(({ file, message }) => [file, message]);
  const list = "scripts/features-list.ts";
  expect(told("paths.test.ts")).toEqual([[list, "Beds: no test is paths.test.ts"]]);
  expect(told("beds.test.ts#round")).toEqual([[list, "Beds: no test is beds.test.ts#round"]]);
  expect(told("beds.test.ts#feet wide")).toEqual([
    ["docs/features.md", "differs from the tests' titles: npm run docs"],
  ]);
});
