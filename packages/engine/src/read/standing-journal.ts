/**
 * The journal as it may be read today. Its records stay as they were written. A paragraph is shown without entries that
 * were edited or deleted since, which the sources of its summary name.
 */

import { makeNamer } from "@clewline/core/conversation/speaker-name.js";
import type { LaneRef } from "@clewline/core/log/keys.js";
import type { LaneRecord } from "@clewline/core/log/record.js";
import { makeTimeFormatter } from "@clewline/core/log/time-formatter.js";
import { writeJournalText } from "@clewline/core/summary/journal.js";
import { redactSecrets } from "@clewline/redact/redact-secrets.js";
import type { Engine } from "../engine.js";
import { journalSuffix } from "../growth/compaction.js";
import { readZone } from "../growth/session-zone.js";
import { standSummary } from "../growth/standing-summary.js";

type JournalRecord = Extract<LaneRecord, { kind: "journal" }>;
type SummaryRecord = Extract<LaneRecord, { kind: "summary" }>;

/** More summaries than any lane has. */
const most = 100_000;

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
  const standing = await standSummary(engine, ref, summary, before?.summary ?? null);
  if (standing === summary) return record.text;
  const time = makeTimeFormatter(await readZone(engine, ref));
  const text = writeJournalText(standing, before?.summary ?? null, ref, {
    name: makeNamer(engine.people),
    time,
  });
  return redactSecrets(text);
}
