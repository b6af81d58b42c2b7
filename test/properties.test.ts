import { tmpdir } from "node:os";
import { findDataFolder } from "@clewline/clewline/config/location.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkAsyncProperty, checkProperty } from "./properties.js";
import { chosenSeed, seed } from "./seed.js";

describe("the seed", () => {
  const day = new Date("2026-11-16T23:59:00Z");

  test.each([
    [undefined, 20_261_116],
    ["", 20_261_116],
    ["7", 7],
  ])("is %s where told, and else the day: %s", (told, expected) => {
    expect(chosenSeed(told, day)).toBe(expected);
  });

  test("is drawn anew where that is asked for, and refused where it is no number", () => {
    expect(new Set([1, 2, 3, 4].map(() => chosenSeed("random", day))).size).toBeGreaterThan(1);
    expect(() => chosenSeed("soon", day)).toThrow(/whole number/);
  });

  test("is one for all workers", () => {
    expect(process.env.CLEW_SEED).toBe(String(seed));
  });
});

test("the data folder of tests is not the user's own", () => {
  const without = { ...process.env, XDG_DATA_HOME: undefined };
  const folders = [process.env, without, { ...without, HOME: undefined }].map(findDataFolder);
  expect(folders.filter((each) => !each.startsWith(tmpdir()))).toEqual([]);
});

describe("a property", () => {
  test("is checked on the same cases again, and on others in another stretch", () => {
    const drawn = (stretch?: number) => {
      const cases: number[] = [];
      checkProperty(
        fc.property(fc.nat(), (number) => void cases.push(number)),
        stretch === undefined ? { runs: 20 } : { runs: 20, stretch },
      );
      return cases;
    };
    expect(drawn()).toHaveLength(20);
    expect(drawn()).toEqual(drawn());
    expect(drawn(1)).not.toEqual(drawn());
  });

  test("that fails says which line keeps its case, and that line brings it back first", () => {
    const fails = (given: readonly number[]) => given.length > 3 && given.some((number) => number > 1_000);
    const law = (seen: (readonly number[])[]) =>
      fc.property(fc.array(fc.nat()), (given) => {
        seen.push(given);
        expect(fails(given)).toBe(false);
      });
    const message = messageOf(() => checkProperty(law([]), { runs: 1_000 }));
    const [, told, path = ""] = /fixed: \[\{ seed: (\d+), path: "(\d+)" \}\]/.exec(message) ?? [];
    expect(Number(told)).toBe(seed);
    const again: (readonly number[])[] = [];
    messageOf(() => checkProperty(law(again), { runs: 1, fixed: [{ seed, path }], endOnFailure: true }));
    expect(again.map(fails)).toEqual([true]);
  });

  test("may wait", async () => {
    const law = fc.asyncProperty(fc.nat(), async (number) => expect(number).toBeLessThan(0));
    await expect(checkAsyncProperty(law, { runs: 5 })).rejects.toThrow(/To keep this case/);
  });
});

function messageOf(work: () => void): string {
  let message = "it held";
  try {
    work();
  } catch (error) {
    message = (error as Error).message;
  }
  return message;
}
