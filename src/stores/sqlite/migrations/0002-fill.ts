import type { Database } from "better-sqlite3";
import { firstEpoch } from "../../../core/epoch.js";
import { canonical } from "../../../core/json.js";
import type { BlobId } from "../../../core/keys.js";
import { searchableText } from "../../../core/words.js";
import { storedTexts } from "../named-blobs.js";
import { entryOf, entryPlace, readable } from "../rows.js";
import { scopeOf } from "../scope.js";
import { superseded } from "../statements/entries.js";
import { parsedJson, toStored } from "../stored-text.js";

const page = 500;

/** Targets, words and newest receipts of a file that was written by the first schema. */
export function fillFromRows(database: Database): void {
  fillEntries(database);
  database.exec(`DELETE FROM search WHERE rowid IN (SELECT number FROM entries WHERE ${superseded})`);
  fillLastReceipts(database);
}

/** By pages, because a connection cannot write while it walks through a result. */
function fillEntries(database: Database): void {
  const next = database.prepare<{ after: number }>(`
    SELECT entries.*, owners.id AS owner_id FROM entries JOIN owners ON owners.key = entries.owner
    WHERE entries.number > @after ORDER BY entries.number LIMIT ${page}`);
  const setTarget = database.prepare("UPDATE entries SET target = @target WHERE number = @number");
  const addWords = database.prepare("INSERT INTO search (rowid, scope, words) VALUES (@number, @scope, @words)");
  const blobs = database.prepare<{ owner: string; keys: string }>(`
    SELECT blobs.id AS key, blobs.content
    FROM json_each(@keys) AS wanted CROSS JOIN blobs ON blobs.owner = @owner AND blobs.id = wanted.value`);
  for (let rows = next.all({ after: 0 }); rows.length > 0; ) {
    const places = rows.map(entryPlace);
    for (const [index, { number, ...place }] of places.entries()) {
      const entry = readable(entryOf, rows[index]);
      // A row that cannot be read has no words to find; whoever reads it is told of the damage.
      if (entry === null) continue;
      if ("target" in entry) setTarget.run({ number, target: toStored(entry.target) });
      // A blob that cannot be read is no reason either: then the ends of the texts are found.
      const contents = readable(() => storedTexts(blobs, place.owner, entry), entry) ?? new Map<BlobId, string>();
      const words = searchableText(entry, contents);
      if (words.trim() !== "") addWords.run({ number, scope: scopeOf(place), words });
    }
    rows = next.all({ after: places.at(-1)?.number ?? Number.MAX_SAFE_INTEGER });
  }
}

/** The newest of each lane and epoch key, so that the next receipt finds its parent. */
function fillLastReceipts(database: Database): void {
  const rows = database
    .prepare<[], { lane_id: number; id: string; key: string | null }>(`
      SELECT lane_id, id, CASE WHEN json_valid(body) THEN body -> '$.epoch.key' END AS key
      FROM receipts ORDER BY number`)
    .all();
  const put = database.prepare(`
    INSERT INTO epochs (lane_id, key, number, body, last_receipt) VALUES (@laneId, @key, 0, @body, @receipt)
    ON CONFLICT (lane_id, key) DO UPDATE SET last_receipt = excluded.last_receipt`);
  for (const { lane_id: laneId, id: receipt, key: json } of rows) {
    const key = json === null ? null : parsedJson(json);
    if (typeof key !== "string") continue;
    put.run({ laneId, key: toStored(key), body: canonical({ ...firstEpoch, key }), receipt });
  }
}
