import { resolve } from "node:path";
import type { Database } from "better-sqlite3";
import { ClewError } from "../../core/errors.js";
import type { BlobId } from "../../core/keys.js";
import type { Hash } from "../../core/pointer.js";
import type { LogStore } from "../../core/ports.js";
import { RowFault, storeFault } from "./faults.js";
import { openFile } from "./open-file.js";
import { findLane, findSource, readLane, readRange, readTurns } from "./read.js";
import { contentOf, entryOf, laneSummary, placedEntry, receiptOf, sessionSummary, turnOf } from "./rows.js";
import { prepareAll, type Statements } from "./statements/prepared.js";
import { toStored } from "./stored-text.js";
import { writeChange } from "./write.js";

/** The log in one SQLite file. Several processes may share it; each write waits its turn for a few seconds. */
export function sqliteStore(options: { path: string; hash: Hash }): LogStore {
  const path = resolve(options.path);
  const { hash } = options;
  const file = connect(path);
  const { write, read } = file;
  return {
    location: path,
    write: (change) => write((statements) => writeChange(statements, hash, change)),
    read: (ref, limit, forced, key = "") => read((statements) => readLane(statements, ref, limit, forced, key)),
    range: (ref, from, to) => read((statements) => readRange(statements, ref, from, to)),
    bySource: (owner, session, message) => read((statements) => findSource(statements, owner, session, message)),
    byAddress: (owner, address) =>
      read(({ entries }) => found(entries.atAddress.get({ owner, address }), (row) => placedEntry(owner, row))),
    byId: (ref, id) =>
      read((statements) => {
        const lane = findLane(statements, ref);
        if (lane === null) return null;
        return found(statements.entries.withId.get({ laneId: lane.id, id: toStored(id) }), entryOf);
      }),
    blobs: (owner, ids) =>
      read(({ contents }) => {
        const rows = contents.blobs.all({ owner, keys: keyList(ids) }).map(contentOf);
        return new Map(rows.map(([id, content]) => [id as BlobId, content]));
      }),
    turn: (owner, id) => read(({ contents }) => found(contents.turn.get({ owner, id: toStored(id) }), turnOf)),
    turns: (ref, limit) => read((statements) => readTurns(statements, ref, limit)),
    sessions: (owner) => read(({ lanes }) => lanes.listSessions.all({ owner }).map(sessionSummary)),
    lanes: (owner, session) =>
      read(({ lanes }) => {
        const rows = lanes.listLanes.all({ owner, session: toStored(session) });
        return rows.map((row) => laneSummary(owner, session, row));
      }),
    receipt: (owner, id) => read(({ contents }) => found(contents.receipt.get({ owner, id: toStored(id) }), receiptOf)),
    receipts: (owner, turn) =>
      read(({ contents }) => contents.receiptsOfTurn.all({ owner, turn: toStored(turn) }).map(receiptOf)),
    chunks: (owner, hashes) =>
      read(({ contents }) => new Map(contents.chunks.all({ owner, keys: keyList(hashes) }).map(contentOf))),
    close: file.close,
  };
}

interface Connection {
  /** Takes the write lock at once, so that what it looks up is still true when it writes. */
  write<Result>(work: (statements: Statements) => Result): Promise<Result>;
  read<Result>(work: (statements: Statements) => Result): Promise<Result>;
  close(): Promise<void>;
}

function connect(path: string): Connection {
  const database = openFile(path);
  const statements = prepareOrClose(database, path);
  const run = async <Result>(mode: "immediate" | "deferred", work: (statements: Statements) => Result) => {
    if (!database.open) {
      throw new ClewError("store/closed", `${path} was closed`, { hint: "Open the store again, or close it later" });
    }
    try {
      return database.transaction(() => work(statements))[mode]();
    } catch (error) {
      throw storeFault(error, path);
    }
  };
  return {
    write: (work) => run("immediate", work),
    read: (work) => run("deferred", work),
    close: async () => {
      database.close();
    },
  };
}

/** A file that lacks our tables, whatever its version says, fails here, before anybody holds a store. */
function prepareOrClose(database: Database, path: string): Statements {
  try {
    return prepareAll(database);
  } catch (error) {
    database.close();
    throw storeFault(new RowFault("its tables are not those of a log", { cause: error }), path);
  }
}

function found<Value>(row: unknown, parse: (row: unknown) => Value): Value | null {
  return row === undefined ? null : parse(row);
}

function keyList(keys: readonly string[]): string {
  return JSON.stringify([...new Set(keys)].map(toStored));
}
