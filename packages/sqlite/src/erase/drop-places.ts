/** Whole sessions and lanes, with everything that names them. */
import type { SqliteDatabase } from "../drivers/driver.js";

/** By lane, in the order in which they can go. */
const ofLane = [
  "DELETE FROM vectors WHERE lane_index IN (SELECT number FROM vector_lanes WHERE lane_id = @lane)",
  "DELETE FROM vector_lanes WHERE lane_id = @lane",
  "DELETE FROM superseded WHERE number IN (SELECT number FROM entries WHERE lane_id = @lane)",
  "DELETE FROM addresses WHERE entry IN (SELECT number FROM entries WHERE lane_id = @lane)",
  "DELETE FROM sent WHERE entry IN (SELECT number FROM entries WHERE lane_id = @lane)",
  "DELETE FROM leases WHERE lane_id = @lane OR turn IN (SELECT number FROM turns WHERE lane_id = @lane)",
  "DELETE FROM answers WHERE turn IN (SELECT number FROM turns WHERE lane_id = @lane)",
  "DELETE FROM epochs WHERE lane_id = @lane",
  "DELETE FROM records WHERE lane_id = @lane",
  "DELETE FROM receipts WHERE lane_id = @lane OR turn IN (SELECT number FROM turns WHERE lane_id = @lane)",
  "DELETE FROM entries WHERE lane_id = @lane",
  // An entry of another lane may name one of these turns: its name stays, and nothing else of it.
  `UPDATE turns SET state = NULL, origin = NULL, began = NULL, lasted = NULL, message = NULL, attach_over = NULL,
     rest = NULL, unsent = NULL,
     lane_id = (SELECT entries.lane_id FROM entries WHERE entries.turn = turns.number LIMIT 1)
   WHERE lane_id = @lane AND number IN (SELECT turn FROM entries WHERE turn IS NOT NULL)`,
  "DELETE FROM turns WHERE lane_id = @lane",
  "DELETE FROM lanes WHERE id = @lane",
];

export function dropLane(
  database: SqliteDatabase,
  { id, sessionId }: { readonly id: number; readonly sessionId: number },
) {
  for (const statement of ofLane) database.prepare(statement).run({ lane: id });
  database
    .prepare(
      `UPDATE sessions SET
         lanes = (SELECT count(*) FROM lanes WHERE session_id = sessions.id AND next_seq > 1),
         entries = (SELECT coalesce(sum(next_seq - 1), 0) FROM lanes WHERE session_id = sessions.id),
         newest = (SELECT max(newest) FROM lanes WHERE session_id = sessions.id)
       WHERE id = ?`,
    )
    .run([sessionId]);
}

export function dropSession(database: SqliteDatabase, sessionId: number): void {
  for (const id of database.prepareValue("SELECT id FROM lanes WHERE session_id = ?").all([sessionId]))
    dropLane(database, { id: Number(id), sessionId });
  for (const table of ["answers", "sent", "derivations", "chunks", "blobs", "turns"])
    database.prepare(`DELETE FROM ${table} WHERE session_id = ?`).run([sessionId]);
  database.prepare("DELETE FROM sessions WHERE id = ?").run([sessionId]);
}
