/**
 * The journal as it may be read today. Its records stay as they were written; what was edited or deleted since is left out
 * of what is shown, by the sources of the summary that a paragraph was written from.
 */
import type { Entry } from "../../core/log/entry.js";
import type { EntryId, LaneRef } from "../../core/log/keys.js";
import type { LaneRecord } from "../../core/log/record.js";
import { makeNamer } from "../../core/log/speaker-name.js";
import type { Summary, SummaryItem } from "../../core/log/summary.js";
import { makeTimeFormatter } from "../../core/log/time-formatter.js";
import { writeJournalText } from "../../core/summary/journal.js";
import { redactSecrets } from "../../core/text/redact/redact-secrets.js";
import type { Engine } from "../engine.js";
import { journalSuffix } from "../growth/compaction.js";
import { readZone } from "../growth/session-zone.js";

type JournalRecord = Extract<LaneRecord, { kind: "journal" }>;
type SummaryRecord = Extract<LaneRecord, { kind: "summary" }>;

/** More summaries than any lane has. */
const most = 100_000;
/** As many as a store gives at once. */
const page = 1_000;

/** The paragraphs of a lane's records that still say something, each with its record. */
export async function readStandingParagraphs(
  engine: Engine,
  ref: LaneRef,
  records: readonly JournalRecord[],
): Promise<readonly { readonly record: JournalRecord; readonly text: string }[]> {
  if (records.length === 0) return [];
  const made = await engine.store.records(ref, "summary", null, most);
  const summaries = made.filter((record): record is SummaryRecord => record.kind === "summary");
  const texts = await Promise.all(records.map((record) => readParagraph(engine, ref, record, summaries)));
  return records.flatMap((record, index) => {
    const text = texts[index] ?? "";
    return text === "" ? [] : [{ record, text }];
  });
}

async function readParagraph(
  engine: Engine,
  ref: LaneRef,
  record: JournalRecord,
  summaries: readonly SummaryRecord[],
): Promise<string> {
  const own = summaries.find(({ id }) => `${id}${journalSuffix}` === record.id);
  if (own === undefined) return record.text;
  const { summary, name } = own;
  const before = summaries.find((each) => each.name === name && each.summary.version === summary.version - 1);
  const changes = await listChanges(engine, ref, summary, before?.summary ?? null);
  const items = summary.items.filter((item) => !isChanged(item, changes));
  const isProseStale = summary.prose !== null && changes.some(({ arrived }) => arrived >= summary.at);
  if (items.length === summary.items.length && !isProseStale) return record.text;
  const standing = { ...summary, items, prose: isProseStale ? null : summary.prose };
  const time = makeTimeFormatter(await readZone(engine, ref));
  const text = writeJournalText(standing, before?.summary ?? null, ref, {
    name: makeNamer(engine.people),
    time,
  });
  return redactSecrets(text);
}

/** The edits and deletions of everything that the paragraph may have words of. */
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
