import type { LaneHistory, PastCall } from "@clewline/try/history.js";
import { computeFit, readAround, sumPaidCalls } from "@clewline/try/paid.js";
import { expect, test } from "vitest";

/** A lane of calls with these counters. */
function makeLane(counted: readonly number[]): LaneHistory {
  const calls = counted.map((input, index): PastCall => {
    const usage = { model: "claude-sonnet-4-5", input_tokens: input, output_tokens: 1 };
    return {
      turn: "t" as PastCall["turn"],
      after: index + 1,
      number: index + 1,
      at: index,
      usage,
      since: 0,
      view: null,
    };
  });
  const ref = { owner: "o", session: "s", lane: "l" } as unknown as LaneHistory["ref"];
  return { ref, entries: [], blobs: new Map(), sizes: [], turns: new Map(), calls };
}

test("a subagent's lane is priced with its own instructions and tools, and one without counters with those of the others", () => {
  const lanes = [makeLane([21_000, 22_000, 23_000]), makeLane([5_000, 6_000]), { ...makeLane([]), calls: [] }];
  const estimates = [[1_000, 2_000, 3_000], [1_000, 2_000], []];
  const fit = computeFit(lanes, estimates);
  expect(fit).toEqual({ factor: 1, around: 20_000, lanes: [20_000, 4_000, 20_000] });
  expect([0, 1, 2, 3].map((place) => fit && readAround(fit, place))).toEqual([20_000, 4_000, 20_000, 20_000]);
});

test.each([0, -5])("counters of %i say nothing: such calls were not counted", (input) => {
  expect(sumPaidCalls([makeLane([input, input])])).toBeNull();
  expect(computeFit([makeLane([input, input])], [[1_000, 2_000]])).toBeNull();
  expect(sumPaidCalls([makeLane([3_000, input])])).toMatchObject({ sent: 3_000, counted: 1 });
});
