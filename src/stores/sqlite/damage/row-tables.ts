/** The tables whose rows have numbers, and how to tell by a row alone whether it is sound. */
import type { LaneRef } from "../../../core/log/keys.js";
import type { Hash } from "../../../core/log/pointer.js";
import { RowFault } from "../check/faults.js";
import type { SqliteDatabase } from "../drivers/driver.js";
import { type Fields, readFields, readNullable, readNumber, readText } from "../fields.js";
import { readEntryRow } from "../rows/entry-row.js";
import { parseSettings } from "../rows/place-row.js";
import { completeReceipt, readReceiptRow } from "../rows/receipt-row.js";
import { readLeaseRow, readRecordRow } from "../rows/record-row.js";
import { readTurnRow } from "../rows/turn-row.js";
import { checkContent } from "../stored-contents.js";
import { decodeKey } from "../stored-key.js";
import { decodeText } from "../stored-text.js";
import type { PageReader } from "./walk-rows.js";

export interface RowTable {
  readonly name: string;
  /** The column of its numbers. */
  readonly number: "id" | "number";
  /** Throws a `RowFault` for a row that is not sound. What it names in other rows is not looked at. */
  check(row: unknown, hash: Hash): void;
}

/** Those that others name come first. */
export const rowTables: readonly RowTable[] = [
  { name: "owners", number: "id", check: (row) => readTextOf(row, "key") },
  { name: "sessions", number: "id", check: checkSession },
  { name: "lanes", number: "id", check: checkLane },
  { name: "turns", number: "number", check: checkTurn },
  { name: "blobs", number: "number", check: (row, hash) => checkContentRow(row, "id", hash) },
  { name: "chunks", number: "number", check: (row, hash) => checkContentRow(row, "hash", hash) },
  { name: "entries", number: "number", check: checkEntry },
  { name: "receipts", number: "number", check: checkReceipt },
  { name: "records", number: "number", check: checkRecord },
  { name: "leases", number: "number", check: (row) => readLeaseRow({ ...readFields(row), turn_id: "turn" }) },
];

function readTextOf(row: unknown, name: string): string {
  return decodeText(readText(readFields(row), name));
}

function checkSession(row: unknown): void {
  const fields = readFields(row);
  decodeText(readText(fields, "key"));
  for (const name of ["owner_id", "lanes", "entries", "edited"]) readNumber(fields, name);
  readNullable(readNumber, fields, "newest");
  parseSettings(readNullable(readText, fields, "settings"));
}

function checkLane(row: unknown): void {
  const fields = readFields(row);
  decodeText(readText(fields, "key"));
  readNumber(fields, "session_id");
  for (const name of ["next_seq", "cleared", "token"]) checkWhole(fields, name, 0);
  for (const name of ["newest", "last_receipt"]) readNullable(readNumber, fields, name);
}

/** A name alone has no more than that. */
function checkTurn(row: unknown): void {
  const fields = readFields(row);
  for (const name of ["session_id", "lane_id"]) readNumber(fields, name);
  if (fields.state === null) decodeKey(fields.id);
  else readTurnRow({ ...fields, message: readNullable(readNumber, fields, "message") && null }, anyLane);
}

function checkEntry(row: unknown): void {
  const fields = readFields(row);
  for (const name of ["session_id", "lane_id"]) readNumber(fields, name);
  checkWhole(fields, "seq", 1);
  readNullable(readNumber, fields, "turn");
  readEntryRow({ ...fields, turn_id: null });
}

function checkReceipt(row: unknown): void {
  const fields = readFields(row);
  for (const name of ["session_id", "lane_id", "turn"]) readNumber(fields, name);
  const base = readNullable(readNumber, fields, "base");
  completeReceipt(
    readReceiptRow({ ...fields, turn_id: "turn", base_id: base === null ? null : "base" }),
    String,
    anyLane,
  );
}

function checkRecord(row: unknown): void {
  const fields = readFields(row);
  readNumber(fields, "lane_id");
  readNullable(readNumber, fields, "reach");
  readRecordRow(row);
}

/** What is named by the hash of its content must have it. */
function checkContentRow(row: unknown, name: "id" | "hash", hash: Hash): void {
  const fields = readFields(row);
  readNumber(fields, "session_id");
  if (name === "hash") readText(fields, "content");
  checkContent(fields, decodeKey(fields[name]), hash);
}

function checkWhole(fields: Fields, name: string, least: number): void {
  const value = readNumber(fields, name);
  if (!Number.isSafeInteger(value) || value < least) throw new RowFault(`Column ${name} is not what it may be`);
}

const anyLane = { owner: "owner", session: "session", lane: "lane" } as unknown as LaneRef;

/** All columns of its rows. No index is asked, and no other table. */
export function makePageReader(
  database: SqliteDatabase,
  { name, number }: Pick<RowTable, "name" | "number">,
): PageReader {
  const page = database.prepare(`SELECT * FROM ${name} WHERE ${number} > ? ORDER BY ${number} LIMIT ?`);
  return (after, limit) => page.all([after, limit]);
}
