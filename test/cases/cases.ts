import type { SummaryCandidate } from "@clewline/core/log/candidate.js";
import { type Budget, makeBudget } from "@clewline/core/policy/budget.js";
import { type Policy, readPrefix } from "@clewline/core/policy/policy.js";
import { rewriteSummary } from "@clewline/core/summary/make-summary.js";
import { assemble, planCompaction } from "@clewline/core/view/assemble.js";
import { makeRenderer } from "@clewline/core/view/make-renderer.js";
import type { PureFns, Snapshot } from "@clewline/core/view/snapshot.js";
import { fingerprint } from "@clewline/store-kit/fingerprint.js";
import type { GeneratedLane } from "@clewline/store-kit/log-build.js";
import type { LogOptions } from "@clewline/store-kit/log-script.js";
import { arbitraryLane } from "@clewline/store-kit/logs.js";
import { finish } from "@clewline/text/steps.js";
import { type Calibration, estimated } from "@clewline/text/tokens/count-tokens.js";
import fc from "fast-check";
import { arbitraryPolicy } from "./case-policy.js";
import { arbitraryLook, collapseText, type Look, makeSnapshot } from "./case-snapshot.js";
import { condenseSome } from "./condensed-lane.js";

/** Everything that `assemble` takes, and the lane behind it. */
export interface GeneratedCase {
  readonly lane: GeneratedLane;
  readonly look: Look;
  readonly snapshot: Snapshot;
  readonly policy: Policy;
  readonly budget: Budget;
  readonly fns: PureFns;
}

/** A snapshot of a nasty lane: any turn to answer, reductions anywhere, blobs present or missing. */
export function arbitrarySnapshot(options: LogOptions = {}): fc.Arbitrary<Snapshot> {
  return fc.tuple(arbitraryLane(options), arbitraryLook).map(([lane, seen]) => makeSnapshot(lane, seen, "epoch"));
}

/** A snapshot with a policy, a budget and pure functions: ready for `assemble`. */
export function arbitraryCase(options: LogOptions = {}): fc.Arbitrary<GeneratedCase> {
  const isSecond = fc.oneof({ arbitrary: fc.constant(false), weight: 3 }, { arbitrary: fc.constant(true), weight: 1 });
  return fc
    .tuple(
      arbitraryLane(options),
      arbitraryLook,
      arbitraryPolicy(),
      arbitraryBudget(),
      arbitraryCalibration(),
      isSecond,
    )
    .map(([drawn, seen, policy, budget, calibration, second]) => {
      const lane = condenseSome(drawn);
      const fns = { hash: fingerprint, calibration };
      const first = makeSnapshot(lane, seen, readPrefix(policy));
      const snapshot = second ? runFirstCall(first, policy, budget, fns) : first;
      const candidate = makeCandidate(snapshot, seen, { policy, budget, fns });
      return { lane, look: seen, snapshot: { ...snapshot, candidate }, policy, budget, fns };
    });
}

/** The same lane and look under another policy. */
export function applyPolicy(given: GeneratedCase, policy: Policy): GeneratedCase {
  return { ...given, policy, snapshot: makeSnapshot(given.lane, given.look, readPrefix(policy)) };
}

/** Keeps with the turn what the first call was sent around its message. */
function runFirstCall(snapshot: Snapshot, policy: Policy, budget: Budget, fns: PureFns): Snapshot {
  const { turn, turns } = snapshot;
  const result = assemble(snapshot, policy, budget, fns);
  if (turn === null || result.kind === "too-small") return snapshot;
  const sent = { ...turn, asides: result.view.asides };
  return { ...snapshot, turn: sent, turns: new Map(turns).set(turn.id, sent), retrieved: [] };
}

/** A compaction that a model prepared earlier, in hostile words. */
function makeCandidate(
  snapshot: Snapshot,
  { prepared }: Look,
  terms: Pick<GeneratedCase, "policy" | "budget" | "fns">,
): SummaryCandidate | null {
  const planned = prepared === null ? null : finish(planCompaction(snapshot, terms));
  if (planned === null || prepared === null) return null;
  const { key, number } = snapshot.epoch;
  const { summary: draft, epoch, allowance } = planned;
  const { ref, turns, now } = snapshot;
  const { policy, fns } = terms;
  const author = { renderer: makeRenderer(snapshot, policy, fns), hash: fns.hash, ref, key, turns, now };
  const summary = rewriteSummary(
    author,
    draft,
    { prose: { facts: [collapseText(prepared)] }, by: "summary-1" },
    allowance,
  );
  return summary === null ? null : { key, after: number, through: epoch.through, summary };
}

/** Windows from the smallest to a million tokens. */
function arbitraryBudget(): fc.Arbitrary<Budget> {
  const window = fc.oneof(
    fc.constantFrom(8_192, 256, 512, 1_024, 2_048, 4_096, 32_768, 200_000, 1_000_000),
    fc.integer({ min: 256, max: 6_000 }),
  );
  return fc
    .tuple(window, fc.constantFrom(undefined, 0, 100))
    .map(([tokens, reply]) => makeBudget(reply === undefined ? { window: tokens } : { window: tokens, reply }));
}

function arbitraryCalibration(): fc.Arbitrary<Calibration> {
  return fc.constantFrom<Calibration>(
    estimated,
    { version: "test-factor", factor: 1.3 },
    { version: "test-counter", factor: 1, counter: (text) => Math.ceil(text.length / 3) },
  );
}
