import { resolve } from "node:path";
import type { Database } from "better-sqlite3";
import { ClewError } from "../../core/errors.js";
import { laneRequest } from "../../core/lane-request.js";
import type { Hash } from "../../core/pointer.js";
import type { LogStore } from "../../core/ports.js";
import { findFaults } from "./check.js";
import { RowFault, storeFault } from "./faults.js";
import { queueOf } from "./leases.js";
import { openFile } from "./open-file.js";
import {
  findLane,
  findSource,
  locateName,
  readAnswers,
  readBlobs,
  readChain,
  readDerived,
  readLanes,
  readRange,
  readReceipts,
  readRecentSaid,
  readRecords,
  readSessions,
  readTurns,
} from "./read.js";
import { readLane } from "./read-lane.js";
import { contentOf, entryOf, placedEntry, receiptId, turnOf } from "./rows.js";
import { searchWords } from "./search.js";
import { prepareAll, type Statements, type Watch } from "./statements/prepared.js";
import { keyList, toStored } from "./stored-text.js";
import { refusalOf, writeChange } from "./write.js";

/** The log in one SQLite file. Several processes may share it; each write waits its turn for a few seconds. */
export function sqliteStore(options: { path: string; hash: Hash; watch?: Watch }): LogStore {
  const path = resolve(options.path);
  const { hash } = options;
  const file = connect(path, options.watch);
  const { write, read } = file;
  return {
    location: path,
    write: (change) => write((statements) => writeChange(statements, hash, change)).catch(refusalOf),
    read: (ref, request, forced, key) =>
      read((statements) => readLane(statements, ref, laneRequest(request, forced, key))),
    range: (ref, from, to) => read((statements) => readRange(statements, ref, from, to)),
    bySource: (session, message) => read((statements) => findSource(statements, session, message)),
    recentSaid: (session, limit) => read((statements) => readRecentSaid(statements, session, limit)),
    byAddress: ({ owner }, address) =>
      read(({ entries }) => found(entries.atAddress.get({ owner, address }), (row) => placedEntry(owner, row))),
    byId: (ref, id) =>
      read((statements) => {
        const lane = findLane(statements, ref);
        if (lane === null) return null;
        return found(statements.entries.withId.get({ laneId: lane.id, id: toStored(id) }), entryOf);
      }),
    changesOf: (ref, targets) =>
      read((statements) => {
        const lane = findLane(statements, ref);
        if (lane === null) return [];
        const aimed = statements.entries.aimedAt.all({ laneId: lane.id, targets: keyList(targets) }).map(entryOf);
        return aimed.sort((a, b) => a.seq - b.seq);
      }),
    blobs: (session, ids) => read((statements) => readBlobs(statements, session, ids)),
    turn: ({ owner }, id) => read(({ contents }) => found(contents.turn.get({ owner, id: toStored(id) }), turnOf)),
    turns: (ref, limit) => read((statements) => readTurns(statements, ref, limit)),
    turnsAnswering: (session, entry) => read((statements) => readAnswers(statements, session, entry)),
    leases: (ref) =>
      read((statements) => {
        const lane = findLane(statements, ref);
        return lane === null ? [] : queueOf(statements, lane.id);
      }),
    sessions: (owner, page) => read((statements) => readSessions(statements, owner, page)),
    lanes: (session) => read((statements) => readLanes(statements, session)),
    locate: (owner, name) => read((statements) => locateName(statements, owner, name)),
    receipt: (session, id) => read((statements) => readChain(statements, session, id)),
    receiptsOf: ({ owner }, turn) =>
      read(({ receipts }) => receipts.receiptsOfTurn.all({ owner, turn: toStored(turn) }).map(receiptId)),
    receipts: (ref, after, limit) => read((statements) => readReceipts(statements, ref, after, limit)),
    records: (ref, kind, name, limit) => read((statements) => readRecords(statements, ref, { kind, name, limit })),
    chunks: ({ owner }, hashes) =>
      read(({ contents }) => new Map(contents.chunks.all({ owner, keys: keyList(hashes) }).map(contentOf))),
    derivedFrom: (session, sources) => read((statements) => readDerived(statements, session, sources)),
    search: (scope, words, limit, least) =>
      read((statements) => searchWords(statements, scope, words, { limit, least })),
    faults: (thorough) => file.inspect((statements) => findFaults(statements, path, thorough)),
    close: file.close,
  };
}

interface Connection {
  /** Takes the write lock at once, so that what it looks up is still true when it writes. */
  write<Result>(work: Work<Result>): Promise<Result>;
  read<Result>(work: Work<Result>): Promise<Result>;
  /** For a file that may be damaged: rolls back at the end, since even a commit of nothing can fail there. */
  inspect<Result>(work: Work<Result>): Promise<Result>;
  close(): Promise<void>;
}

type Work<Result> = (statements: Statements) => Result;

function connect(path: string, watch: Watch | undefined): Connection {
  const database = openFile(path);
  const statements = prepareOrClose(database, path, watch);
  const run = async <Result>(transaction: () => Result) => {
    if (!database.open) {
      throw new ClewError("store/closed", `${path} was closed`, { hint: "Open the store again, or close it later" });
    }
    try {
      return transaction();
    } catch (error) {
      throw storeFault(error, path);
    }
  };
  return {
    write: (work) => run(() => database.transaction(() => work(statements)).immediate()),
    read: (work) => run(() => database.transaction(() => work(statements)).deferred()),
    inspect: (work) => run(() => rolledBack(database, () => work(statements))),
    close: async () => {
      database.close();
    },
  };
}

function rolledBack<Result>(database: Database, work: () => Result): Result {
  database.exec("BEGIN");
  try {
    return work();
  } finally {
    if (database.inTransaction) database.exec("ROLLBACK");
  }
}

/** A file that lacks our tables, whatever its version says, fails here, before anybody holds a store. */
function prepareOrClose(database: Database, path: string, watch: Watch | undefined): Statements {
  try {
    return prepareAll(database, watch);
  } catch (error) {
    database.close();
    throw storeFault(new RowFault("its tables are not those of a log", { cause: error }), path);
  }
}

function found<Value>(row: unknown, parse: (row: unknown) => Value): Value | null {
  return row === undefined ? null : parse(row);
}
