/** The tables whose rows have numbers, and a check for each that decides by a row alone whether it is sound. */
import { isUnreadable } from "@clewline/core/log/entry.js";
import type { LaneRef } from "@clewline/core/log/keys.js";
import type { Hash } from "@clewline/core/log/pointer.js";
import { RowFault } from "../check/faults.js";
import type { SqliteDatabase } from "../drivers/driver.js";
import { type Fields, readFields, readNullable, readNumber, readText } from "../fields.js";
import { makeEntryColumns, readEntryRow } from "../rows/entry-row.js";
import { parseSettings } from "../rows/place-row.js";
import { completeReceipt, readReceiptRow } from "../rows/receipt-row.js";
import { makeRecordColumns, readLeaseRow, readRecordRow } from "../rows/record-row.js";
import { isUnsentColumn, readTurnRow } from "../rows/turn-row.js";
import { checkContent } from "../stored-contents.js";
import { checkKey, decodeKey } from "../stored-key.js";
import { checkText } from "../stored-text.js";
import { checkNullableRowNumber, checkRowNumber } from "./row-numbers.js";
import type { PageReader } from "./walk-rows.js";

export interface RowTable {
  readonly name: string;
  /** The column of its numbers. */
  readonly number: "id" | "number";
  /** Throws a `RowFault` for a damaged row. Rows that it refers to are not checked. */
  check(row: unknown, hash: Hash): void;
}

const tables: readonly RowTable[] = [
  { name: "owners", number: "id", check: (row) => void checkText(readFields(row).key) },
  { name: "sessions", number: "id", check: checkSession },
  { name: "lanes", number: "id", check: checkLane },
  { name: "turns", number: "number", check: checkTurn },
  { name: "blobs", number: "number", check: (row, hash) => checkContentRow(row, "id", hash) },
  { name: "chunks", number: "number", check: (row, hash) => checkContentRow(row, "hash", hash) },
  { name: "entries", number: "number", check: checkEntry },
  { name: "receipts", number: "number", check: checkReceipt },
  { name: "records", number: "number", check: checkRecord },
  { name: "leases", number: "number", check: checkLease },
  { name: "vector_lanes", number: "number", check: checkVectorLane },
  { name: "vectors", number: "number", check: checkVector },
];

/** Tables that a rescue skips: leases belong to processes that are gone, and vectors are computed again. */
export const leftBehind: ReadonlySet<string> = new Set(["leases", "vector_lanes", "vectors"]);

/** Tables that others refer to come first. */
export const rowTables: readonly RowTable[] = tables.map(({ name, number, check }) => ({
  name,
  number,
  check: (row, hash) => {
    checkRowNumber(readFields(row), number);
    check(row, hash);
  },
}));

function checkSession(row: unknown): void {
  const fields = readFields(row);
  checkText(fields.key);
  checkRowNumber(fields, "owner_id");
  for (const name of ["lanes", "entries"]) checkWhole(fields, name, 0);
  checkOneOf(fields, "edited", [0, 1]);
  checkNullableTime(fields, "newest");
  parseSettings(readNullable(readText, fields, "settings"));
}

function checkLane(row: unknown): void {
  const fields = readFields(row);
  checkText(fields.key);
  checkRowNumber(fields, "session_id");
  for (const name of ["next_seq", "cleared", "token"]) checkWhole(fields, name, 0);
  checkNullableTime(fields, "newest");
  checkNullableRowNumber(fields, "last_receipt");
}

/** A row without a state is only a name and has no further columns. */
function checkTurn(row: unknown): void {
  const fields = readFields(row);
  for (const name of ["session_id", "lane_id"]) checkRowNumber(fields, name);
  checkKey(fields.id);
  if (fields.state === null) {
    checkNameAlone(fields);
    return;
  }
  checkNullableRowNumber(fields, "message");
  const { began, ended } = readTurnRow({ ...fields, message: null }, anyLane);
  for (const time of [began, ended ?? began]) checkTime(time);
  if (!isUnsentColumn(fields.unsent ?? null)) throw new RowFault("Column unsent is not what it may be");
}

function checkNameAlone(fields: Fields): void {
  const held = ["origin", "began", "lasted", "message", "attach_over", "rest", "unsent"].find(
    (name) => (fields[name] ?? null) !== null,
  );
  if (held !== undefined) throw new RowFault(`Column state is empty and column ${held} is not`);
}

function checkEntry(row: unknown): void {
  const fields = readFields(row);
  for (const name of ["session_id", "lane_id"]) checkRowNumber(fields, name);
  checkWhole(fields, "seq", 1);
  checkNullableRowNumber(fields, "turn");
  if (fields.step !== null) checkWhole(fields, "step", 0);
  const entry = readEntryRow({ ...fields, turn_id: null });
  for (const time of [entry.at, entry.arrived]) checkTime(time);
  const written: Fields = { ...makeEntryColumns(entry) };
  // A note that replaces a lost message keeps the source under which the message was delivered.
  const kept = isUnreadable(entry) ? ["source", "revision"] : [];
  const other = Object.keys(written).find((name) => !kept.includes(name) && !isSameValue(written[name], fields[name]));
  if (other !== undefined) throw new RowFault(`Column ${other} is not as the entry would be written`);
}

function isSameValue(written: unknown, stored: unknown): boolean {
  if (Buffer.isBuffer(written)) return Buffer.isBuffer(stored) && written.equals(stored);
  return written === (typeof written === "bigint" && Number.isSafeInteger(stored) ? BigInt(Number(stored)) : stored);
}

function checkReceipt(row: unknown): void {
  const fields = readFields(row);
  for (const name of ["session_id", "lane_id", "turn"]) checkRowNumber(fields, name);
  checkNullableRowNumber(fields, "base");
  checkKey(fields.id);
  checkWhole(fields, "call", 0);
  const { at } = completeReceipt(
    readReceiptRow({ ...fields, turn_id: "turn", base_id: fields.base === null ? null : "base" }),
    String,
    anyLane,
  );
  checkTime(at);
}

function checkRecord(row: unknown): void {
  const fields = readFields(row);
  checkRowNumber(fields, "lane_id");
  checkKey(fields.id);
  checkText(fields.name);
  const record = readRecordRow(row);
  checkTime(record.at);
  if (makeRecordColumns(record).reach !== fields.reach) throw new RowFault("Column reach is not what the record says");
}

function checkLease(row: unknown): void {
  const fields = readFields(row);
  for (const name of ["lane_id", "turn"]) checkRowNumber(fields, name);
  checkText(fields.holder);
  if (fields.token !== null) checkWhole(fields, "token", 0);
  readLeaseRow({ ...fields, turn_id: "turn" });
}

function checkVectorLane(row: unknown): void {
  const fields = readFields(row);
  checkRowNumber(fields, "lane_id");
  checkText(fields.embedder);
  checkWhole(fields, "through", 0);
}

function checkVector(row: unknown): void {
  const fields = readFields(row);
  checkRowNumber(fields, "lane_index");
  checkWhole(fields, "seq", 1);
  if (fields.bytes !== null && !Buffer.isBuffer(fields.bytes)) throw new RowFault("Column bytes is not what it may be");
}

/** Checks the content of a row that is named by its hash. */
function checkContentRow(row: unknown, name: "id" | "hash", hash: Hash): void {
  const fields = readFields(row);
  checkRowNumber(fields, "session_id");
  checkKey(fields[name]);
  // A blob's own row may have the list of its pieces instead.
  if (name === "hash" || !Buffer.isBuffer(fields.content)) checkText(fields.content);
  checkContent(fields, decodeKey(fields[name]), hash);
}

function checkWhole(fields: Fields, name: string, least: number): void {
  const value = readNumber(fields, name);
  if (!Number.isSafeInteger(value) || value < least) throw new RowFault(`Column ${name} is not what it may be`);
}

function checkOneOf(fields: Fields, name: string, allowed: readonly unknown[]): void {
  if (!allowed.includes(fields[name])) throw new RowFault(`Column ${name} is not what it may be`);
}

/** Hosts give times too, so a time may lie outside every calendar. */
function checkTime(time: number): void {
  if (!Number.isFinite(time)) throw new RowFault("A time of the row is none");
}

function checkNullableTime(fields: Fields, name: string): void {
  if (fields[name] !== null) checkTime(readNumber(fields, name));
}

const anyLane = { owner: "owner", session: "session", lane: "lane" } as unknown as LaneRef;

/** Reads all columns of the rows. It uses no index and no other table. */
export function makePageReader(
  database: SqliteDatabase,
  { name, number }: Pick<RowTable, "name" | "number">,
): PageReader {
  const within = `FROM ${name} WHERE ${number} BETWEEN ? AND ? ORDER BY ${number} LIMIT ?`;
  const page = database.prepare(`SELECT * ${within}`);
  const last = database.prepareValue(`SELECT CAST(max(place) AS TEXT) FROM (SELECT ${number} AS place ${within})`);
  return (from, to, limit) => {
    const rows = page.all([from, to, limit]);
    const end = rows.length === 0 ? null : readFields(rows.at(-1))[number];
    if (end === null) return null;
    return {
      rows,
      last: Number.isSafeInteger(end) ? BigInt(Number(end)) : BigInt(String(last.get([from, to, limit]))),
    };
  };
}
