import { makeNamer } from "../../../core/conversation/speaker-name.js";
import type { LaneRef } from "../../../core/log/keys.js";
import type { LaneRecord } from "../../../core/log/record.js";
import type { Summary } from "../../../core/log/summary.js";
import { makeTimeFormatter } from "../../../core/log/time-formatter.js";
import { writeJournalText } from "../../../core/summary/journal.js";
import { redactSecrets } from "../../../core/text/redact/redact-secrets.js";
import type { Engine } from "../../engine.js";
import { journalSuffix } from "../../growth/compaction.js";
import { readZone } from "../../growth/session-zone.js";

/** A journal's part that goes is written anew from what its summary is now. */
export async function rewriteJournal(
  engine: Engine,
  ref: LaneRef,
  before: readonly LaneRecord[],
  after: readonly (LaneRecord | null)[],
): Promise<readonly (LaneRecord | null)[]> {
  const isGone = (record: LaneRecord, index: number) => record.kind === "journal" && after[index] === null;
  if (!before.some(isGone)) return after;
  const time = makeTimeFormatter(await readZone(engine, ref));
  const write = (summary: Summary, last: Summary | null) =>
    redactSecrets(writeJournalText(summary, last, ref, { name: makeNamer(engine.people), time }));
  const summaries = after.flatMap((record) => (record?.kind === "summary" ? [record] : []));
  return before.map((record, index) => {
    if (!isGone(record, index) || record.kind !== "journal") return after[index] ?? null;
    const own = summaries.find(({ id }) => `${id}${journalSuffix}` === record.id);
    if (own === undefined) return null;
    const last = summaries.find(
      ({ name, summary }) => name === own.name && summary.version === own.summary.version - 1,
    );
    const text = write(own.summary, last?.summary ?? null);
    return text === "" ? null : { ...record, text };
  });
}
