/** Summaries as they may be read today: entries that were edited or deleted since then are left out. */
import type { Entry } from "@clewline/core/log/entry.js";
import type { EntryId, LaneRef } from "@clewline/core/log/keys.js";
import type { Summary, SummaryItem } from "@clewline/core/log/summary.js";
import { dropTakenBack } from "@clewline/core/summary/taken-back.js";
import { readTakenBack } from "../answer/remembered/taken-back.js";
import type { Engine } from "../engine.js";
import { readRanges } from "./lane-ranges.js";

/** As many as a store gives at once. */
const page = 1_000;
/** Summaries of other surfaces may lie in between. */
const lookedAt = 16;
/** The name of a summary that no surface has to itself: that of its policy, and its window. */
const shared = /^[^-]{1,32}-\d+$/;

/** Returns the lane's newest shared summary that was not undone, without cleared parts; null if there is none. */
export async function readStandingSummary(engine: Engine, ref: LaneRef): Promise<Summary | null> {
  const records = await engine.store.records(ref, "summary", null, lookedAt);
  const { undone } = (await readRanges(engine.store, ref)).ranges;
  const newest = records.find(({ kind, name, id }) => kind === "summary" && shared.test(name) && !undone.includes(id));
  if (newest?.kind !== "summary") return null;
  const { cleared } = await engine.store.read(ref, { limit: 0 });
  return newest.summary.to <= cleared ? null : standSummary(engine, ref, newest.summary, null);
}

/** `before` is the summary that it builds on, whose span counts as read. */
export async function standSummary(
  engine: Engine,
  ref: LaneRef,
  summary: Summary,
  before: Summary | null,
): Promise<Summary> {
  const changes = await listChanges(engine, ref, summary, before);
  const takenBack = await readTakenBack(engine, ref.session);
  const kept = dropTakenBack(summary, takenBack);
  const items = kept.items.filter((item) => !isChanged(item, changes));
  const isProseStale = summary.prose !== null && changes.some(({ arrived }) => arrived >= summary.at);
  if (items.length === summary.items.length && !isProseStale) return summary;
  return { ...kept, items, prose: isProseStale ? null : kept.prose };
}

/** The edits and deletions of everything that it may have words of. */
async function listChanges(
  { store }: Engine,
  ref: LaneRef,
  summary: Summary,
  before: Summary | null,
): Promise<readonly Entry[]> {
  const targets = new Set<EntryId>(summary.items.flatMap(({ sources }) => sources));
  const first = before === null ? summary.from : before.to + 1;
  for (let from = first; summary.prose !== null && from <= summary.to; from += page) {
    for (const { id } of await store.range(ref, from, Math.min(summary.to, from + page - 1))) targets.add(id);
  }
  return targets.size === 0 ? [] : store.changesOf(ref, [...targets]);
}

/** Whether a source was deleted, or edited in words that the item does not have. */
function isChanged({ sources }: SummaryItem, changes: readonly Entry[]): boolean {
  return changes.some((change) => {
    if (change.kind === "withdrawn") return sources.includes(change.target);
    return change.kind === "revised" && sources.includes(change.target) && !sources.includes(change.id);
  });
}
