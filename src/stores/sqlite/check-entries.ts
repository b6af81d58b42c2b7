import type { Entry } from "../../core/entry.js";
import type { StoreFault } from "../../core/ports.js";
import { searchableText } from "../../core/words.js";
import { pagesOf, restore, summed } from "./check-pages.js";
import { namedBlobs, storedTexts } from "./named-blobs.js";
import { entryOf, numberIn, readable, textIn } from "./rows.js";
import type { Statements } from "./statements/prepared.js";
import { keyList } from "./stored-text.js";

/** Whether every entry can be read, has the contents that it names, and is found by its words. */
export function checkEntries(statements: Statements, recover: string): readonly StoreFault[] {
  const { entryPage, strayWords } = statements.checks;
  const unreadable: string[] = [];
  const incomplete: string[] = [];
  const unfindable: string[] = [];
  let after = 0;
  for (const rows of pagesOf(entryPage)) {
    const indexed = indexedBetween(statements, after, rows);
    after = numberIn(rows.at(-1), "number");
    for (const row of rows) {
      const entry = readable(entryOf, row);
      const owner = textIn(row, "owner");
      if (entry === null) unreadable.push(textIn(row, "id"));
      else {
        if (lacksBlobs(statements, owner, entry)) incomplete.push(entry.id);
        const findable = numberIn(row, "superseded") === 0 && hasWords(statements, owner, entry);
        if (findable !== indexed.has(numberIn(row, "number"))) unfindable.push(entry.id);
      }
    }
  }
  const stray = strayWords.all({}).map((row) => String(numberIn(row, "number")));
  return [
    ...summed("Entries that cannot be read", unreadable, recover),
    ...summed("Entries whose contents are not all there", incomplete, restore),
    ...summed("Entries that the search does not know as it should", unfindable, restore),
    ...summed("Rows of the search that belong to no entry", stray, restore),
  ];
}

function indexedBetween({ checks }: Statements, after: number, rows: readonly unknown[]): ReadonlySet<number> {
  const found = checks.searchRows.all({ after, to: numberIn(rows.at(-1), "number") });
  return new Set(found.map((row) => numberIn(row, "number")));
}

function lacksBlobs({ checks }: Statements, owner: string, entry: Entry): boolean {
  const { texts, files } = namedBlobs(entry);
  const keys = [...texts, ...files];
  return keys.length > 0 && checks.missingBlobs.get({ owner, keys: keyList(keys) }) !== undefined;
}

function hasWords({ contents }: Statements, owner: string, entry: Entry): boolean {
  return searchableText(entry, storedTexts(contents.blobs, owner, entry)).trim() !== "";
}
