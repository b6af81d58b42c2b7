import type { Entry } from "@clewline/core/log/entry.js";
import type { SessionRef } from "@clewline/core/log/keys.js";
import { type Hash, makeAddress } from "@clewline/core/log/pointer.js";
import { makeSearchableText } from "@clewline/core/log/search-words.js";
import type { StoreFault } from "@clewline/core/ports/index.js";
import { isRowNumber } from "../damage/row-numbers.js";
import { encodeAddressPart } from "../locate.js";
import { listNamedBlobs, readLongTexts } from "../named-blobs.js";
import { readBlobs } from "../read.js";
import { readKeyColumn, readNumberColumn, tryRead } from "../rows/columns.js";
import { readPlacedEntry } from "../rows/place-row.js";
import { scopeWord } from "../scope.js";
import type { Statements } from "../statements/prepared.js";
import { restore, summariseFaults, walkPages } from "./check-pages.js";

/** Whether every entry can be read, has the contents that it names, and is found by its address and its words. */
export async function checkEntries(
  statements: Statements,
  _recover: string,
  hash: Hash,
): Promise<readonly StoreFault[]> {
  const { entryPage, strayWords, allOwners } = statements.checks;
  const numbers = allOwners.all({}).map((row) => readNumberColumn(row, "id"));
  // Others are named already, and nothing was ever indexed under them.
  const owners = numbers.filter(isRowNumber).map((id) => `"${scopeWord.owner(id)}"`);
  const faults: Record<Fault, string[]> = { incomplete: [], unaddressed: [], unfindable: [] };
  let after = 0;
  for await (const rows of walkPages(entryPage)) {
    const indexed = listIndexedNumbers(statements, owners, after, readNumberColumn(rows.at(-1), "number"));
    after = readNumberColumn(rows.at(-1), "number");
    for (const row of rows) {
      const name = tryRead((each) => readKeyColumn(each, "id"), row) ?? `number ${readNumberColumn(row, "number")}`;
      for (const fault of listEntryFaults(statements, row, indexed, hash)) faults[fault].push(name);
    }
  }
  const stray = owners
    .flatMap((query) => strayWords.all({ query }))
    .map((row) => String(readNumberColumn(row, "number")));
  return [
    ...summariseFaults("Entries whose contents are not all there", faults.incomplete, restore),
    ...summariseFaults("Entries that no pointer leads to", faults.unaddressed, restore),
    ...summariseFaults("Entries that the search does not know as it should", faults.unfindable, restore),
    ...summariseFaults("Rows of the search that belong to no entry", stray, restore),
  ];
}

type Fault = "incomplete" | "unaddressed" | "unfindable";

function listEntryFaults(
  statements: Statements,
  row: unknown,
  indexed: ReadonlySet<number>,
  hash: Hash,
): readonly Fault[] {
  const placed = tryRead(readPlacedEntry, row);
  // Named already.
  if (placed === null) return [];
  const { ref, entry } = placed;
  const number = readNumberColumn(row, "number");
  const isFindable = tryRead(() => hasWords(statements, ref, entry), row);
  const isLeftOut = readNumberColumn(row, "is_superseded") === readNumberColumn(row, "is_left_out");
  const address = { part: encodeAddressPart(makeAddress(ref, entry.seq, hash)), entry: number };
  const isIncomplete = isFindable === null || hasMissingBlobs(statements, ref, entry);
  return [
    ...(isIncomplete ? ["incomplete" as const] : []),
    ...(statements.checks.addressed.get(address) === undefined ? ["unaddressed" as const] : []),
    ...((isFindable ?? indexed.has(number)) === indexed.has(number) && isLeftOut ? [] : ["unfindable" as const]),
  ];
}

/** The index can't be walked through, but every row has the word of its owner. */
function listIndexedNumbers(
  { checks }: Statements,
  owners: readonly string[],
  after: number,
  to: number,
): ReadonlySet<number> {
  const found = owners.flatMap((query) => checks.searchRows.all({ query, after, to }));
  return new Set(found.map((row) => readNumberColumn(row, "number")));
}

function hasMissingBlobs(statements: Statements, session: SessionRef, entry: Entry): boolean {
  const { texts, files } = listNamedBlobs(entry);
  const named = new Set([...texts, ...files]);
  return named.size > 0 && readBlobs(statements, session, [...named]).size < named.size;
}

function hasWords(statements: Statements, session: SessionRef, entry: Entry): boolean {
  return makeSearchableText(entry, readLongTexts(statements, session, entry)).trim() !== "";
}
