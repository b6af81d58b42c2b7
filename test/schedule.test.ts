import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { computeChance, countExpectedUses } from "../src/core/view/schedule/chances.js";
import { decideSwap, type Piece, type SwapInput } from "../src/core/view/schedule/decide-swap.js";
import { checkProperty } from "./properties.js";

const prices = { read: 0.1, write: 1.25 };

function makePiece(tokens: number, age: number, more: Partial<Piece> = {}): Piece {
  return {
    tokens,
    isFresh: age === 0,
    use: { age, uses: 0, repeated: 0, size: tokens },
    stub: 40,
    mayLeave: false,
    ...more,
  };
}

function decide(pieces: readonly Piece[], more: Partial<SwapInput> = {}) {
  return decideSwap({ pieces, prices, isCold: false, view: 60_000, calls: 60, missCost: 1.1, ...more });
}

describe("the schedule of what is worth its place", () => {
  test("a large result that nobody quoted for long leaves where little stands behind it", () => {
    const { kind, stubbed, saved } = decide([makePiece(8_000, 40), makePiece(200, 1, { stub: null })]);
    expect({ kind, stubbed, saved }).toEqual({ kind: "clear", stubbed: [0], saved: 7_960 });
  });

  test("the same result waits while rewriting what stands behind it costs more than it has cost so far", () => {
    const behind = makePiece(60_000, 1, { stub: null });
    const { kind, rent } = decide([makePiece(8_000, 40), behind]);
    expect(kind).toBe("wait");
    expect(rent).toBeGreaterThan(0);
  });

  test("after the cache's lifetime it leaves at once", () => {
    const behind = makePiece(60_000, 1, { stub: null });
    const { kind, rewritten } = decide([makePiece(8_000, 40), behind], { isCold: true });
    expect({ kind, rewritten }).toEqual({ kind: "clear", rewritten: 0 });
  });

  test("what was just read, what is quoted again and again, and what is fresh stays", () => {
    const quoted = makePiece(3_000, 2, { use: { age: 2, uses: 9, repeated: 0, size: 3_000 } });
    expect(decide([quoted, makePiece(3_000, 1), makePiece(9_000, 0)]).stubbed).toEqual([]);
  });

  test("an older copy of what stands in something newer leaves before a result of its age", () => {
    const use = { age: 8, uses: 0, repeated: 1, size: 4_000 };
    const { stubbed } = decide([makePiece(4_000, 8), makePiece(4_000, 8, { use })], { missCost: 4 });
    expect(stubbed).toEqual([1]);
  });

  test("nothing leaves where reading costs nothing, and a price for missing that is endless keeps everything", () => {
    const pieces = [makePiece(8_000, 90), makePiece(8_000, 80)];
    expect(decide(pieces, { prices: { read: 0, write: 1 } }).kind).toBe("nothing");
    expect(decide(pieces, { missCost: 1e12 }).kind).toBe("nothing");
  });

  test("old steps leave altogether once they are told by nothing but stubs", () => {
    const steps = Array.from({ length: 60 }, (_none, place) =>
      makePiece(60, 200 - place, { mayLeave: true, stub: null }),
    );
    const { kind, leavesThrough } = decide([...steps, makePiece(9_000, 90), makePiece(100, 1, { stub: null })]);
    expect({ kind, isLong: leavesThrough > 30 }).toEqual({ kind: "clear", isLong: true });
  });

  test("the chance of a use falls with age, grows with uses and size, and adds up to the expected uses", () => {
    checkProperty(
      fc.property(fc.nat({ max: 100 }), fc.nat({ max: 9 }), fc.integer({ min: 50, max: 9_000 }), (age, uses, size) => {
        const use = { age, uses, repeated: 0, size };
        expect(computeChance({ ...use, age: age + 1 })).toBeLessThan(computeChance(use));
        expect(computeChance({ ...use, uses: uses + 1 })).toBeGreaterThan(computeChance(use));
        expect(computeChance({ ...use, size: size + 50 })).toBeGreaterThan(computeChance(use));
        const summed = Array.from({ length: 12 }, (_none, later) => computeChance({ ...use, age: age + later }));
        const sum = summed.reduce((total, chance) => total + chance, 0);
        expect(countExpectedUses(use, 12) / sum).toBeGreaterThan(0.9);
        expect(countExpectedUses(use, 12) / sum).toBeLessThan(1.3);
      }),
      { runs: 200 },
    );
  });
});
