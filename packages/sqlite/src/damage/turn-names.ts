import type { SqliteDatabase } from "../drivers/driver.js";
import { decodeKey } from "../stored-key.js";
import { readOrMeet } from "./unread-rows.js";

/** The id of a turn by its number, if that can be read; for a sentence about a row. */
export function readTurnNumber(database: SqliteDatabase, number: unknown): { readonly turn?: string } {
  if (typeof number !== "number") return {};
  const read = () => decodeKey(database.prepareValue("SELECT id FROM turns WHERE number = ?").get([number]));
  const turn = readOrMeet(read, () => undefined);
  return turn === null ? {} : { turn };
}
