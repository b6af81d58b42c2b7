/** The rows of tables with numbers, page by page. */
import { setImmediate } from "node:timers/promises";
import type { LaneName } from "../damage/lane-names.js";
import { makePageReader, type RowTable, rowTables } from "../damage/row-tables.js";
import { readTurnNumber } from "../damage/turn-names.js";
import { readOrMeet } from "../damage/unread-rows.js";
import { walkRows } from "../damage/walk-rows.js";
import type { SqliteDatabase, SqliteStatement } from "../drivers/driver.js";
import { type Fields, readFields } from "../fields.js";
import { listChunkNumbers, listNamedPieces, readReceiptRow } from "../rows/receipt-row.js";
import { listPieces } from "../stored-contents.js";
import { encodeKey } from "../stored-key.js";
import { mendRow } from "./mend-row.js";
import type { LostRow, Rescue } from "./rescue-report.js";

export async function copyTables(rescue: Rescue, lanes: ReadonlyMap<number, LaneName>): Promise<void> {
  for (const table of rowTables.filter(({ name }) => name !== "leases")) await copyTable(rescue, table, lanes);
}

async function copyTable(rescue: Rescue, table: RowTable, lanes: ReadonlyMap<number, LaneName>): Promise<void> {
  const put = makeInsert(rescue.to, table.name);
  const isWhole = makeWholeCheck(table.name, rescue.to);
  const inOne = rescue.to.transaction("deferred");
  for (const page of walkRows(makePageReader(rescue.from, table), table.number)) {
    if (page.kind === "lost") rescue.lose({ table: table.name, number: page.from, to: page.to, reason: page.reason });
    else {
      inOne(() => {
        for (const row of page.rows) copyRow(rescue, { table, lanes, put, isWhole }, readFields(row));
      });
    }
    await setImmediate();
  }
}

interface TableCopy {
  readonly table: RowTable;
  readonly lanes: ReadonlyMap<number, LaneName>;
  readonly put: (row: Fields) => boolean;
  /** Why a sound row is not kept all the same; null for one that is. */
  readonly isWhole: (row: Fields) => string | null;
}

function copyRow(rescue: Rescue, { table, lanes, put, isWhole }: TableCopy, row: Fields): void {
  let reason: string | null = null;
  readOrMeet(
    () => table.check(row, rescue.hash),
    (why) => {
      reason = why;
    },
  );
  reason ??= isWhole(row);
  if (reason === null && put(row)) return;
  const why: string = reason ?? "another row has its place";
  const mended = reason === null ? null : mendRow(table, row, rescue.hash, why);
  const kept = mended !== null && put(mended.row) ? ` (${mended.how})` : "";
  rescue.lose({ ...placeRow(rescue.from, table, row, lanes), reason: why + kept });
}

function placeRow(
  from: SqliteDatabase,
  { name, number }: RowTable,
  row: Fields,
  lanes: ReadonlyMap<number, LaneName>,
): Omit<LostRow, "reason"> {
  const laneId = name === "lanes" ? row.id : row.lane_id;
  const lane = typeof laneId === "number" ? lanes.get(laneId) : undefined;
  return {
    table: name,
    ...(typeof row[number] === "number" ? { number: row[number] } : {}),
    ...(lane === undefined ? {} : { session: lane.session, lane: lane.lane }),
    ...(typeof row.seq === "number" ? { seq: row.seq } : {}),
    ...readTurnNumber(from, name === "turns" ? row.number : row.turn),
  };
}

/** False for a row whose place another one has. */
export function makeInsert(to: SqliteDatabase, table: string): (row: Fields) => boolean {
  const columns = to.prepareValue(`SELECT name FROM pragma_table_info('${table}')`).all().map(String);
  const marks = columns.map(() => "?").join(", ");
  const insert: SqliteStatement<readonly unknown[]> = to.prepare(
    `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${marks}) ON CONFLICT DO NOTHING`,
  );
  return (row) => insert.run(columns.map((column) => toBound(row[column]))).changes > 0;
}

/** A whole number in a column without a type would become a float. */
function toBound(value: unknown): unknown {
  if (value === undefined) return null;
  return typeof value === "number" && Number.isSafeInteger(value) ? BigInt(value) : value;
}

function makeWholeCheck(table: string, to: SqliteDatabase): TableCopy["isWhole"] {
  if (table === "receipts") return makeReplayCheck(to);
  return table === "blobs" ? makePieceCheck(to) : () => null;
}

/** The pieces of a long content come before it, and else are lost. */
function makePieceCheck(to: SqliteDatabase): (row: Fields) => string | null {
  const hasBlob = makeBlobCheck(to);
  return (row) => describeLost((listPieces(row) ?? []).filter((piece) => !hasBlob(row.session_id, piece)).length);
}

function makeBlobCheck(to: SqliteDatabase): (session: unknown, name: string) => boolean {
  const find = to.prepareValue("SELECT 1 FROM blobs WHERE session_id = ? AND id = ?");
  return (session, name) => find.get([session, encodeKey(name)]) !== undefined;
}

function describeLost(pieces: number): string | null {
  return pieces === 0 ? null : `${pieces} of its pieces can't be read`;
}

/** Receipts come in the order of writing, so those that one builds on are there before it, or lost. */
function makeReplayCheck(to: SqliteDatabase): (row: Fields) => string | null {
  const hasReceipt = to.prepareValue("SELECT 1 FROM receipts WHERE number = ? AND lane_id = ?");
  const hasChunk = to.prepareValue("SELECT 1 FROM chunks WHERE number = ?");
  const hasBlob = makeBlobCheck(to);
  return (row) => {
    const { base, lane_id: lane, session_id: session } = row;
    if (base !== null && hasReceipt.get([base, lane]) === undefined) return "a receipt that it builds on is lost";
    const receipt = readReceiptRow(row);
    const chunks = listChunkNumbers(receipt).filter((chunk) => hasChunk.get([chunk]) === undefined);
    const files = listNamedPieces(receipt).filter((hash) => !hasBlob(session, hash));
    return describeLost(chunks.length + files.length);
  };
}
