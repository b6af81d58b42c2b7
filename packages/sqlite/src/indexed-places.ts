import type { LaneRef } from "@clewline/core/log/keys.js";
import type { SqliteDatabase } from "./drivers/driver.js";
import { readFields } from "./fields.js";
import { readRef } from "./rows/place-row.js";

/** A lane by its names, and by the numbers that stand before the words of its entries in the search. */
export interface IndexedPlace {
  readonly ref: LaneRef;
  readonly scope: { readonly ownerId: number; readonly sessionId: number; readonly id: number };
}

/** All lanes of a file, by their numbers. */
export function mapIndexedPlaces(database: SqliteDatabase): ReadonlyMap<number, IndexedPlace> {
  const rows = database
    .prepare(
      `SELECT lanes.id, lanes.session_id, sessions.owner_id, owners.key AS owner, sessions.key AS session, lanes.key AS lane
       FROM lanes JOIN sessions ON sessions.id = lanes.session_id JOIN owners ON owners.id = sessions.owner_id`,
    )
    .all();
  const places = rows.map((row): IndexedPlace => {
    const fields = readFields(row);
    const scope = { id: Number(fields.id), sessionId: Number(fields.session_id), ownerId: Number(fields.owner_id) };
    return { ref: readRef(fields), scope };
  });
  return new Map(places.map((place) => [place.scope.id, place]));
}
