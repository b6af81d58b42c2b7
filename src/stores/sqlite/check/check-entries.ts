import type { Entry } from "../../../core/log/entry.js";
import type { SessionRef } from "../../../core/log/keys.js";
import { addressOf, type Hash } from "../../../core/log/pointer.js";
import { searchableText } from "../../../core/log/search-words.js";
import type { StoreFault } from "../../../core/ports/index.js";
import { addressPart } from "../addresses.js";
import { namedBlobs, storedTexts } from "../named-blobs.js";
import { keyIn, numberIn, readable } from "../rows/columns.js";
import { placedEntry } from "../rows/place-row.js";
import { scopeWord } from "../scope.js";
import type { Statements } from "../statements/prepared.js";
import { toKey } from "../stored-key.js";
import { pagesOf, restore, summed } from "./check-pages.js";

/** Whether every entry can be read, has the contents that it names, and is found by its address and its words. */
export async function checkEntries(
  statements: Statements,
  recover: string,
  hash: Hash,
): Promise<readonly StoreFault[]> {
  const { entryPage, strayWords, allOwners } = statements.checks;
  const owners = allOwners.all({}).map((row) => `"${scopeWord.owner(numberIn(row, "id"))}"`);
  const faults: Record<Fault, string[]> = { unreadable: [], incomplete: [], unaddressed: [], unfindable: [] };
  let after = 0;
  for await (const rows of pagesOf(entryPage)) {
    const indexed = indexedBetween(statements, owners, after, numberIn(rows.at(-1), "number"));
    after = numberIn(rows.at(-1), "number");
    for (const row of rows) {
      const name = readable((each) => keyIn(each, "id"), row) ?? `number ${numberIn(row, "number")}`;
      for (const fault of faultsOf(statements, row, indexed, hash)) faults[fault].push(name);
    }
  }
  const stray = owners.flatMap((query) => strayWords.all({ query })).map((row) => String(numberIn(row, "number")));
  return [
    ...summed("Entries that cannot be read", faults.unreadable, recover),
    ...summed("Entries whose contents are not all there", faults.incomplete, restore),
    ...summed("Entries that no pointer leads to", faults.unaddressed, restore),
    ...summed("Entries that the search does not know as it should", faults.unfindable, restore),
    ...summed("Rows of the search that belong to no entry", stray, restore),
  ];
}

type Fault = "unreadable" | "incomplete" | "unaddressed" | "unfindable";

function faultsOf(statements: Statements, row: unknown, indexed: ReadonlySet<number>, hash: Hash): readonly Fault[] {
  const placed = readable(placedEntry, row);
  if (placed === null) return ["unreadable"];
  const { ref, entry } = placed;
  const number = numberIn(row, "number");
  const isFindable = readable(() => hasWords(statements, ref, entry), row);
  const isLeftOut = numberIn(row, "is_superseded") === numberIn(row, "is_left_out");
  const address = { part: addressPart(addressOf(ref, entry.seq, hash)), entry: number };
  const isIncomplete = isFindable === null || lacksBlobs(statements, numberIn(row, "session_id"), entry);
  return [
    ...(isIncomplete ? ["incomplete" as const] : []),
    ...(statements.checks.addressed.get(address) === undefined ? ["unaddressed" as const] : []),
    ...((isFindable ?? indexed.has(number)) === indexed.has(number) && isLeftOut ? [] : ["unfindable" as const]),
  ];
}

/** The index can't be walked through, but every row has the word of its owner. */
function indexedBetween(
  { checks }: Statements,
  owners: readonly string[],
  after: number,
  to: number,
): ReadonlySet<number> {
  const found = owners.flatMap((query) => checks.searchRows.all({ query, after, to }));
  return new Set(found.map((row) => numberIn(row, "number")));
}

function lacksBlobs({ checks }: Statements, sessionId: number, entry: Entry): boolean {
  const { texts, files } = namedBlobs(entry);
  return [...texts, ...files].some((id) => checks.hasBlob.get({ sessionId, id: toKey(id) }) === undefined);
}

function hasWords(statements: Statements, session: SessionRef, entry: Entry): boolean {
  return searchableText(entry, storedTexts(statements, session, entry)).trim() !== "";
}
