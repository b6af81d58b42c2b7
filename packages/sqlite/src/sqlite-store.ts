import { resolve } from "node:path";
import { ClewError } from "@clewline/core/errors.js";
import type { Hash } from "@clewline/core/log/pointer.js";
import type { ChangeResult, Erasure, LogStore } from "@clewline/core/ports/index.js";
import { normaliseLaneRequest } from "@clewline/core/ports/lane-request.js";
import { findFaults, type Inspection } from "./check/check.js";
import { convertStoreError, isBusy } from "./check/faults.js";
import { findLostWrites } from "./damage/lost-writes.js";
import { findMisnumbered, mendNumbers } from "./damage/mend-numbers.js";
import { type Damage, watchDamage } from "./damage/quarantine.js";
import { readChain } from "./damage/read-chain.js";
import { leaveSearch, SearchDamage } from "./damage/search-damage.js";
import { readStoredEntry } from "./damage/stored-entries.js";
import { readStoredTurn } from "./damage/stored-turns.js";
import { describeUnread, readDamage, readOrMeet, type UnreadRow } from "./damage/unread-rows.js";
import { leaveVectors, putVectorsAside, VectorDamage } from "./damage/vector-damage.js";
import { chooseDriver } from "./drivers/choose-driver.js";
import type { SqliteDatabase, SqliteDriver } from "./drivers/driver.js";
import { eraseInFile } from "./erase/erase-file.js";
import { inspectFile, openFile } from "./file/open-file.js";
import { isOpenHere, noteOpened, type OpenedHere } from "./file/open-here.js";
import { readBytes } from "./file/read-bytes.js";
import { type LockWaiting, makeLockWaiting, standstillMs } from "./file/wait-for-lock.js";
import { forgetAll, makeStoreCache, rememberChunks, rememberEntry, type StoreCache } from "./known.js";
import { readQueue } from "./leases.js";
import { findAddressedEntry, locate } from "./locate.js";
import {
  encodeSession,
  findLane,
  findSource,
  readAnswers,
  readBlobs,
  readChanges,
  readChunks,
  readDerived,
  readLanes,
  readOwners,
  readPlaces,
  readQueued,
  readRange,
  readReceipts,
  readRecentSaid,
  readRecords,
  readSessions,
  readTurnReceipts,
  readTurns,
  readUnsent,
} from "./read.js";
import { readLane } from "./read-lane.js";
import { tryRead } from "./rows/columns.js";
import { searchWords } from "./search.js";
import { prepareAll, type Statements, type Watch } from "./statements/prepared.js";
import { encodeKey } from "./stored-key.js";
import { countUnindexed, listUnindexed, readVectors } from "./vectors.js";
import { type CommitResult, convertRefusal, writeChange } from "./write.js";

interface SqliteStoreOptions {
  readonly path: string;
  readonly hash: Hash;
  readonly watch?: Watch;
  /** By default the driver that this Node has. */
  readonly driver?: SqliteDriver;
  /** Makes the mark of a new file. */
  readonly newMark?: () => string | null;
  /** Called with a sentence about unreadable parts of the file, when they are first met. */
  readonly warn?: (sentence: string) => void;
  /** Called if the file can only be read. */
  readonly onReadOnly?: (path: string) => void;
}

/** The log in one SQLite file. Several processes may share it; each write waits its turn for a few seconds. */
export function openSqliteStore(options: SqliteStoreOptions): LogStore {
  const path = resolve(options.path);
  const { hash } = options;
  const file = connect({ ...options, path });
  const { write, read } = file;
  return {
    location: path,
    write: (change) => write((statements, known) => writeChange(statements, known, hash, change)).catch(convertRefusal),
    read: (ref, request, forced, key) => readLane(read, ref, normaliseLaneRequest(request, forced, key)),
    range: (ref, from, to) => read((statements) => readRange(statements, ref, from, to)),
    at: (ref, seqs) => read((statements, known) => readPlaces(statements, known, ref, seqs)),
    bySource: (session, message) => read((statements) => findSource(statements, session, message)),
    recentSaid: (session, limit) => read((statements) => readRecentSaid(statements, session, limit)),
    byAddress: (session, address) => read((statements) => findAddressedEntry(statements, hash, session, address)),
    byId: (ref, id) =>
      read((statements) => {
        const lane = findLane(statements, ref);
        const row = lane === null ? undefined : statements.entries.withId.get({ laneId: lane.id, id: encodeKey(id) });
        return row === undefined ? null : readStoredEntry(statements, row);
      }),
    changesOf: (ref, targets) => read((statements) => readChanges(statements, ref, targets)),
    blobs: (session, ids) => read((statements) => readBlobs(statements, session, ids)),
    turn: (session, id) =>
      read((statements) => {
        const row = statements.turns.turn.get({ ...encodeSession(session), id: encodeKey(id) });
        return row === undefined ? null : readStoredTurn(statements, row);
      }),
    turns: (ref, limit) => read((statements) => readTurns(statements, ref, limit)),
    turnsAnswering: (session, entry) => read((statements) => readAnswers(statements, session, entry)),
    unsent: (owner, session, limit) => read((statements) => readUnsent(statements, owner, session, limit)),
    queued: (owner) => read((statements) => readQueued(statements, owner)),
    leases: (ref) =>
      read((statements) => {
        const lane = findLane(statements, ref);
        return lane === null ? [] : readQueue(statements, lane.id);
      }),
    sessions: (owner, page) => read((statements) => readSessions(statements, owner, page)),
    lanes: (session) => read((statements) => readLanes(statements, session)),
    locate: (owner, name) => read((statements) => locate(statements, hash, owner, name)),
    receipt: (session, id) => readChain(read, session, id),
    receiptsOf: (session, turn) => read((statements) => readTurnReceipts(statements, session, turn)),
    receipts: (ref, after, limit) => read((statements) => readReceipts(statements, ref, after, limit)),
    records: (ref, kind, name, limit) => read((statements) => readRecords(statements, ref, { kind, name, limit })),
    chunks: (session, hashes) => read((statements) => readChunks(statements, session, hashes)),
    derivedFrom: (session, sources) => read((statements) => readDerived(statements, session, sources)),
    erase: file.erase,
    bytes: () => readBytes(path),
    owners: () => read(readOwners),
    faults: (thorough) => file.inspect((inspection) => findFaults(inspection, path, hash, thorough)),
    search: (scope, words, limit) =>
      read((statements, known) => {
        const meet = (reason: string) => statements.unread.meet({ table: "search", key: {}, reason });
        const nothing = { found: [], holders: words.map(() => 0), entries: 0 };
        return readOrMeet(() => searchWords(statements, known, { scope, words }, limit), meet) ?? nothing;
      }),
    ...makeVectorReads(file),
    close: file.close,
  };
}

function makeVectorReads({ readCache }: Connection): Pick<LogStore, "vectors" | "unindexed" | "countUnindexed"> {
  const [noVectors, noEntries] = [
    { vectors: [], through: 0, last: 0 },
    { entries: [], next: null, last: 0 },
  ] as const;
  return {
    vectors: (ref, embedder, after, limit) =>
      readCache(noVectors, (statements) => readVectors(statements, ref, embedder, { after, limit })),
    unindexed: (ref, embedder, before, limit) =>
      readCache(noEntries, (statements) => listUnindexed(statements, ref, embedder, { before, limit })),
    countUnindexed: (ref, embedder, from, to) =>
      readCache(0, (statements) => countUnindexed(statements, ref, embedder, { from, to })),
  };
}

interface Connection {
  /** Takes the write lock at once, so that values that it reads are still current when it writes. */
  write(work: Work<CommitResult>): Promise<ChangeResult>;
  read<Result>(work: Work<Result>): Promise<Result>;
  /** The same for vectors. If they are damaged, it returns `instead`, and the next write puts them aside. */
  readCache<Result>(instead: Result, work: Work<Result>): Promise<Result>;
  erase(erasure: Erasure): Promise<void>;
  /** For a long read of one moment of a file that may be damaged. It uses its own connection, which commits nothing. */
  inspect<Result>(work: (inspection: Inspection) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

type Work<Result> = (statements: Statements, known: StoreCache) => Result;

function connect({ path, hash, watch, driver = chooseDriver(), warn, ...given }: SqliteStoreOptions): Connection {
  const lost = isOpenHere(path) ? null : findLostWrites(path);
  const { database, readOnly } = openFile(driver, path, given.newMark);
  if (readOnly !== null) given.onReadOnly?.(path);
  const here = noteOpened(path);
  const damage = watchDamage(database, (rows) => warn?.(describeUnread(rows, path)));
  const statements = prepareAll(database, watch, damage);
  if (lost !== null && readOnly === null) keepLostWrites(database, damage, lost);
  const known = makeStoreCache();
  const [inWrite, inRead] = [database.transaction("immediate"), database.transaction("deferred")];
  const forgetChanged = watchOthers(database, known);
  const { run, inOrder } = makeRuns(database, path);
  const aside = makeAside(database, inWrite);
  const commit = makeCommit({ statements, known, damage, inWrite }, aside);
  const read = <Result>(work: Work<Result>): Promise<Result> =>
    run(() =>
      heed(damage, "read", inRead, () => {
        forgetChanged();
        return work(statements, known);
      }),
    );
  const mend = readOnly === null ? makeMend(database, { known, damage, inWrite }) : makeRefusal(path);
  const change = <Result>(work: () => Result): Promise<Result> =>
    run(() => {
      refuseGone(here, path);
      mend();
      return work();
    }, inOrder);
  return {
    write: (work) => change(() => keepCommitted(known, commit(work))),
    read,
    erase: (erasure) => change(() => eraseInFile({ path, database, statements, known, inWrite }, erasure)),
    readCache: (instead, work) =>
      read(
        (given) =>
          readOrMeet(
            () => work(given, known),
            (reason) => aside.meet(reason, given),
          ) ?? instead,
      ),
    inspect: (work) =>
      run(() =>
        inspectFile(driver, path, readOnly ?? { isReadonly: true }, (reader) =>
          work({ database: reader, statements: prepareAll(reader, watch) }),
        ),
      ),
    // Writes that wait for another process's lock are finished first.
    close: () =>
      inOrder(() => {
        database.close();
        here.noteClosed();
      }),
  };
}

interface Runs extends Pick<LockWaiting, "inOrder"> {
  /** Runs work as soon as the file is free; without `wait`, independently of other work. */
  run<Result>(work: () => Result | Promise<Result>, wait?: LockWaiting["alone"]): Promise<Result>;
}

function makeRuns(database: SqliteDatabase, path: string): Runs {
  database.pragma(`busy_timeout = ${standstillMs}`);
  const { inOrder, alone } = makeLockWaiting();
  return {
    inOrder,
    async run(work, wait = alone) {
      try {
        return await wait(() => {
          refuseClosed(database, path);
          return work();
        });
      } catch (error) {
        throw convertStoreError(error, path);
      }
    },
  };
}

function refuseClosed({ open }: SqliteDatabase, path: string): void {
  if (open) return;
  throw new ClewError("store/closed", `${path} was closed`, { hint: "Open the store again, or close it later" });
}

function refuseGone(here: OpenedHere, path: string): void {
  if (!here.isGone()) return;
  throw new ClewError(
    "store/unavailable",
    `${path} is not the file any more that was opened: it was moved or deleted`,
    {
      hint: "Put it back, or open the log again",
    },
  );
}

/** Drops cached values that another process or connection may have changed. */
function watchOthers(database: SqliteDatabase, known: StoreCache): () => void {
  const version = database.prepareValue("PRAGMA data_version");
  let seen: unknown;
  return () => {
    // The number changes each time that another connection writes.
    const now = version.get();
    if (now !== seen) known.turns.clear();
    seen = now;
  };
}

interface CommitParts {
  readonly statements: Statements;
  readonly known: StoreCache;
  readonly damage: Damage;
  readonly inWrite: <Result>(work: () => Result) => Result;
}

interface Aside {
  /** For a read, which writes nothing. */
  meet(reason: string, statements: Statements): void;
  /** Puts vectors aside if a read found them damaged. */
  follow(): void;
  /** Puts them aside now; false if they already are. */
  put(): boolean;
}

/** Puts damaged vectors aside once per connection. If that does not help, the damage is elsewhere. */
function makeAside(database: SqliteDatabase, inWrite: CommitParts["inWrite"]): Aside {
  let [isMet, isDone] = [false, false];
  const put = () => {
    if (isDone) return false;
    isDone = true;
    try {
      putVectorsAside(database, inWrite);
    } catch (error) {
      // If the file was locked, the next call tries again.
      isDone = !isBusy(error);
      throw error;
    }
    return true;
  };
  return {
    meet: (reason, { unread }) => {
      isMet = true;
      unread.meet({ table: "vectors", key: {}, reason });
    },
    follow: () => {
      if (isMet) put();
    },
    put,
  };
}

/** A damaged search index stops no write, but is no longer updated. Damaged vectors stop none: they are rebuilt. */
function makeCommit(parts: CommitParts, aside: Aside): (work: Work<CommitResult>) => CommitResult {
  const { statements, known, damage, inWrite } = parts;
  let writing = statements;
  return (work) => {
    aside.follow();
    const met: UnreadRow[] = [];
    for (let used = writing; ; ) {
      try {
        return heed(damage, "write", inWrite, () => {
          for (const each of met) damage.meet(each);
          return work(used, known);
        });
      } catch (error) {
        if (error instanceof SearchDamage && writing === statements) {
          writing = leaveSearch(statements);
          used = leaveSearch(used);
          met.push({ table: "search", key: {}, reason: error.message });
        } else if (error instanceof VectorDamage && aside.put()) {
          used = leaveVectors(used);
          met.push({ table: "vectors", key: {}, reason: error.message });
        } else throw error instanceof VectorDamage ? error.cause : error;
      }
    }
  };
}

/** Runs before the first write of a connection, because new rows are numbered after the existing ones. */
function makeMend(database: SqliteDatabase, { known, damage, inWrite }: Omit<CommitParts, "statements">): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    const tables = findMisnumbered(database);
    if (tables.length > 0) {
      heed(damage, "write", inWrite, () => mendNumbers(database, tables, damage));
      forgetAll(known);
    }
    isDone = true;
  };
}

/** Stores the report of lost writes, because opening the file removes the evidence. */
function keepLostWrites(database: SqliteDatabase, damage: Damage, reason: string): void {
  heed(damage, "write", database.transaction("immediate"), () => damage.meet({ table: "wal", key: {}, reason }));
}

/** Runs work in a transaction, and keeps the unreadable rows that it met. */
function heed<Result>(
  damage: Damage,
  kind: "read" | "write",
  transaction: (work: () => Result) => Result,
  work: () => Result,
): Result {
  let read: { readonly result: Result } | null = null;
  let isDone = false;
  try {
    const result = transaction(() => {
      damage.begin(kind);
      const done = work();
      if (kind === "read") read = { result: done };
      return done;
    });
    isDone = true;
    return result;
  } catch (error) {
    // A read has nothing to commit; after a damaged page SQLite refuses even that.
    if (read === null) throw error;
    readDamage(error);
    return (read as { readonly result: Result }).result;
  } finally {
    damage.end(isDone);
  }
}

function makeRefusal(path: string): () => never {
  return () => {
    throw new ClewError("store/unavailable", `${path} can only be read: the file or its folder can't be written`, {
      hint: "Copy the log to a folder that you may write to, or name another with --store FILE",
    });
  };
}

/** Runs before anything else is read: the entries of the change are final now, and its turns may have changed. */
function keepCommitted(known: StoreCache, { written, laneId, rows, turns, chunks }: CommitResult): ChangeResult {
  for (const row of rows) tryRead((each) => rememberEntry(known, laneId, each), row);
  for (const turn of turns) known.turns.delete(turn);
  rememberChunks(known, chunks);
  return written;
}
