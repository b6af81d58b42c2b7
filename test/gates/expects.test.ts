import { expect, test } from "vitest";
import { expectsGate } from "../../scripts/expects.js";
import { plant, shown } from "./planted.js";

const found = (body: string) =>
  shown(expectsGate(plant({ "test/a.test.ts": `test("a", async () => {\n${body}\n});\n` })));

test.each([
  ["under if", "if (a) expect(b).toBe(1);"],
  ["under if", "if (a) one();\nelse expect(b).toBe(1);"],
  ["under ?:", "a ? expect(b).toBe(1) : one();"],
  ["after &&", "a && expect(b).toBe(1);"],
  ["after ||", "a || expect(b).toBe(1);"],
  ["after ??", "a ?? expect(b).toBe(1);"],
  ["under catch", "try { one(); } catch (error) { expect(error).toBe(1); }"],
  ["under switch", "switch (a) { case 1: expect(b).toBe(1); }"],
  ["under if", "for (const each of list) { if (each.kind === 'b') { await expect(each).rejects.toThrow(); } }"],
  ["under if", "if (a) list.forEach((each) => expect(each).toBe(1));"],
  ["after a return or continue under if", "if (a) return;\nexpect(b).toBe(1);"],
  [
    "after a return or continue under if",
    "for (const each of list) { if (each === null) continue; expect(each).toBe(1); }",
  ],
])("an expect %s is refused: %s", (reason, body) => {
  const lines = found(body);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^test\/a\.test\.ts:\d+ expect /);
  expect(lines[0]).toContain(`expect ${reason} may never run`);
});

test.each([
  "expect(a ? 1 : 2).toBe(1);",
  "if (a === null) throw new Error('no a');\nexpect(b).toBe(1);",
  "if (expect(a).toBe(1)) one();",
  "for (const each of list) expect(each).toBe(1);",
  "try { expect(a).toBe(1); } finally { close(); }",
  "if (a) list.push(1);\nexpect(list).toEqual([1]);",
  "if (list.some((each) => { return each; })) one();\nexpect(b).toBe(1);",
])("an expect that is always reached is not: %s", (body) => {
  expect(found(body)).toEqual([]);
});

test("a helper of tests is looked at, too, and a test that is there under a condition is not", () => {
  const root = plant({
    "test/lab.ts": "export function look(a) {\n  if (a) expect(a).toBe(1);\n}\n",
    "test/b.test.ts": 'if (process.env.LONG) test("b", () => expect(1).toBe(1));\n',
  });
  expect(shown(expectsGate(root)).map((line) => line.split(" ")[0])).toEqual(["test/lab.ts:2"]);
});

test("a test that takes processor time is named", () => {
  expect(found("const before = process.cpuUsage();\nexpect(process.cpuUsage(before).user).toBeLessThan(1);")).toEqual([
    "test/a.test.ts:2 what takes how long is for a bench: a test counts what is done, or looks at what was waited for",
    "test/a.test.ts:3 what takes how long is for a bench: a test counts what is done, or looks at what was waited for",
  ]);
});
