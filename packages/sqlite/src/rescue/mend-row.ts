import type { EntryId } from "@clewline/core/log/keys.js";
import type { Hash } from "@clewline/core/log/pointer.js";
import { isRowNumber } from "../damage/row-numbers.js";
import type { RowTable } from "../damage/row-tables.js";
import { readOrMeet } from "../damage/unread-rows.js";
import type { SqliteDatabase } from "../drivers/driver.js";
import type { Fields } from "../fields.js";
import { makeEntryColumns } from "../rows/entry-row.js";
import { makeRecordColumns, readRecordRow } from "../rows/record-row.js";
import { decodeKey, encodeKey } from "../stored-key.js";
import { checkText } from "../stored-text.js";
import type { Rescue } from "./rescue-report.js";

/** Replacement values for damaged columns, with which the rest of the row stays true. */
const harmless: Readonly<Record<string, Fields>> = {
  sessions: { lanes: 0, entries: 0, newest: null, edited: 1, settings: null },
  lanes: { next_seq: 1, newest: null, cleared: 0, token: 0, last_receipt: null },
  // The same as for a reader: a turn whose state is lost has failed.
  turns: {
    state: 3,
    origin: 0,
    began: 0,
    lasted: null,
    message: null,
    attach_over: Number.MAX_SAFE_INTEGER,
    rest: null,
    // Listing a sent reply once too often is better than never.
    unsent: 1,
  },
  entries: { turn: null, step: null },
};

/** The saved part of a damaged row. */
export interface MendedRow {
  readonly row: Fields;
  /** The replaced columns, as words in brackets. */
  readonly how: string;
}

/** The row with as few columns replaced as possible. If that fails, an entry becomes a note that it is lost. */
export function mendRow({ to, hash }: Rescue, table: RowTable, row: Fields, reason: string): MendedRow | null {
  const replacements = {
    ...harmless[table.name],
    ...findSession(to, table.name, row),
    ...nameContent(table.name, row, hash),
    ...findReach(table.name, row),
  };
  return (
    replaceColumns(table, row, replacements, hash) ?? (table.name === "entries" ? makeLostNote(row, reason) : null)
  );
}

/** A lane belongs to one session, and so do all rows of the lane. */
function findSession(to: SqliteDatabase, table: string, { lane_id: lane }: Fields): Fields {
  if (!["turns", "entries", "receipts"].includes(table) || !isRowNumber(lane)) return {};
  const session = to.prepareValue("SELECT session_id FROM lanes WHERE id = ?").get([lane]);
  return session === undefined ? {} : { session_id: session };
}

/** Names a chunk or blob again by the hash of its content, if the name is damaged and the content is not. */
function nameContent(table: string, row: Fields, hash: Hash): Fields {
  const column = { chunks: "hash", blobs: "id" }[table];
  if (column === undefined || typeof row.content !== "string") return {};
  const [name, content] = [
    readName(row[column]),
    readOrMeet(
      () => checkText(row.content),
      () => undefined,
    ),
  ];
  const isNamed = name !== null && name.length === hash("").length;
  return isNamed || content === null ? {} : { [column]: encodeKey(hash(content)) };
}

function findReach(table: string, row: Fields): Fields {
  const record =
    table === "records"
      ? readOrMeet(
          () => readRecordRow(row),
          () => undefined,
        )
      : null;
  return record === null ? {} : { reach: makeRecordColumns(record).reach };
}

function replaceColumns(table: RowTable, row: Fields, replacements: Fields, hash: Hash): MendedRow | null {
  const isSound = (fields: Fields) => {
    const soundness = readOrMeet(
      () => [table.check(fields, hash)],
      () => undefined,
    );
    return soundness !== null;
  };
  let mended: Fields = { ...row, ...replacements };
  if (!isSound(mended)) return null;
  for (const column of Object.keys(replacements)) {
    const restored = { ...mended, [column]: row[column] };
    if (isSound(restored)) mended = restored;
  }
  return { row: mended, how: "the rest of the row is saved" };
}

/** The note takes the entry's own place, and the entry's own names as far as they are readable. */
export function makeLostNote(row: Fields, reason: string): MendedRow | null {
  const { number, session_id: session, lane_id: lane, seq, turn, source, revision } = row;
  if (![number, session, lane, seq].every((each) => Number.isSafeInteger(each) && Number(each) > 0)) return null;
  const id = readName(row.id) ?? `lost-${String(lane)}-${String(seq)}`;
  const note = { kind: "unreadable", reason } as const;
  const draft = { id: id as EntryId, turn: null, step: null, at: 0, arrived: 0, kind: "noted", note } as const;
  const isDelivery = typeof revision === "number" && readName(source) !== null;
  return {
    row: {
      ...makeEntryColumns(draft),
      ...(typeof row.at === "number" ? { at: row.at } : {}),
      ...(isDelivery ? { source, revision } : {}),
      number,
      session_id: session,
      lane_id: lane,
      seq,
      turn: typeof turn === "number" ? turn : null,
    },
    how: "a note stands in its place",
  };
}

function readName(stored: unknown): string | null {
  if (stored === null || stored === undefined) return null;
  return readOrMeet(
    () => decodeKey(stored),
    () => undefined,
  );
}
