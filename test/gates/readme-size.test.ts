import { expect, test } from "vitest";
import { checkReadmeSize } from "../../scripts/readme-size.js";
import { plant, shown } from "./planted.js";

const found = (text: string) => shown(checkReadmeSize(plant({ "README.md": text })));

test("a README of 6,144 bytes is clean, and one byte more is refused at the line where it happens", () => {
  const line = `${"x".repeat(63)}\n`;
  expect(found(line.repeat(96))).toEqual([]);
  expect(found(`${line.repeat(96)}y`)).toEqual(["README.md:97 6145 bytes, at most 6144: the limit is reached here"]);
});

test("it is bytes that count, not characters", () => {
  expect(found("é".repeat(3_072))).toEqual([]);
  expect(found("é".repeat(3_073))).toEqual(["README.md:1 6146 bytes, at most 6144: the limit is reached here"]);
});

test("a project without a README is told so", () => {
  expect(shown(checkReadmeSize(plant({ "package.json": "{}" })))).toEqual(["README.md:1 there is none"]);
});
