import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { makeScratchFolder, scratchParent } from "../../scripts/scratch-folder.js";
import { plant } from "./planted.js";

test("what is temporary lies where it is told to lie", () => {
  const disk = plant({});
  const folder = makeScratchFolder("clew-x", scratchParent("/dev/shm", { CLEW_SCRATCH: disk }));
  expect(dirname(folder)).toBe(disk);
  expect(existsSync(folder)).toBe(true);
});

test("where there is no memory to lie in, or too little of it, it lies where everything temporary does", () => {
  expect(scratchParent(join(plant({}), "nowhere"), {})).toBe(tmpdir());
  expect(scratchParent("/proc", {})).toBe(tmpdir());
});

test("all tests have one folder", () => {
  expect(tmpdir()).toMatch(/clew-tests-\w+$/);
});
