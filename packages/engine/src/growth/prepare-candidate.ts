/** Prepares the next compaction while no caller waits: the model writes the summary, and a candidate is stored. */

import type { SummaryCandidate } from "@clewline/core/log/candidate.js";
import type { Epoch } from "@clewline/core/log/epoch.js";
import type { LaneRef } from "@clewline/core/log/keys.js";
import { hasHistoryFiles, isStateless, isWrittenByAnswering, type Policy } from "@clewline/core/policy/policy.js";
import type { TextModel } from "@clewline/core/ports/index.js";
import { makeHistoryNamer } from "@clewline/core/summary/history-file.js";
import { listLeavingSources, listSpokenEntries } from "@clewline/core/summary/leaving-entries.js";
import { rewriteSummary } from "@clewline/core/summary/make-summary.js";
import { writeSummaryLines } from "@clewline/core/summary/summary-text.js";
import { planCompaction } from "@clewline/core/view/assemble.js";
import { makeRenderer } from "@clewline/core/view/make-renderer.js";
import type { PlannedCompaction } from "@clewline/core/view/planned-compaction.js";
import { findApproach } from "@clewline/core/view/reduce/approach.js";
import type { Snapshot } from "@clewline/core/view/snapshot.js";
import type { View } from "@clewline/core/view/view.js";
import type { ViewInput } from "@clewline/core/view/view-input.js";
import { isObject } from "@clewline/text/json.js";
import { makeShortCallRecord } from "../answer/call-usage-events.js";
import { readSnapshot, type SnapshotResult } from "../answer/snapshot.js";
import type { Engine } from "../engine.js";
import { compactionEvent, makeEventRecord } from "./compaction.js";
import { requestSummary, type SummaryAnswer } from "./request-summary.js";

/** Whether a view is so near to a limit that it is worth preparing the next compaction. */
export function isNearlyFull(
  { tokens, epoch, units, summary }: View,
  room: number,
  policy: Policy,
  snapshot: Snapshot,
): boolean {
  if (isStateless(policy)) return false;
  const seen = { units, policy, seen: snapshot, summarisedAt: summary?.at ?? null, room };
  return findApproach({ ...seen, through: epoch.through, taken: tokens }) !== null;
}

/** Records and returns a failure of the model instead of throwing it, because the reply does not depend on it. */
export async function prepare(
  engine: Engine,
  ref: LaneRef,
  input: ViewInput<AbortSignal>,
  signal: AbortSignal,
): Promise<"prepared" | "nothing" | "failed"> {
  if (engine.fastModel === null && input.fastModel === undefined) return "nothing";
  const { snapshot, policy } = await readSnapshot(engine, ref, input);
  const model = engine.fastModel ?? (isWrittenByAnswering(policy) ? input.fastModel : null) ?? null;
  if (model === null) return "nothing";
  if (snapshot.candidate !== null || (await hasFailed(engine, snapshot))) return "nothing";
  const terms = { policy, budget: input.budget, fns: engine.fns };
  const planned = await engine.runSteps(planCompaction(snapshot, terms));
  if (planned === null) return "nothing";
  const candidate = await writeCandidate(engine, { snapshot, policy }, planned, { model, signal });
  if (signal.aborted) return "nothing";
  const at = engine.clock.now();
  if (typeof candidate === "string") {
    const event = { manual: false, failed: candidate, epoch: nameLastCompaction(snapshot.epoch) };
    await engine.store.write({ ref, records: [makeEventRecord(engine, snapshot, { at, event })] });
    engine.presence.warn(`A summary is made by rule, because of the summariser: ${candidate}`);
    return "failed";
  }
  const { id } = candidate.summary;
  const { key } = snapshot.epoch;
  const sources = listLeavingSources(planned.leaving);
  const record = { kind: "candidate", id: `${id}-candidate`, name: key, at, candidate } as const;
  const derived = sources.length === 0 ? [] : [{ kind: "record", key: record.id, sources } as const];
  await engine.store.write({ ref, records: [record], derived });
  return "prepared";
}

/** One failure is enough until the next compaction, which is then made by rule. */
async function hasFailed({ store }: Engine, { ref, epoch }: Snapshot): Promise<boolean> {
  const newest = await store.records(ref, "event", compactionEvent, 1 + (epoch.retired?.swaps ?? 0));
  return newest.some(
    (record) =>
      record.kind === "event" &&
      isObject(record.event) &&
      record.event.failed !== undefined &&
      record.event.epoch === nameLastCompaction(epoch),
  );
}

/** Leaves out swaps that a schedule made: they change no summary. */
function nameLastCompaction({ key, number, retired }: Epoch): string {
  return `${key} ${number - (retired?.swaps ?? 0)}`;
}

/** With fewer tokens for its answer no model is asked. */
const leastAsked = 50;

/** The planned compaction with its summary in the model's words; or the reason why not, as text. */
export async function writeCandidate(
  engine: Engine,
  { snapshot, policy }: Pick<SnapshotResult, "snapshot" | "policy">,
  planned: Pick<PlannedCompaction, "summary" | "leaving" | "allowance"> & { readonly epoch: Pick<Epoch, "through"> },
  { model, signal }: { readonly model: TextModel<AbortSignal>; readonly signal: AbortSignal | undefined },
): Promise<SummaryCandidate | string> {
  const { summary: draft, leaving, allowance } = planned;
  if (allowance < leastAsked) return "there is no room for a model's words";
  const renderer = makeRenderer(snapshot, policy, engine.fns);
  const spoken = listSpokenEntries(renderer, snapshot.turns, leaving);
  const earlier = snapshot.summary === null ? [] : writeSummaryLines(snapshot.summary, renderer.name, renderer.time);
  const { focus } = snapshot.asked ?? {};
  const request = { earlier, spoken, maxTokens: allowance, ...(focus === undefined ? {} : { focus }) };
  const answer = await requestSummary(engine, model, request, signal);
  await keepCost(engine, snapshot, answer);
  if (answer.kind === "failed") return answer.why;
  const { ref, epoch, turns, now } = snapshot;
  const history = hasHistoryFiles(policy) ? makeHistoryNamer(ref, engine.fns) : undefined;
  const author = { renderer, hash: engine.fns.hash, ref, key: epoch.key, turns, now, history };
  const summary = rewriteSummary(author, draft, answer, allowance);
  if (summary === null) return "the answer was longer than what it was to shorten";
  return { key: epoch.key, after: epoch.number, through: planned.epoch.through, summary };
}

/** Records the cost of a summary, even if it failed. */
async function keepCost(engine: Engine, snapshot: Snapshot, answer: SummaryAnswer): Promise<void> {
  const failed = answer.kind === "failed" ? answer.why : undefined;
  const record = makeShortCallRecord(engine, snapshot, answer.cost, { role: "summary", turn: null, failed });
  await engine.store.write({ ref: snapshot.ref, records: [record] });
}
