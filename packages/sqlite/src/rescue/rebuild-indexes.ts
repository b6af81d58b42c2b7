/** Rebuilds everything derived from entries: addresses, the search, the channel's ids of answers, and newest times. */
import { setImmediate } from "node:timers/promises";
import { type Entry, isUnreadable } from "@clewline/core/log/entry.js";
import { makeAddress } from "@clewline/core/log/pointer.js";
import { makeIndexedText } from "@clewline/core/log/search-words.js";
import { makePageReader } from "../damage/row-tables.js";
import { walkRows } from "../damage/walk-rows.js";
import { readFields } from "../fields.js";
import { type IndexedPlace, mapIndexedPlaces } from "../indexed-places.js";
import { encodeAddressPart } from "../locate.js";
import { readLongTexts } from "../named-blobs.js";
import { readEntryRow } from "../rows/entry-row.js";
import { addScopeWords } from "../scope.js";
import type { Statements } from "../statements/prepared.js";
import { encodeKey } from "../stored-key.js";
import type { Rescue } from "./rescue-report.js";

export async function rebuildIndexes({ to, hash }: Rescue, statements: Statements): Promise<void> {
  const places = mapIndexedPlaces(to);
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

function indexEntry(statements: Statements, { ref, scope }: IndexedPlace, entry: Entry, number: number): void {
  const words = makeIndexedText(entry, readLongTexts(statements, ref, entry));
  if (/\S/.test(words)) statements.search.addWords.run([number, addScopeWords(scope, words)]);
  if (entry.kind !== "noted" || entry.note.kind !== "sent") return;
  for (const message of entry.note.messages)
    statements.entries.insertSent.run({ sessionId: scope.sessionId, message: encodeKey(message), entry: number });
}
