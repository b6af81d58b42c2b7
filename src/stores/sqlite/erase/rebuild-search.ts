/** Makes the search anew. Its rows can't be taken back one by one: what they were made from may have had other rules. */
import { makeIndexedText } from "../../../core/log/search-words.js";
import type { SqliteDatabase } from "../drivers/driver.js";
import { readFields, readNumber } from "../fields.js";
import { type IndexedPlace, mapIndexedPlaces } from "../indexed-places.js";
import { readLongTexts } from "../named-blobs.js";
import { tryRead } from "../rows/columns.js";
import { readEntryRow } from "../rows/entry-row.js";
import { addScopeWords } from "../scope.js";
import type { Statements } from "../statements/prepared.js";

const page = 500;

export function rebuildSearch({ database, statements }: { database: SqliteDatabase; statements: Statements }): void {
  database.exec("INSERT INTO search (search) VALUES ('delete-all')");
  const places = mapIndexedPlaces(database);
  const read = database.prepare(
    "SELECT entries.*, NULL AS turn_id FROM entries WHERE number > ? ORDER BY number LIMIT ?",
  );
  for (let after = 0; ; ) {
    const rows = read.all([after, page]);
    for (const row of rows) indexRow(statements, places, row);
    if (rows.length < page) return;
    after = readNumber(readFields(rows.at(-1)), "number");
  }
}

/** A row that can't be read had words once, and nobody knows which. */
function indexRow(statements: Statements, places: ReadonlyMap<number, IndexedPlace>, row: unknown): void {
  const { number, lane_id: laneId } = readFields(row);
  const place = places.get(Number(laneId));
  const entry = tryRead(readEntryRow, row);
  if (place === undefined || entry === null) return;
  const words = tryRead(() => makeIndexedText(entry, readLongTexts(statements, place.ref, entry)), row) ?? "";
  if (/\S/.test(words)) statements.search.addWords.run([Number(number), addScopeWords(place.scope, words)]);
}
