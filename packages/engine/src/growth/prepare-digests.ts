/** Lets the fast model summarise finished conversations after a reply, while no caller waits. */

import type { LaneRef } from "@clewline/core/log/keys.js";
import type { LaneRecord } from "@clewline/core/log/record.js";
import type { Summary } from "@clewline/core/log/summary.js";
import { readPrefix, readSummaryTokens } from "@clewline/core/policy/policy.js";
import type { TextModel } from "@clewline/core/ports/index.js";
import type { Derivation } from "@clewline/core/receipt/derivation.js";
import { type LeavingEntries, listLeavingSources, listSpokenEntries } from "@clewline/core/summary/leaving-entries.js";
import { collectDigestSource, draftDigest, hashSummarySource } from "@clewline/core/summary/make-summary.js";
import { surveyLog } from "@clewline/core/view/assemble.js";
import { makeRenderer } from "@clewline/core/view/make-renderer.js";
import { listToldEntries } from "@clewline/core/view/reduce/digests.js";
import type { Renderer } from "@clewline/core/view/renderer.js";
import type { Snapshot } from "@clewline/core/view/snapshot.js";
import type { ViewInput } from "@clewline/core/view/view-input.js";
import { countTokens } from "@clewline/text/tokens/count-tokens.js";
import { makeShortCallRecord } from "../answer/call-usage-events.js";
import { readLanePolicy } from "../answer/lane-reading.js";
import { readSnapshot, type SnapshotResult } from "../answer/snapshot.js";
import { digestName, readDigests } from "../answer/told-records.js";
import type { Engine } from "../engine.js";
import { requestSummary, type SummaryAnswer } from "./request-summary.js";

/** Conversations that are summarised after one reply, the newest first. */
const mostAtOnce = 4;
const answerTokens = 600;

export async function prepareDigests(
  engine: Engine,
  ref: LaneRef,
  { fastModel, budget }: Pick<ViewInput<AbortSignal>, "fastModel" | "budget">,
  signal: AbortSignal,
): Promise<void> {
  const model = engine.fastModel ?? fastModel ?? null;
  if (model === null || !(await tellsConversations(engine, ref))) return;
  const read = await readSnapshot(engine, ref, { turn: null, budget, tools: [] });
  const renderer = makeRenderer(read.snapshot, read.policy, engine.fns);
  const known = new Set((await readDigests(engine, ref)).map(({ source }) => source));
  for (const planned of await planDigests(engine, read, renderer, known)) {
    await writeDigest(engine, read.snapshot, { model, renderer, signal }, planned);
    if (signal.aborted) return;
  }
}

/** Whether the policy, with the session's settings, shows past conversations. */
async function tellsConversations(engine: Engine, ref: LaneRef): Promise<boolean> {
  if (readPrefix(engine.policy) === "epoch") return false;
  const own = await readLanePolicy(engine, ref);
  return own.past.kind === "tiers" && own.withHistory && (readSummaryTokens(own) ?? 0) > 0;
}

interface PlannedDigest {
  readonly draft: Summary;
  readonly source: LeavingEntries;
}

/** Picks finished conversations that are worth a digest and have none yet. */
async function planDigests(
  { fns, runSteps }: Engine,
  { snapshot, policy }: SnapshotResult,
  renderer: Renderer,
  known: ReadonlySet<string>,
): Promise<readonly PlannedDigest[]> {
  const { past } = await runSteps(surveyLog(snapshot, policy));
  const pose = past.tiers.at(-1)?.();
  const { turns, now } = snapshot;
  const planned: PlannedDigest[] = [];
  for (const conversation of pose?.told.toReversed() ?? []) {
    if (planned.length === mostAtOnce) break;
    const source = collectDigestSource(listToldEntries(conversation, pose?.rules ?? new Map()), snapshot);
    if (known.has(hashSummarySource(null, source, fns.hash))) continue;
    const draft = draftDigest({ renderer, turns, now, hash: fns.hash }, source);
    if (draft !== null) planned.push({ draft, source });
  }
  return planned;
}

interface DigestAsking {
  readonly model: TextModel<AbortSignal>;
  readonly renderer: Renderer;
  readonly signal: AbortSignal;
}

/** A failure is kept too, so that the model is asked about a conversation once. */
async function writeDigest(
  engine: Engine,
  snapshot: Snapshot,
  { model, renderer, signal }: DigestAsking,
  { draft, source }: PlannedDigest,
): Promise<void> {
  const spoken = listSpokenEntries(renderer, snapshot.turns, source);
  const most = spoken.reduce((sum, { text }) => sum + countTokens(text, engine.fns.calibration), 0);
  const given = { earlier: [], spoken, maxTokens: answerTokens };
  const answer = checkLength(await requestSummary(engine, model, given, signal), most, engine);
  if (signal.aborted) return;
  const failed = answer.kind === "failed" ? answer.why : undefined;
  if (failed !== undefined) engine.presence.warn(`A digest is made by rule, because of the fast model: ${failed}`);
  const { prose, by } = answer.kind === "told" ? answer : { prose: null, by: draft.by };
  const { source: hash } = draft;
  const at = engine.clock.now();
  const record: LaneRecord = {
    kind: "digest",
    id: `${hash}-digest`,
    name: digestName,
    at,
    digest: { source: hash, by, prose },
  };
  const sources = listLeavingSources(source);
  const derived: readonly Derivation[] = [{ kind: "record", key: record.id, sources }];
  const cost = makeShortCallRecord(engine, snapshot, answer.cost, { role: "summary", turn: null, failed });
  await engine.store.write({ ref: snapshot.ref, records: [record, cost], derived });
}

function checkLength(answer: SummaryAnswer, most: number, { fns }: Engine): SummaryAnswer {
  if (answer.kind === "failed") return answer;
  const length = countTokens(Object.values(answer.prose).flat().join("\n"), fns.calibration);
  if (length <= Math.max(most, answerTokens)) return answer;
  return { kind: "failed", why: "the answer was longer than what it was to shorten", cost: answer.cost };
}
