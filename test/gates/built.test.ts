import { rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isBuilt } from "../../scripts/built.js";
import { plant } from "./planted.js";

const names = ["packages/core/src/a.ts", "packages/core/src/b.ts", "package.json"];

/** Everything is an hour old, and what was built half an hour. */
function planted(): string {
  const root = plant(Object.fromEntries([...names, "dist/cli/main.js"].map((name) => [name, ""])));
  for (const name of ["packages", "packages/core", "packages/core/src", ...names]) age(root, name, 60);
  age(root, "dist/cli/main.js", 30);
  return root;
}

function age(root: string, name: string, minutes: number): void {
  const then = Date.now() / 1_000 - minutes * 60;
  utimesSync(join(root, name), then, then);
}

test("what is newer than all of its sources is built", () => {
  expect(isBuilt(planted())).toBe(true);
});

test.each(names)("a change of %s asks for another build", (name) => {
  const root = planted();
  age(root, name, 0);
  expect(isBuilt(root)).toBe(false);
});

test("so does a source that is gone, and a build that is not there", () => {
  const [less, none] = [planted(), planted()];
  rmSync(join(less, "packages/core/src/b.ts"));
  rmSync(join(none, "dist"), { recursive: true });
  expect([isBuilt(less), isBuilt(none)]).toEqual([false, false]);
});
