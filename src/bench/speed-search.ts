import Database from "better-sqlite3";
import { clewOn } from "../compose/open.js";
import { sha256 } from "../compose/options.js";
import { sqliteStore } from "../stores/sqlite/sqlite-store.js";
import { searched } from "./generated-round.js";
import { median } from "./median.js";
import { atMost, type Table, type Verdict } from "./report.js";

const runs = 200;
const found = 20;
const searchLimit = 1.5;

const questions: readonly (readonly [name: string, words: readonly string[]])[] = [
  ["a rare word", [searched.rare]],
  ["a common word", [searched.common]],
  ["two words", [searched.common, searched.less]],
];

/** The whole log is searched, and the newest twenty are asked for: by clew, and by the bare statement. */
export async function searchFigures(path: string): Promise<{ verdicts: readonly Verdict[]; table: Table }> {
  const clew = await clewOn(sqliteStore({ path, hash: sha256 }), { timeZone: "UTC" });
  const bare = bareSearch(path);
  const rows: (readonly [string, number, number, number, number, number, number])[] = [];
  for (const [name, words] of questions) {
    const times = { clew: [] as number[], match: [] as number[], entries: [] as number[] };
    const timed = async (list: number[], work: () => unknown) => {
      const started = performance.now();
      await work();
      list.push(performance.now() - started);
    };
    const hits = (await clew.search(words.join(" "), { limit: found })).length;
    for (let run = 0; run < runs; run++) {
      await timed(times.match, () => bare.match(words));
      await timed(times.clew, () => clew.search(words.join(" "), { limit: found }));
      await timed(times.entries, () => bare.entries(words));
    }
    const [own, match, entries] = [times.clew, times.match, times.entries].map(median) as [number, number, number];
    rows.push([name, hits, own, match, own / match, entries, own / entries]);
  }
  bare.close();
  await clew.close();
  return {
    verdicts: rows.flatMap(([name, , , , toNumbers, , toEntries]) => [
      atMost(`search for ${name}, to the bare statement`, toNumbers, searchLimit),
      atMost(`search for ${name}, to the bare statement with its entries`, toEntries, searchLimit),
    ]),
    table: {
      title: `Search for the newest ${found}, medians of ${runs} interleaved runs`,
      columns: ["question", "hits", "clew ms", "bare ms", "ratio", "bare with entries ms", "ratio to that"],
      rows,
    },
  };
}

/** The same MATCH, for the numbers alone, and with the rows that they stand for. */
function bareSearch(path: string) {
  const database = new Database(path, { readonly: true });
  const match = database.prepare("SELECT rowid FROM search WHERE search MATCH ? ORDER BY rowid DESC LIMIT ?");
  const entries = database.prepare(`
    SELECT entries.*, lanes.key, sessions.key FROM search CROSS JOIN entries ON entries.number = search.rowid
    JOIN lanes ON lanes.id = entries.lane_id JOIN sessions ON sessions.id = entries.session_id
    WHERE search MATCH ? ORDER BY search.rowid DESC LIMIT ?`);
  const { id: owner } = database.prepare("SELECT id FROM owners").get() as { id: number };
  const query = (words: readonly string[]) =>
    [`scope : o${owner}`, ...words.map((word) => `words : "${word}"`)].join(" AND ");
  return {
    match: (words: readonly string[]) => match.all(query(words), found),
    entries: (words: readonly string[]) => entries.all(query(words), found),
    close: () => database.close(),
  };
}
