import { setImmediate } from "node:timers/promises";
import { isUnreadable } from "@clewline/core/log/entry.js";
import type { Hash } from "@clewline/core/log/pointer.js";
import type { StoreFault } from "@clewline/core/ports/index.js";
import { isObject } from "@clewline/text/json.js";
import { type LaneName, nameLanes } from "../damage/lane-names.js";
import { type RegisterTable, registerTables } from "../damage/register-tables.js";
import { isRowNumber } from "../damage/row-numbers.js";
import { makePageReader, type RowTable, rowTables } from "../damage/row-tables.js";
import { readTurnNumber } from "../damage/turn-names.js";
import { missingRow, readOrMeet } from "../damage/unread-rows.js";
import { walkRegister } from "../damage/walk-register.js";
import { walkRows } from "../damage/walk-rows.js";
import type { SqliteDatabase } from "../drivers/driver.js";
import { type Fields, readFields } from "../fields.js";
import { tryRead } from "../rows/columns.js";
import { readEntryRow } from "../rows/entry-row.js";

/** Reads every row and reports each unreadable one by its table, its lane, its place there and its turn. */
export async function checkRows(database: SqliteDatabase, recover: string, hash: Hash): Promise<readonly StoreFault[]> {
  const lanes = nameLanes(database);
  const faults: StoreFault[] = [];
  const add = (table: string, fields: Fields, reason: string) => {
    const lane = typeof fields.lane_id === "number" ? lanes.get(fields.lane_id) : undefined;
    const row = {
      table,
      ...(typeof fields.number === "number" ? { number: fields.number } : {}),
      ...(lane === undefined ? {} : { session: lane.session, lane: lane.lane }),
      ...(typeof fields.seq === "number" ? { seq: fields.seq } : {}),
      ...readTurnNumber(database, table === "turns" ? fields.number : fields.turn),
    };
    faults.push({ what: `${describeRow(row)} can't be read: ${reason}`, hint: recover, row });
  };
  for (const table of rowTables) {
    const isLog = table.name === "entries";
    const [holes, newest] = [isLog ? watchHoles(lanes) : null, isLog ? watchNewest(lanes) : null];
    for (const page of walkRows(makePageReader(database, table))) {
      if (page.kind === "lost") faults.push(describeLost(table.name, page, recover));
      else for (const row of page.rows) checkRow(table, row, hash, add);
      if (page.kind === "rows") newest?.pass(page.rows);
      if (page.kind === "rows") for (const hole of holes?.pass(page.rows) ?? []) add("entries", hole, missingRow);
      await setImmediate();
    }
    for (const hole of holes?.end() ?? []) add("entries", hole, missingRow);
    const isWhole = faults.every(({ row }) => row?.table !== "entries");
    for (const [fields, reason] of (isWhole ? newest?.end() : undefined) ?? []) add("lanes", fields, reason);
  }
  for (const table of registerTables) await checkRegister(database, table, add);
  return faults;
}

async function checkRegister(database: SqliteDatabase, table: RegisterTable, add: Add): Promise<void> {
  const pages = walkRegister(database, table);
  for (let page = pages.next(); ; page = pages.next()) {
    if (page.done) return page.value === null ? undefined : add(table.name, {}, page.value);
    for (const row of page.value)
      readOrMeet(
        () => table.check(row),
        (reason) => add(table.name, { lane_id: row.lane_id }, reason),
      );
    await setImmediate();
  }
}

type Add = (table: string, fields: Fields, reason: string) => void;

function checkRow({ name, number, check }: RowTable, row: unknown, hash: Hash, add: Add): void {
  const fields = readFields(row);
  readOrMeet(
    () => check(row, hash),
    (reason) =>
      add(name, { ...fields, number: fields[number], ...(name === "lanes" ? { lane_id: fields.id } : {}) }, reason),
  );
}

function describeRow({ table, number, session, lane, seq, turn }: NonNullable<StoreFault["row"]>): string {
  const places = [
    ...(lane === undefined ? [] : [`lane ${lane} of ${session}`]),
    ...(seq === undefined ? [] : [`place ${seq}`]),
    ...(turn === undefined ? [] : [`turn ${turn}`]),
  ];
  const where = places.length === 0 ? "" : ` (${places.join(", ")})`;
  return `${number === undefined ? "A row" : `Row ${number}`} of ${table}${where}`;
}

function describeLost(
  table: string,
  { from, to, reason }: { readonly from: number; readonly to: number; readonly reason: string },
  hint: string,
): StoreFault {
  const rows = from === to ? `Row ${from}` : `Rows ${from} to ${to}`;
  return { what: `${rows} of ${table} can't be read: ${reason}`, hint, row: { table, number: from } };
}

/** The most places of a gap that are reported one by one. */
const mostNamed = 1_000;

/** Finds places without a row. Entries come by number, and therefore by seq, so a skipped place has no row. */
function watchHoles(lanes: ReadonlyMap<number, { readonly nextSeq: number }>) {
  const reached = new Map<number, number>();
  const listBetween = (laneId: number, from: number, to: number): readonly Fields[] =>
    Array.from({ length: Math.min(mostNamed, Math.max(0, to - from)) }, (_, index) => ({
      lane_id: laneId,
      seq: from + index,
    }));
  return {
    pass: (rows: readonly unknown[]) =>
      rows.flatMap((row) => {
        if (!isObject(row)) return [];
        const { lane_id: laneId, seq } = row;
        if (typeof laneId !== "number" || typeof seq !== "number" || !isRowNumber(row.number)) return [];
        const next = (reached.get(laneId) ?? 0) + 1;
        reached.set(laneId, Math.max(seq, next - 1));
        return listBetween(laneId, next, seq);
      }),
    end: () =>
      [...lanes].flatMap(([laneId, { nextSeq }]) => listBetween(laneId, (reached.get(laneId) ?? 0) + 1, nextSeq)),
  };
}

/** Finds lanes whose `newest` is not the time of their newest entry, from the rows of entries passed in. */
function watchNewest(lanes: ReadonlyMap<number, LaneName>) {
  const newest = new Map<number, number>();
  /** Lanes with an unreadable entry. Their newest time can't be checked. */
  const unknown = new Set<unknown>();
  return {
    pass: (rows: readonly unknown[]) => {
      for (const row of rows) {
        const { lane_id: laneId } = readFields(row);
        const entry = tryRead((each) => readEntryRow({ ...readFields(each), turn_id: null }), row);
        if (typeof laneId !== "number" || entry === null || isUnreadable(entry)) unknown.add(laneId);
        else newest.set(laneId, Math.max(newest.get(laneId) ?? entry.at, entry.at));
      }
    },
    /** The fields and the reason of each such lane's fault. */
    end: (): readonly (readonly [Fields, string])[] =>
      [...lanes].flatMap(([id, { newest: kept }]) => {
        const found = newest.get(id) ?? null;
        if (found === kept || unknown.has(id)) return [];
        return [[{ lane_id: id, number: id }, "column newest is not the time of its newest entry"] as const];
      }),
  };
}
