/** Writes the records of a compaction: summary and journal, with their sources, and an event for the trace. */

import type { Epoch } from "@clewline/core/log/epoch.js";
import { type Instant, type LaneRef, makeLaneAddress } from "@clewline/core/log/keys.js";
import type { LaneRecord } from "@clewline/core/log/record.js";
import { makeTimeFormatter } from "@clewline/core/log/time-formatter.js";
import type { Derivation } from "@clewline/core/receipt/derivation.js";
import { writeJournalText } from "@clewline/core/summary/journal.js";
import { listLeavingSources } from "@clewline/core/summary/leaving-entries.js";
import { redactSummary } from "@clewline/core/summary/make-summary.js";
import { makeRenderer } from "@clewline/core/view/make-renderer.js";
import type { Snapshot } from "@clewline/core/view/snapshot.js";
import type { View } from "@clewline/core/view/view.js";
import { redactSecrets } from "@clewline/redact/redact-secrets.js";
import { encodeCanonicalJson, type Json } from "@clewline/text/json.js";
import type { Engine } from "../engine.js";

export const compactionEvent = "context_compaction";
/** Ends the id of a journal's record, which begins with that of its summary. */
export const journalSuffix = "-journal";

export interface Compaction {
  readonly records: readonly LaneRecord[];
  readonly derived: readonly Derivation[];
}

/** `before` is the snapshot that the compaction was made from. */
export function makeCompaction(
  engine: Engine,
  before: Snapshot,
  view: View,
  { at, manual }: { readonly at: Instant; readonly manual: boolean },
): Compaction {
  const { summary, epoch } = view;
  const leaving = view.leaving ?? { entries: [], changes: [] };
  const { entries } = leaving;
  const isNew = summary !== null && summary.id !== before.summary?.id;
  const event: Json = {
    manual,
    summarised: isNew ? entries.length : 0,
    kept: before.entries.length - entries.length,
    tokens: view.tokens,
    because: { ...epoch.limits },
    ...(isNew ? { summary: summary.id, version: summary.version, by: summary.by } : {}),
    ...(isNew && summary.file !== undefined && { history: summary.file }),
  };
  const records: LaneRecord[] = [makeEventRecord(engine, before, { at, event })];
  if (!isNew) return { records, derived: [] };
  records.push({ kind: "summary", id: summary.id, name: epoch.key, at, summary: redactSummary(summary) });
  const text = writeJournalText(summary, before.summary, before.ref, makeRenderer(before, engine.policy, engine.fns));
  const day = formatDay(before.zone, at);
  if (text !== "")
    records.push({ kind: "journal", id: `${summary.id}${journalSuffix}`, name: day, at, text: redactSecrets(text) });
  const sources = listLeavingSources(leaving);
  const made = records.filter(({ kind }) => kind !== "event");
  return { records, derived: made.map(({ id }) => ({ kind: "record", key: id, sources })) };
}

/** An event of a lane's trace, for people and scorers. */
export function makeEventRecord(
  { fns }: Engine,
  { ref, epoch }: { readonly ref: LaneRef; readonly epoch: Pick<Epoch, "key" | "number"> },
  { name = compactionEvent, at, event }: { readonly name?: string; readonly at: Instant; readonly event: Json },
): LaneRecord {
  const id = fns.hash(encodeCanonicalJson([makeLaneAddress(ref), epoch.key, epoch.number, at, event])).slice(0, 16);
  return { kind: "event", id, name, at, event };
}

/** As 2026-11-15, in the zone. */
export function formatDay(zone: string, at: Instant): string {
  return makeTimeFormatter(zone)(at).slice(0, "2026-11-15".length);
}
