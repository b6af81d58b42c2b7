/** Preparing the next compaction while nobody waits for it: the model writes, and the candidate waits for its occasion. */
import { collect, stayingIn } from "../core/collect.js";
import { plannedCompaction } from "../core/compact.js";
import { isObject } from "../core/json.js";
import type { LaneRef } from "../core/keys.js";
import { type Policy, startsAnew } from "../core/policy.js";
import { scribeFor } from "../core/scribe.js";
import type { Snapshot } from "../core/snapshot.js";
import type { Candidate } from "../core/summary/candidate.js";
import { told } from "../core/summary/compile.js";
import { leavingAt, spokenIn } from "../core/summary/spoken.js";
import type { Summary } from "../core/summary/summary.js";
import { summaryLines } from "../core/summary/text.js";
import { countTokens } from "../core/tokens.js";
import type { View } from "../core/view.js";
import { compactionEvent, eventRecord } from "./compaction.js";
import { helperRecord } from "./helper-usage.js";
import type { House } from "./house.js";
import { readSnapshot, type Wanted } from "./snapshot.js";
import { type Told, tellAnew } from "./summariser.js";

/** Below this part of what calls for a compaction there is no hurry. */
const early = 0.8;

/** Whether a view of this size, or with so many turns, makes it worth thinking of the next compaction. */
export function isNearlyFull({ tokens, epoch }: View, room: number, policy: Policy, { entries }: Snapshot): boolean {
  if (startsAnew(policy)) return false;
  const shown = entries.filter(({ seq }) => seq > epoch.through["leave-out"]);
  const turns = new Set(shown.flatMap(({ turn }) => turn ?? [])).size;
  return tokens >= room * policy.summariseAt * early || turns >= policy.maxTurns * early;
}

/** Returns what went wrong, if anything did: the reply does not depend on it. */
export async function prepare(
  house: House,
  ref: LaneRef,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<"prepared" | "nothing" | "failed"> {
  if (house.helper === null) return "nothing";
  const { snapshot, policy } = await readSnapshot(house, ref, wanted);
  if (snapshot.candidate !== null || (await hasFailed(house, snapshot))) return "nothing";
  const planned = plannedCompaction(snapshot, policy, wanted.budget, house.kit);
  if (planned === null) return "nothing";
  const candidate = await candidateFor(house, snapshot, policy, planned, signal);
  if (signal.aborted) return "nothing";
  const at = house.clock.now();
  if (typeof candidate === "string") {
    const event = { manual: false, failed: candidate, epoch: `${snapshot.epoch.key} ${snapshot.epoch.number}` };
    await house.store.write({ ref, records: [eventRecord(house, snapshot, at, event)] });
    house.presence.remark(`A summary is made by rule, because of the summariser: ${candidate}`);
    return "failed";
  }
  const { id } = candidate.summary;
  const { key } = snapshot.epoch;
  await house.store.write({ ref, records: [{ kind: "candidate", id: `${id}-candidate`, name: key, at, candidate }] });
  return "prepared";
}

/** One failure is enough until the next compaction, which is then made by rule. */
async function hasFailed({ store }: House, { ref, epoch }: Snapshot): Promise<boolean> {
  const [newest] = await store.records(ref, "event", compactionEvent, 1);
  return (
    newest?.kind === "event" &&
    isObject(newest.event) &&
    newest.event.failed !== undefined &&
    newest.event.epoch === `${epoch.key} ${epoch.number}`
  );
}

/** The planned compaction with its summary in the model's words; or, in words, why not. */
export async function candidateFor(
  house: House,
  snapshot: Snapshot,
  policy: Policy,
  { view, allowance }: { readonly view: View & { readonly summary: Summary }; readonly allowance: number },
  signal: AbortSignal | undefined,
): Promise<Candidate | string> {
  if (house.helper === null) return "there is no summariser";
  const scribe = scribeFor(snapshot, policy, house.kit);
  const spoken = spokenIn(scribe, leavingAt(scribe, view.summary.to, stayingIn(collect(scribe))));
  const earlier = snapshot.summary === null ? [] : summaryLines(snapshot.summary, scribe.name, scribe.time);
  const began = house.clock.now();
  const answer = await tellAnew(house, house.helper, earlier, spoken, allowance, signal);
  await keepCost(house, snapshot, answer, house.clock.now() - began);
  if (answer.kind === "failed") return answer.why;
  const summary = told(scribe, house.kit.hash, view.summary, answer.prose, answer.by, allowance);
  if (summary === null) return "the answer was longer than what it was to shorten";
  return { key: snapshot.epoch.key, after: snapshot.epoch.number, through: view.epoch.through, summary };
}

/** What a summary cost is told whatever came of it. */
async function keepCost(house: House, snapshot: Snapshot, answer: Told, durationMs: number): Promise<void> {
  const { prompt, usage } = answer.cost;
  const failed = answer.kind === "failed" ? answer.why : undefined;
  const estimated = countTokens(prompt, house.kit.calibration);
  const call = { role: "summary", turn: null, usage, estimated, durationMs, failed } as const;
  await house.store.write({ ref: snapshot.ref, records: [helperRecord(house, snapshot, call)] });
}
