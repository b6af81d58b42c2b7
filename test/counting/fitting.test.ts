/** How often a view is made for one call, where our count and the provider's differ. */

import { findModelFacts } from "@clewline/core/model/facts/find-facts.js";
import { makeBudget } from "@clewline/core/policy/budget.js";
import type { Snapshot } from "@clewline/core/view/snapshot.js";
import type { View } from "@clewline/core/view/view.js";
import { type CountingBasis, fitCounted, type MakeView } from "@clewline/engine/answer/counting.js";
import type { Engine } from "@clewline/engine/engine.js";
import { finish } from "@clewline/text/steps.js";
import { estimated } from "@clewline/text/tokens/count-tokens.js";
import { expect, test } from "vitest";

const engine = { fns: { calibration: estimated } } as unknown as Engine;
const snapshot = { refusals: 0, roomLimit: Number.POSITIVE_INFINITY } as Snapshot;
const budget = makeBudget({ window: 24_096, reply: 4_096 });
const model = { name: "claude-sonnet-5", facts: findModelFacts("claude-sonnet-5") };

/** Our factor says 1.35 tokens for each of the estimate; the provider has counted 0.9. */
function basisAfter(last: number): CountingBasis {
  const anchor = { counted: Math.round(last * 0.9), estimated: last };
  const learned = { last: null, anchor, factor: 1 };
  return { plain: engine, engine, factor: 1.35, budget, model, learned, roomFactor: null };
}

/** Makes a view of so many tokens of the estimate, or compacts to half the room. */
function makeCalls(last: number, now: number) {
  const compacted: boolean[] = [];
  const makeView: MakeView = function* (_snapshot, _engine, { window, reply }) {
    const [tokens, room] = [now * 1.35, window - reply];
    yield;
    compacted.push(tokens > room);
    const view = { tokens: Math.min(tokens, room / 2), compacted: tokens > room, epoch: {} } as View;
    return { kind: "fits", view };
  };
  const fitted = finish(fitCounted(basisAfter(last), snapshot, makeView));
  return { made: compacted.length, compacted: fitted.assembled.kind === "fits" && fitted.assembled.view.compacted };
}

test("a view that only our own count says is too large is made twice when it outgrows the room, and once from then on", () => {
  expect(makeCalls(12_000, 14_000)).toEqual({ made: 1, compacted: false });
  expect(makeCalls(14_000, 16_000)).toEqual({ made: 2, compacted: false });
  expect(makeCalls(16_000, 17_000)).toEqual({ made: 1, compacted: false });
  expect(makeCalls(17_000, 18_000)).toEqual({ made: 1, compacted: false });
});

test("a view that the provider's count says is too large compacts", () => {
  expect(makeCalls(20_000, 24_000).compacted).toBe(true);
});
