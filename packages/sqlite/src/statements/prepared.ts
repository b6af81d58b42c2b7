import { type UnreadRows, unheededRows } from "../damage/unread-rows.js";
import type { SqliteDatabase, SqliteStatement } from "../drivers/driver.js";
import { checkStatements } from "./checks.js";
import { entryStatements } from "./entries.js";
import { laneStatements } from "./lanes.js";
import { ofSession } from "./places.js";
import { receiptStatements } from "./receipts.js";
import { searchStatements } from "./search.js";
import { turnStatements } from "./turns.js";
import { vectorStatements } from "./vectors.js";

const columns = "number, id, kind, name, at, rest";
/** The numbers of kinds, see `rows/record-row.ts`. */
const [summary, candidate] = [1, 2];

/** Statements on the records of a lane, in order of writing, and on the register of derivations. */
const recordStatements = {
  putRecord: `
    INSERT INTO records (lane_id, id, kind, name, at, reach, rest)
    VALUES (@laneId, @id, @kind, @name, @at, @reach, @rest)
    ON CONFLICT (lane_id, id) DO NOTHING`,
  /** By their numbers: the summary that an epoch names, and the newest candidate of its key. */
  recordsForView: `
    SELECT
      (SELECT number FROM records WHERE lane_id = @laneId AND id = @summary AND kind = ${summary}) AS summary,
      (SELECT max(number) FROM records WHERE lane_id = @laneId AND kind = ${candidate} AND name = @key) AS candidate`,
  newestSummaries: `
    SELECT number, name, reach FROM records WHERE lane_id = @laneId AND kind = ${summary}
    ORDER BY number DESC LIMIT @limit`,
  recordNumbered: `
    SELECT ${columns} FROM records WHERE number = @number`,
  recordsOfKind: `
    SELECT ${columns} FROM records WHERE lane_id = @laneId AND kind = @kind ORDER BY number DESC LIMIT @limit`,
  recordsNamed: `
    SELECT ${columns} FROM records WHERE lane_id = @laneId AND kind = @kind AND name = @name
    ORDER BY number DESC LIMIT @limit`,
  putDerivation: `
    INSERT INTO derivations (session_id, source, kind, key) VALUES (@sessionId, @source, @kind, @key)
    ON CONFLICT DO NOTHING`,
  derivations: `
    SELECT derivations.kind, derivations.key, chunks.hash FROM derivations
    LEFT JOIN chunks ON derivations.kind = 3 AND chunks.number = derivations.key
    WHERE derivations.session_id = @sessionId AND derivations.source = @source`,
} as const;

/** The queue of a lane. A place is added at the end and removed, never moved. The one with a token runs. */
const leaseStatements = {
  queue: `
    SELECT leases.number, turns.id AS turn_id, leases.holder, leases.until, leases.token
    FROM leases CROSS JOIN turns ON turns.number = leases.turn
    WHERE leases.lane_id = @laneId ORDER BY leases.number`,
  /** A takeover clears the token, so that the new holder gets its own when the place runs. */
  addLease: `
    INSERT INTO leases (lane_id, turn, holder, until) VALUES (@laneId, @turn, @holder, @until)
    ON CONFLICT (lane_id, turn) DO UPDATE SET holder = excluded.holder, until = excluded.until,
      token = CASE WHEN @takeover THEN NULL ELSE token END
    WHERE holder = excluded.holder OR @takeover`,
  renewLease: `
    UPDATE leases SET until = @until WHERE lane_id = @laneId AND turn = @turn AND holder = @holder`,
  /** The first place, if it is this one and does not run yet. */
  runFirst: `
    UPDATE leases SET token = 1 + (SELECT token FROM lanes WHERE id = @laneId)
    WHERE lane_id = @laneId AND turn = @turn AND holder = @holder AND token IS NULL
      AND number = (SELECT min(number) FROM leases WHERE lane_id = @laneId)`,
  raiseToken: `
    UPDATE lanes SET token = token + 1 WHERE id = @laneId`,
  /** The unreadable places before the first readable one. They have no holder, and no other statement drops them. */
  placesBefore: `
    SELECT number FROM leases WHERE lane_id = @laneId
      AND number < (SELECT own.number FROM leases AS own WHERE own.lane_id = @laneId AND own.turn = @turn)
    ORDER BY number`,
  dropPlace: `
    DELETE FROM leases WHERE number = @number`,
  /** Works whatever the turn's row holds, because a place that can't be released would block the lane forever. */
  dropLease: `
    DELETE FROM leases WHERE lane_id = @laneId AND turn IN (SELECT number FROM turns WHERE id = @turn)`,
} as const;

/** The contents that entries and receipts name. Hashes are found by their beginning, which keeps their index small. */
const contentStatements = {
  putBlob: `
    INSERT INTO blobs (session_id, id, content) VALUES (@sessionId, @id, @content) ON CONFLICT DO NOTHING`,
  blob: `
    SELECT number, session_id, content FROM blobs WHERE session_id = ${ofSession} AND id = @id`,
  piece: `
    SELECT content FROM blobs WHERE session_id = @sessionId AND id = @id`,
  findBlob: `
    SELECT number FROM blobs WHERE session_id = @sessionId AND id = @id`,
  hasBlob: `
    SELECT number FROM blobs WHERE session_id = ${ofSession} AND id = @id`,
  putChunk: `
    INSERT INTO chunks (session_id, hash, content) VALUES (@sessionId, @hash, @content)`,
  findChunk: `
    SELECT number FROM chunks WHERE session_id = @sessionId AND substr(hash, 1, 8) = substr(@hash, 1, 8) AND hash = @hash`,
  numberedChunk: `
    SELECT content FROM chunks WHERE number = @number`,
  mendChunk: `
    UPDATE chunks SET content = @content WHERE number = @number`,
  chunk: `
    SELECT number, content FROM chunks
    WHERE session_id = ${ofSession} AND substr(hash, 1, 8) = substr(@hash, 1, 8) AND hash = @hash`,
  chunkHashes: `
    SELECT chunks.number, chunks.hash FROM json_each(@numbers) AS wanted
    CROSS JOIN chunks ON chunks.number = wanted.value`,
} as const;

/** Every statement that the store runs, by the file that holds it. */
export const statementTexts = {
  lanes: laneStatements,
  entries: entryStatements,
  turns: turnStatements,
  contents: contentStatements,
  receipts: receiptStatements,
  records: recordStatements,
  leases: leaseStatements,
  search: searchStatements,
  vectors: vectorStatements,
  checks: checkStatements,
} as const;

type Texts = typeof statementTexts;
export type Statements = {
  readonly [Group in keyof Texts]: { readonly [Name in keyof Texts[Group]]: SqliteStatement };
} & {
  /** Collects each unreadable row that a statement returned. */
  readonly unread: UnreadRows;
  /** Runs work on data larger than SQLite's page cache, without evicting all of the cache. */
  passBy<Result>(work: () => Result): Result;
};

/** Called for each statement that ran, with the number of rows that it returned or changed. */
export type Watch = (sql: string, rows: number) => void;

/** Compiles each statement on first use, once per connection, because hardly any command needs them all. */
export function prepareAll(database: SqliteDatabase, watch?: Watch, unread: UnreadRows = unheededRows): Statements {
  const prepare = (text: string): SqliteStatement => {
    const statement = database.prepare(text);
    return watch === undefined ? statement : watchStatement(statement, text, watch);
  };
  const groups = Object.entries(statementTexts).map(([group, texts]) => [group, prepareLazily(texts, prepare)]);
  const passBy = <Result>(work: () => Result) => keepFewPages(database, work);
  return { ...Object.fromEntries(groups), unread, passBy } as Statements;
}

const fewKibibytes = 1_000;

function keepFewPages<Result>(database: SqliteDatabase, work: () => Result): Result {
  const size = Number(database.pragma("cache_size"));
  database.pragma(`cache_size = -${fewKibibytes}`);
  try {
    return work();
  } finally {
    database.pragma(`cache_size = ${size}`);
  }
}

function prepareLazily(texts: Readonly<Record<string, string>>, prepare: (text: string) => SqliteStatement): object {
  const group = {};
  for (const [name, text] of Object.entries(texts)) {
    const get = () => {
      const value = prepare(text);
      Object.defineProperty(group, name, { value });
      return value;
    };
    Object.defineProperty(group, name, { get, configurable: true, enumerable: true });
  }
  return group;
}

function watchStatement(statement: SqliteStatement, text: string, watch: Watch): SqliteStatement {
  return {
    run: (values) => {
      const result = statement.run(values);
      watch(text, result.changes);
      return result;
    },
    get: (values) => {
      const row = statement.get(values);
      watch(text, row === undefined ? 0 : 1);
      return row;
    },
    all: (values) => {
      const rows = statement.all(values);
      watch(text, rows.length);
      return rows;
    },
  };
}
