/**
 * The journal as it may be read today. Its records stay as they were written; what was edited or deleted since is left out
 * of what is shown, by the sources of the summary that a paragraph was written from.
 */
import type { LaneRef } from "../../core/log/keys.js";
import type { LaneRecord } from "../../core/log/record.js";
import { makeTimeFormatter } from "../../core/log/time-formatter.js";
import { writeJournalText } from "../../core/summary/journal.js";
import { redactSecrets } from "../../core/text/redact/redact-secrets.js";
import type { Engine } from "../engine.js";
import { journalSuffix } from "../growth/compaction.js";
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
  const time = makeTimeFormatter(engine.zone);
  const text = writeJournalText(standing, before?.summary ?? null, ref, {
    name: (address) => engine.people.get(address) ?? address,
    time,
  });
  return redactSecrets(text);
}
