/** Drops saved rows that depend on lost ones: receipts that can't be replayed, and rows whose parent row is lost. */
import type { LaneName } from "../damage/lane-names.js";
import { makePageReader } from "../damage/row-tables.js";
import { walkRows } from "../damage/walk-rows.js";
import type { SqliteDatabase } from "../drivers/driver.js";
import { type Fields, readFields } from "../fields.js";
import { listChunkNumbers, listNamedPieces, readReceiptRow } from "../rows/receipt-row.js";
import { listPieces } from "../stored-contents.js";
import { encodeKey } from "../stored-key.js";
import { placeRow } from "./copy-rows.js";
import type { Rescue } from "./rescue-report.js";

const receipts = { name: "receipts", number: "number" } as const;
const blobs = { name: "blobs", number: "number" } as const;

/** Checks receipts in the order of writing, so that a receipt is dropped before those that build on it. */
export function dropUnreplayable({ from, to, lose }: Rescue, lanes: ReadonlyMap<number, LaneName>): void {
  const check = makeReplayCheck(to);
  const drop = to.prepare("DELETE FROM receipts WHERE number = ?");
  for (const page of walkRows(makePageReader(to, receipts))) {
    for (const row of page.kind === "rows" ? page.rows.map(readFields) : []) {
      const reason = check(row);
      if (reason === null) continue;
      drop.run([row.number]);
      lose({ ...placeRow(from, receipts, row, lanes), reason });
    }
  }
}

/** Drops long contents with a lost piece. */
export function dropIncomplete({ from, to, lose }: Rescue, lanes: ReadonlyMap<number, LaneName>): void {
  const hasBlob = makeBlobCheck(to);
  const drop = to.prepare("DELETE FROM blobs WHERE number = ?");
  for (const page of walkRows(makePageReader(to, blobs))) {
    for (const row of page.kind === "rows" ? page.rows.map(readFields) : []) {
      const lost = (listPieces(row) ?? []).filter((piece) => !hasBlob(row.session_id, piece)).length;
      if (lost === 0) continue;
      drop.run([row.number]);
      lose({ ...placeRow(from, blobs, row, lanes), reason: describeLost(lost) });
    }
  }
}

function makeBlobCheck(to: SqliteDatabase): (session: unknown, name: string) => boolean {
  const find = to.prepareValue("SELECT 1 FROM blobs WHERE session_id = ? AND id = ?");
  return (session, name) => find.get([session, encodeKey(name)]) !== undefined;
}

function describeLost(pieces: number): string {
  return `${pieces} of its pieces can't be read`;
}

/** The reason why a receipt can't be replayed; null if it can. */
function makeReplayCheck(to: SqliteDatabase): (row: Fields) => string | null {
  const hasReceipt = to.prepareValue("SELECT 1 FROM receipts WHERE number = ? AND number < ? AND lane_id = ?");
  const hasChunk = to.prepareValue("SELECT 1 FROM chunks WHERE number = ? AND session_id = ?");
  const hasBlob = makeBlobCheck(to);
  return (row) => {
    const { base, number, lane_id: lane, session_id: session } = row;
    if (base !== null && hasReceipt.get([base, number, lane]) === undefined)
      return "a receipt that it builds on is lost";
    const unread = readReceiptRow(row);
    if ((unread.rest.delta === undefined) !== (base === null)) return "which receipt it builds on is lost";
    const chunks = listChunkNumbers(unread).filter((chunk) => hasChunk.get([chunk, session]) === undefined);
    const files = listNamedPieces(unread).filter((hash) => !hasBlob(session, hash));
    const lost = chunks.length + files.length;
    return lost === 0 ? null : describeLost(lost);
  };
}

/** Drops each row that refers to a missing row by its number. */
export function dropDangling({ to, lose }: Rescue): void {
  const tables = to.prepareValue("SELECT name FROM sqlite_schema WHERE type = 'table'").all().map(String);
  for (const table of tables) {
    for (const key of to.prepare(`SELECT * FROM pragma_foreign_key_list('${table}')`).all()) {
      const { from: column, table: parent, to: target } = readFields(key);
      const wanted = `FROM ${table} WHERE ${column} IS NOT NULL AND ${column} NOT IN (SELECT ${target} FROM ${parent})`;
      const { changes } = to.prepare(`DELETE ${wanted}`).run();
      const what = changes === 1 ? "a row names" : `${changes} rows name`;
      if (changes > 0) lose({ table, reason: `${what} a row of ${parent} that is lost` });
    }
  }
}
