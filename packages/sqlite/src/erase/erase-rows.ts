/**
 * Removes rows from the file, in the caller's transaction.
 * 1. A row is removed after the rows that refer to it, because foreign keys are checked at once.
 * 2. The counters of lanes and sessions are correct again at the end.
 */
import { isErased } from "@clewline/core/log/entry.js";
import type { LaneRef, SessionRef } from "@clewline/core/log/keys.js";
import { makeNotIdleError } from "@clewline/core/log/times/not-idle.js";
import type { Erasure } from "@clewline/core/ports/index.js";
import { encodeCanonicalJson } from "@clewline/text/json.js";
import type { SqliteDatabase } from "../drivers/driver.js";
import { type Fields, parseObject, readFields, readNumber, readText } from "../fields.js";
import { writeSettings } from "../records.js";
import { makeEntryColumns } from "../rows/entry-row.js";
import { readLaneRow } from "../rows/place-row.js";
import { makeDerivationColumns, makeRecordColumns } from "../rows/record-row.js";
import { makeTurnColumns } from "../rows/turn-row.js";
import type { Statements } from "../statements/prepared.js";
import { encodeKey } from "../stored-key.js";
import { encodeRef, encodeText } from "../stored-text.js";
import { dropLane, dropSession } from "./drop-places.js";
import { erasePieces } from "./erase-pieces.js";

export interface Erasing {
  readonly database: SqliteDatabase;
  readonly statements: Statements;
}

export function eraseRows(erasing: Erasing, erasure: Erasure): void {
  refuseNewer(erasing, erasure);
  for (const session of erasure.sessions) {
    const id = findSession(erasing, session);
    if (id !== null) dropSession(erasing.database, id);
  }
  for (const ref of erasure.lanes) {
    const lane = findLane(erasing, ref);
    if (lane !== null) dropLane(erasing.database, lane);
  }
  replaceEntries(erasing, erasure);
  replaceTurns(erasing, erasure);
  replaceRecords(erasing, erasure);
  replaceDecisions(erasing, erasure);
  forgetDerived(erasing, erasure);
  for (const piece of erasure.pieces) {
    const sessionId = findSession(erasing, piece.session);
    if (sessionId !== null) erasePieces(erasing.database, sessionId, piece);
  }
  forgetSources(erasing.database, erasure);
  clearCopies(erasing.database);
  keepSettings(erasing, erasure);
}

function refuseNewer(erasing: Erasing, { sessions, ifIdleSince }: Erasure): void {
  if (ifIdleSince === null) return;
  const isNewer = erasing.database.prepareValue("SELECT 1 FROM sessions WHERE id = ? AND newest >= ?");
  for (const session of sessions)
    if (isNewer.get([findSession(erasing, session), ifIdleSince]) !== undefined) throw makeNotIdleError(session);
}

function findSession({ database }: Erasing, { owner, session }: SessionRef): number | null {
  const found = database
    .prepareValue(
      "SELECT sessions.id FROM sessions JOIN owners ON owners.id = sessions.owner_id WHERE owners.key = ? AND sessions.key = ?",
    )
    .get([owner, encodeText(session)]);
  return typeof found === "number" ? found : null;
}

interface LaneNumbers {
  readonly id: number;
  readonly sessionId: number;
}

function findLane({ statements }: Erasing, ref: LaneRef): LaneNumbers | null {
  const row = statements.lanes.findLane.get(encodeRef(ref));
  return row === undefined ? null : readLaneRow(row);
}

function replaceEntries(erasing: Erasing, { entries }: Erasure): void {
  const { database, statements } = erasing;
  const find = database.prepareValue("SELECT number FROM entries WHERE lane_id = ? AND seq = ? AND id = ?");
  const replace = database.prepare(
    `UPDATE entries SET kind = @kind, at = @at, arrived = @arrived, speaker = @speaker, source = @source,
       revision = @revision, target = @target, text = @text, rest = @rest
     WHERE number = @number`,
  );
  const voidVector = database.prepare(
    `INSERT INTO vectors (lane_index, seq)
     SELECT lane_index, seq FROM vectors
     JOIN vector_lanes ON vector_lanes.number = vectors.lane_index
     WHERE vector_lanes.lane_id = ? AND vectors.seq = ? AND vectors.bytes IS NOT NULL`,
  );
  const dropVector = database.prepare(
    `DELETE FROM vectors WHERE seq = ? AND bytes IS NOT NULL
       AND lane_index IN (SELECT number FROM vector_lanes WHERE lane_id = ?)`,
  );
  const changed: number[] = [];
  for (const { ref, entry } of entries) {
    const lane = findLane(erasing, ref);
    const number = lane === null ? null : find.get([lane.id, entry.seq, encodeKey(entry.id)]);
    if (lane === null || typeof number !== "number") continue;
    replace.run({ ...makeEntryColumns(entry), number });
    changed.push(number);
    if (!isErased(entry)) continue;
    database.prepare("DELETE FROM sent WHERE entry = ?").run([number]);
    voidVector.run([lane.id, entry.seq]);
    dropVector.run([entry.seq, lane.id]);
  }
  // All changed rows together decide which version replaces another, so the marks are computed at the end.
  for (const number of changed) database.prepare("DELETE FROM superseded WHERE number = ?").run([number]);
  for (const number of changed) statements.search.supersedeChange.run({ number });
}

function replaceTurns(erasing: Erasing, { turns }: Erasure): void {
  const { database } = erasing;
  const find = database.prepare(
    "SELECT number, message FROM turns WHERE id = ? AND session_id = ? AND state IS NOT NULL",
  );
  // A reply that newer ones pushed off the list of unsent replies has another mark, which stays.
  const replace =
    database.prepare(`UPDATE turns SET state = ?, lasted = ?, unsent = CASE WHEN ? IS NULL THEN NULL ELSE unsent END, rest = ?
     WHERE number = ?`);
  for (const turn of turns) {
    const sessionId = findSession(erasing, turn.ref);
    const row = sessionId === null ? undefined : find.get([encodeKey(turn.id), sessionId]);
    if (row === undefined) continue;
    const { number, message } = readFields(row);
    const { state, lasted, unsent, rest } = makeTurnColumns(turn, turn.ref, message !== null);
    replace.run([state, lasted, unsent, rest, number]);
  }
}

function replaceRecords(erasing: Erasing, { records }: Erasure): void {
  const { database } = erasing;
  const drop = database.prepare("DELETE FROM records WHERE lane_id = ? AND id = ?");
  const replace = database.prepare(
    "UPDATE records SET name = @name, at = @at, reach = @reach, rest = @rest WHERE lane_id = @laneId AND id = @id",
  );
  for (const { ref, id, becomes } of records) {
    const lane = findLane(erasing, ref);
    if (lane === null) continue;
    if (becomes === null) drop.run([lane.id, encodeKey(id)]);
    else replace.run({ ...makeRecordColumns(becomes), laneId: lane.id });
  }
}

function replaceDecisions(erasing: Erasing, { receipts }: Erasure): void {
  const { database } = erasing;
  const find = database.prepare("SELECT number, rest FROM receipts WHERE id = ? AND session_id = ?");
  const replace = database.prepare("UPDATE receipts SET rest = ? WHERE number = ?");
  for (const { session, id, decisions } of receipts) {
    const sessionId = findSession(erasing, session);
    const row = sessionId === null ? undefined : find.get([encodeKey(id), sessionId]);
    if (row === undefined) continue;
    const fields: Fields = readFields(row);
    const rest = { ...parseObject(readText(fields, "rest")), decisions };
    replace.run([encodeCanonicalJson(rest), readNumber(fields, "number")]);
  }
}

/** Reads the register once, however many entries there are. */
function forgetSources(database: SqliteDatabase, { sources }: Erasure): void {
  if (sources.length === 0) return;
  database.exec("CREATE TEMP TABLE IF NOT EXISTS erased_sources (source PRIMARY KEY) WITHOUT ROWID");
  const add = database.prepare("INSERT OR IGNORE INTO temp.erased_sources (source) VALUES (?)");
  for (const source of sources) add.run([encodeKey(source)]);
  database.exec("DELETE FROM derivations WHERE source IN (SELECT source FROM temp.erased_sources)");
  database.exec("DROP TABLE temp.erased_sources");
}

/** Runs before a chunk gets its other name. It also reads the register once. */
function forgetDerived(erasing: Erasing, { derived }: Erasure): void {
  if (derived.length === 0) return;
  const { database } = erasing;
  const columns = "session_id, kind, key";
  database.exec(`CREATE TEMP TABLE IF NOT EXISTS erased_lines (${columns}, PRIMARY KEY (${columns})) WITHOUT ROWID`);
  const add = database.prepare(`INSERT OR IGNORE INTO temp.erased_lines (${columns}) VALUES (?, ?, ?)`);
  const find = database.prepareValue(
    "SELECT number FROM chunks WHERE session_id = ? AND substr(hash, 1, 8) = substr(?2, 1, 8) AND hash = ?2",
  );
  for (const { session, ...line } of derived) {
    const sessionId = findSession(erasing, session);
    if (sessionId === null) continue;
    const number = line.kind === "chunk" ? find.get([sessionId, encodeKey(line.key)]) : undefined;
    for (const chunk of new Set([undefined, typeof number === "number" ? number : undefined])) {
      const { kind, key } = makeDerivationColumns(line, chunk);
      add.run([sessionId, kind, key]);
    }
  }
  database.exec(`DELETE FROM derivations WHERE (${columns}) IN (SELECT ${columns} FROM temp.erased_lines)`);
  database.exec("DROP TABLE temp.erased_lines");
}

/** Clears copies of unreadable rows and of rows without a place, because the words in them can't be attributed. */
function clearCopies(database: SqliteDatabase): void {
  const has = database.prepareValue("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?");
  if (has.get(["quarantine"]) !== undefined) database.exec("UPDATE quarantine SET row = NULL");
  if (has.get(["set_aside"]) !== undefined) database.exec("UPDATE set_aside SET row = 'null'");
}

function keepSettings({ statements }: Erasing, { settings }: Erasure): void {
  if (settings === null) return;
  const row = statements.lanes.findLane.get(encodeRef(settings.ref));
  if (row !== undefined) writeSettings(statements, readLaneRow(row), settings);
}
