/** Copies the rows of tables with numbers, page by page. */
import { setImmediate } from "node:timers/promises";
import type { LaneName } from "../damage/lane-names.js";
import { findFreeNumber } from "../damage/mend-numbers.js";
import { isRowNumber } from "../damage/row-numbers.js";
import { leftBehind, makePageReader, type RowTable, rowTables } from "../damage/row-tables.js";
import { readTurnNumber } from "../damage/turn-names.js";
import { readOrMeet } from "../damage/unread-rows.js";
import { walkRows } from "../damage/walk-rows.js";
import type { SqliteDatabase, SqliteStatement } from "../drivers/driver.js";
import { type Fields, readFields } from "../fields.js";
import { mendRow } from "./mend-row.js";
import type { LostRow, Rescue } from "./rescue-report.js";

export async function copyTables(rescue: Rescue, lanes: ReadonlyMap<number, LaneName>): Promise<void> {
  for (const table of rowTables.filter(({ name }) => !leftBehind.has(name))) await copyTable(rescue, table, lanes);
}

async function copyTable(rescue: Rescue, table: RowTable, lanes: ReadonlyMap<number, LaneName>): Promise<void> {
  const copy: TableCopy = { table, lanes, put: makeInsert(rescue.to, table.name) };
  const inOne = rescue.to.transaction("deferred");
  const unnumbered: Fields[] = [];
  let walked = 0;
  for (const page of walkRows(makePageReader(rescue.from, table))) {
    if (page.kind === "lost") rescue.lose({ table: table.name, number: page.from, to: page.to, reason: page.reason });
    else {
      const rows = page.rows.map(readFields);
      walked += rows.length;
      unnumbered.push(...rows.filter((row) => !isRowNumber(row[table.number])));
      inOne(() => {
        for (const row of rows.filter((each) => isRowNumber(each[table.number]))) copyRow(rescue, copy, row);
      });
    }
    await setImmediate();
  }
  for (const row of unnumbered) inOne(() => numberRow(rescue, copy, row));
  compareCount(rescue, table, walked);
}

interface TableCopy {
  readonly table: RowTable;
  readonly lanes: ReadonlyMap<number, LaneName>;
  readonly put: (row: Fields) => boolean;
}

function copyRow(rescue: Rescue, { table, lanes, put }: TableCopy, row: Fields): void {
  let reason: string | null = null;
  readOrMeet(
    () => table.check(row, rescue.hash),
    (why) => {
      reason = why;
    },
  );
  if (reason === null && put(row)) return;
  const why: string = reason ?? "another row has its place";
  const mended = reason === null ? null : mendRow(rescue, table, row, why);
  const kept = mended !== null && put(mended.row) ? ` (${mended.how})` : "";
  rescue.lose({ ...placeRow(rescue.from, table, row, lanes), reason: why + kept });
}

/** Runs once all other rows of the table are copied: the free numbers then determine this row's number. */
function numberRow(rescue: Rescue, copy: TableCopy, row: Fields): void {
  const { table, lanes } = copy;
  const number = findFreeNumber(rescue.to, table);
  rescue.lose({
    ...placeRow(rescue.from, table, row, lanes),
    reason: `its ${table.number} is one that no row is given (it is row ${number} now)`,
  });
  copyRow(rescue, copy, { ...row, [table.number]: number });
}

/** Reports rows that the walk did not reach, so that no row is lost silently. */
function compareCount({ from, lose }: Rescue, { name }: RowTable, walked: number): void {
  const there = readOrMeet(
    () => Number(from.prepareValue(`SELECT count(*) FROM ${name} NOT INDEXED`).get()),
    // Its damaged pages are reported already.
    () => undefined,
  );
  if (there !== null && there > walked)
    lose({ table: name, reason: `${there - walked} of its ${there} rows were not reached by their numbers` });
}

/** The place of a row, for the list of lost rows. */
export function placeRow(
  from: SqliteDatabase,
  { name, number }: Pick<RowTable, "name" | "number">,
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

/** False for a row whose place is taken. */
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
