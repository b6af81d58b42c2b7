import type { Hash } from "../../../core/log/pointer.js";
import { RowFault } from "../check/faults.js";
import type { SqliteDatabase, Values } from "../drivers/driver.js";
import { readNumberColumn, tryRead } from "../rows/columns.js";
import type { LaneRow } from "../rows/place-row.js";
import type { Statements } from "../statements/prepared.js";
import { type ChangeContext, makeChangeContext } from "../write-turns.js";
import { type OldLane, readOldLane } from "./old-rows.js";

/** What every step of taking over works with: the file, its new statements, and the lanes by their numbers, which stay. */
export interface Takeover {
  readonly database: SqliteDatabase;
  readonly statements: Statements;
  readonly hash: Hash;
  readonly lanes: ReadonlyMap<number, OldLane>;
  /** Undoes what was written if it fails. */
  readonly attempt: (write: () => void) => void;
}

const page = 500;

/** Rows of an old table page by page, because a connection cannot write while it walks through a result. */
export function* walkOldRows({ database }: Takeover, sql: string, after = "number"): Generator<unknown> {
  const next = database.prepare(`SELECT * FROM (${sql}) WHERE ${after} > @after ORDER BY ${after} LIMIT ${page}`);
  for (let last = Number.MIN_SAFE_INTEGER; ; ) {
    const rows = next.all({ after: last });
    yield* rows;
    if (rows.length < page) return;
    last = readNumberColumn(rows.at(-1), after);
  }
}

/**
 * Rows of a table that has no numbers of its own, or not in the order that is wanted. `order` is read once, so that the time
 * is in proportion to the rows; what it gives is then read by its places.
 */
export function* walkOrderedRows(takeover: Takeover, order: string, joined = ""): Generator<unknown> {
  const { database } = takeover;
  database.exec(`CREATE TABLE old_order AS ${order}`);
  yield* walkOldRows(takeover, `SELECT old_order.rowid AS place, * FROM old_order ${joined}`, "place");
  database.exec("DROP TABLE old_order");
}

/** Those whose names can't be read are left out: what is in them is kept as that of lanes that are not there. */
export function readOldLanes(database: SqliteDatabase): ReadonlyMap<number, OldLane> {
  const rows = database
    .prepare(
      `SELECT lanes.id, lanes.session_id, sessions.owner_id, owners.key AS owner, sessions.key AS session,
        lanes.key AS lane
      FROM lanes JOIN sessions ON sessions.id = lanes.session_id JOIN owners ON owners.id = sessions.owner_id`,
    )
    .all();
  const lanes = rows.map((row) => tryRead(readOldLane, row)).filter((lane) => lane !== null);
  return new Map(lanes.map((lane) => [lane.id, lane]));
}

export function resolveLane({ lanes }: Takeover, row: unknown): OldLane {
  const lane = lanes.get(readNumberColumn(row, "lane_id"));
  if (lane === undefined) throw new RowFault("A row names a lane that is not there");
  return lane;
}

/** As the store's own functions want it: they look at its numbers. */
export function makeLaneRow({ id, sessionId, ownerId }: OldLane): LaneRow {
  return { id, sessionId, ownerId, nextSeq: 0, cleared: 0, isEdited: false, lastReceipt: null, settings: null };
}

export function makeLaneContext({ statements }: Takeover, lane: OldLane): ChangeContext {
  return makeChangeContext(statements, makeLaneRow(lane), {});
}

/** One value by a statement that is used again and again. */
export function prepareLookup(database: SqliteDatabase, sql: string): (values: Values) => unknown {
  const statement = database.prepareValue(sql);
  return (values) => statement.get(values);
}
