/** Takes the last compaction of a lane back, so that its next view begins with the bytes that it had before. */
import type { Epoch } from "@clewline/core/log/epoch.js";
import type { LaneRef } from "@clewline/core/log/keys.js";
import { describeRanges } from "@clewline/core/log/ranges/lane-ranges.js";
import { isStateless } from "@clewline/core/policy/policy.js";
import { findVerdict } from "@clewline/core/view/verdict.js";
import type { AssemblyResult, View } from "@clewline/core/view/view.js";
import { formatShortNumber } from "@clewline/text/short-number.js";
import type { Engine } from "../engine.js";
import { type CompactResult, tryWhileIdle } from "../growth/compact-lane.js";
import { makeEventRecord } from "../growth/compaction.js";
import { makeRangesRecord, readRanges } from "../growth/lane-ranges.js";
import { readNextCall } from "../read/next-call.js";
import { tryPreview } from "../read/preview.js";

const undoEvent = "compaction_undone";

export async function undoCompaction(engine: Engine, ref: LaneRef): Promise<CompactResult> {
  return tryWhileIdle(engine, ref, () => undoOnce(engine, ref));
}

async function undoOnce(engine: Engine, ref: LaneRef): Promise<CompactResult | "overtaken"> {
  const call = await readNextCall(engine, ref, null);
  const { snapshot, policy, assembled: now } = await tryPreview(engine, ref, call);
  if (isStateless(policy)) return refuse(`The policy ${policy.name} makes every view anew`);
  const { epoch, last } = snapshot;
  const state = epoch.before;
  if (state === undefined) return refuse(explainNoCompaction(epoch));
  const restored: Epoch = { ...state, key: epoch.key, number: epoch.number + 1, undone: true };
  const tried = await tryPreview(engine, ref, call, restored);
  if (!stands(tried.assembled)) return refuse(explainRefusal(tried));
  const { view } = tried.assembled;
  const at = engine.clock.now();
  const before = await readRanges(engine.store, ref);
  const known = before.ranges.undone;
  const undone = epoch.summary === null ? known : [...known, epoch.summary.id].slice(-mostUndone);
  const event = { epoch: epoch.number, tokens: view.tokens };
  const { done } = await engine.store.write({
    ref,
    epoch: restored,
    expectedEpoch: { key: epoch.key, number: epoch.number },
    expectedSeq: last + 1,
    records: [
      makeEventRecord(engine, snapshot, { name: undoEvent, at, event }),
      makeRangesRecord(engine.fns, ref, { ranges: { ...before.ranges, undone }, at, before }),
    ],
  });
  if (!done) return "overtaken";
  const shown = countShown(view) - (now.kind === "fits" ? countShown(now.view) : 0);
  return { kind: "undone", shown: Math.max(0, shown), tokens: view.tokens };
}

/** Only the newest few summaries of a lane are ever built on, so more are never needed. */
const mostUndone = 16;

function refuse(why: string): CompactResult {
  return { kind: "nothing", why };
}

function explainNoCompaction({ number, undone }: Epoch): string {
  if (undone === true) return "The last compaction was taken back already";
  if (number === 0) return "Nothing was compacted here yet";
  return "It was compacted by an earlier version, which did not keep how it was before";
}

type Standing = AssemblyResult & { readonly kind: "fits" };

/** Whether the view would not have to be compacted at once. */
function stands(assembled: AssemblyResult): assembled is Standing {
  return assembled.kind === "fits" && !assembled.view.compacted;
}

function explainRefusal({ assembled, snapshot, budget }: Awaited<ReturnType<typeof tryPreview>>): string {
  const { entries, epoch, ranges, mustLeave, isTakenBackAnew } = snapshot;
  if (isTakenBackAnew === true) return "Something was forgotten since, and the view before would tell it";
  if ((ranges === undefined ? "" : describeRanges(ranges)) !== (epoch.ranges ?? ""))
    return "Something was hidden or pinned since, and the view before would not have it so";
  if (entries.some((entry) => entry.kind === "withdrawn" && entry.seq > epoch.foldedThrough))
    return "A message was deleted since, and the view before would show it";
  const taken =
    assembled.kind === "too-small" && mustLeave === 0 ? ` (it takes ${formatShortNumber(assembled.needed)})` : "";
  return `The view before no longer fits into the window of ${formatShortNumber(budget.window)} tokens${taken}`;
}

function countShown({ units, verdicts }: View): number {
  return units.filter(({ unit }) => ["kept", "stubbed"].includes(findVerdict(verdicts, unit.first)?.kind ?? "")).length;
}
