import type { Database } from "better-sqlite3";
import type { Hash } from "../../../core/pointer.js";
import { RowFault } from "../faults.js";
import { numberIn } from "../rows/columns.js";
import type { LaneRow } from "../rows/place-row.js";
import type { Statements, Values } from "../statements/prepared.js";
import { type Met, metBy } from "../write-turns.js";
import { type OldLane, oldLane } from "./old-rows.js";

/** What every step of taking over works with: the file, its new statements, and the lanes by their numbers, which stay. */
export interface Takeover {
  readonly database: Database;
  readonly statements: Statements;
  readonly hash: Hash;
  readonly lanes: ReadonlyMap<number, OldLane>;
}

const page = 500;

/** Rows of an old table page by page, because a connection cannot write while it walks through a result. */
export function* oldRows({ database }: Takeover, sql: string, after = "number"): Generator<unknown> {
  const next = database.prepare(`SELECT * FROM (${sql}) WHERE ${after} > @after ORDER BY ${after} LIMIT ${page}`);
  for (let last = Number.MIN_SAFE_INTEGER; ; ) {
    const rows = next.all({ after: last });
    yield* rows;
    if (rows.length < page) return;
    last = numberIn(rows.at(-1), after);
  }
}

export function lanesIn(database: Database): ReadonlyMap<number, OldLane> {
  const rows = database
    .prepare(
      `SELECT lanes.id, lanes.session_id, sessions.owner_id, owners.key AS owner, sessions.key AS session,
        lanes.key AS lane
      FROM lanes JOIN sessions ON sessions.id = lanes.session_id JOIN owners ON owners.id = sessions.owner_id`,
    )
    .all();
  return new Map(rows.map(oldLane).map((lane) => [lane.id, lane]));
}

export function laneOf({ lanes }: Takeover, row: unknown): OldLane {
  const lane = lanes.get(numberIn(row, "lane_id"));
  if (lane === undefined) throw new RowFault("A row names a lane that is not there");
  return lane;
}

/** As the store's own functions want it: they look at its numbers. */
export function rowOf({ id, sessionId, ownerId }: OldLane): LaneRow {
  return { id, sessionId, ownerId, nextSeq: 0, cleared: 0, isEdited: false, lastReceipt: null, settings: null };
}

export function metIn({ statements }: Takeover, lane: OldLane): Met {
  return metBy(statements, rowOf(lane), {});
}

/** One value by a statement that is used again and again. */
export function look(database: Database, sql: string): (values: Values) => unknown {
  const statement = database.prepare<[Values]>(sql).pluck();
  return (values) => statement.get(values);
}
