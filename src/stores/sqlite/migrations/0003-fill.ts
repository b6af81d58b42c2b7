import type { Database } from "better-sqlite3";
import type { BlobId } from "../../../core/keys.js";
import { holdsSecret, searchableText } from "../../../core/words.js";
import { storedTexts } from "../named-blobs.js";
import { entryOf, entryPlace, readable } from "../rows.js";
import { scopeOf } from "../scope.js";

const page = 500;

/** The words of entries that hold a secret, indexed anew without it. What no search finds any more stays so. */
export function reindexSecrets(database: Database): void {
  const next = database.prepare<{ after: number }>(`
    SELECT entries.*, owners.id AS owner_id FROM entries JOIN owners ON owners.key = entries.owner
    WHERE entries.number > @after ORDER BY entries.number LIMIT ${page}`);
  const blobs = database.prepare<{ owner: string; keys: string }>(`
    SELECT blobs.id AS key, blobs.content
    FROM json_each(@keys) AS wanted CROSS JOIN blobs ON blobs.owner = @owner AND blobs.id = wanted.value`);
  const dropWords = database.prepare("DELETE FROM search WHERE rowid = @number");
  const addWords = database.prepare("INSERT INTO search (rowid, scope, words) VALUES (@number, @scope, @words)");
  for (let rows = next.all({ after: 0 }); rows.length > 0; ) {
    const places = rows.map(entryPlace);
    for (const [index, { number, ...place }] of places.entries()) {
      const entry = readable(entryOf, rows[index]);
      // A row that cannot be read has no words in the search.
      if (entry === null) continue;
      const contents = readable(() => storedTexts(blobs, place.owner, entry), entry) ?? new Map<BlobId, string>();
      if (!holdsSecret(entry, contents) || dropWords.run({ number }).changes === 0) continue;
      const words = searchableText(entry, contents);
      if (words.trim() !== "") addWords.run({ number, scope: scopeOf(place), words });
    }
    rows = next.all({ after: places.at(-1)?.number ?? Number.MAX_SAFE_INTEGER });
  }
}
