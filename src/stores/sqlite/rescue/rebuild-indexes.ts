/** What follows from the entries: addresses, the search, the channel's ids of answers, and the newest times. */
import { setImmediate } from "node:timers/promises";
import { type Entry, isUnreadable } from "../../../core/log/entry.js";
import type { LaneRef } from "../../../core/log/keys.js";
import { makeAddress } from "../../../core/log/pointer.js";
import { makeSearchableText } from "../../../core/log/search-words.js";
import { encodeAddressPart } from "../addresses.js";
import { makePageReader } from "../damage/row-tables.js";
import { walkRows } from "../damage/walk-rows.js";
import { readFields } from "../fields.js";
import { readLongTexts } from "../named-blobs.js";
import { readEntryRow } from "../rows/entry-row.js";
import { readRef } from "../rows/place-row.js";
import { addScopeWords } from "../scope.js";
import type { Statements } from "../statements/prepared.js";
import { encodeKey } from "../stored-key.js";
import type { Rescue } from "./rescue-report.js";

interface Place {
  readonly ref: LaneRef;
  readonly scope: { readonly ownerId: number; readonly sessionId: number; readonly id: number };
}

export async function rebuildIndexes({ to, hash }: Rescue, statements: Statements): Promise<void> {
  const places = new Map(listPlaces({ to }).map((place) => [place.scope.id, place]));
  const newest = new Map<number, number>();
  const inOne = to.transaction("deferred");
  for (const page of walkRows(makePageReader(to, { name: "entries", number: "number" }))) {
    if (page.kind === "lost") continue;
    inOne(() => {
      for (const row of page.rows) {
        const { number, lane_id: laneId } = readFields(row);
        const place = places.get(Number(laneId));
        if (place === undefined) continue;
        const entry = readEntryRow({ ...readFields(row), turn_id: null });
        statements.entries.insertAddress.run([
          encodeAddressPart(makeAddress(place.ref, entry.seq, hash)),
          Number(number),
        ]);
        indexEntry(statements, place, entry, Number(number));
        if (!isUnreadable(entry))
          newest.set(place.scope.id, Math.max(newest.get(place.scope.id) ?? entry.at, entry.at));
      }
    });
    await setImmediate();
  }
  inOne(() => {
    const setNewest = to.prepare("UPDATE lanes SET newest = ? WHERE id = ?");
    for (const [laneId, at] of newest) setNewest.run([at, laneId]);
    to.exec(`
      UPDATE lanes SET newest = coalesce(newest, 0) WHERE next_seq > 1;
      UPDATE sessions SET newest = (SELECT max(newest) FROM lanes WHERE session_id = sessions.id)`);
    const last = Number(to.prepareValue("SELECT coalesce(max(number), 0) FROM entries").get());
    for (let number = 1; number <= last; number++) statements.search.supersedeChange.run({ number });
  });
}

function indexEntry(statements: Statements, { ref, scope }: Place, entry: Entry, number: number): void {
  const words = makeSearchableText(entry, readLongTexts(statements, ref, entry));
  if (/\S/.test(words)) statements.search.addWords.run([number, addScopeWords(scope, words)]);
  if (entry.kind !== "noted" || entry.note.kind !== "sent") return;
  for (const message of entry.note.messages)
    statements.entries.insertSent.run({ sessionId: scope.sessionId, message: encodeKey(message), entry: number });
}

function listPlaces({ to }: Pick<Rescue, "to">): readonly Place[] {
  const rows = to
    .prepare(
      `SELECT lanes.id, lanes.session_id, sessions.owner_id, owners.key AS owner, sessions.key AS session, lanes.key AS lane
       FROM lanes JOIN sessions ON sessions.id = lanes.session_id JOIN owners ON owners.id = sessions.owner_id`,
    )
    .all();
  return rows.map((row) => {
    const fields = readFields(row);
    const scope = { id: Number(fields.id), sessionId: Number(fields.session_id), ownerId: Number(fields.owner_id) };
    return { ref: readRef(fields), scope };
  });
}
