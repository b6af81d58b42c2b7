import type { Statements } from "../statements/prepared.js";
import { readDamage } from "./unread-rows.js";

/** Undoes a change: after a damaged page SQLite commits nothing, so it is to be written again without its words. */
export class SearchDamage extends Error {
  override readonly name = "SearchDamage";
}

/** Adds words to the search, unless that is damaged. */
export function addSearchWords({ search }: Statements, row: readonly [number: number, words: string]): void {
  try {
    search.addWords.run(row);
  } catch (error) {
    throw new SearchDamage(readDamage(error), { cause: error });
  }
}

/** The same statements for a log whose search takes no new words. */
export function leaveSearch(statements: Statements): Statements {
  const nothing = { run: () => ({ changes: 0, lastInsertRowid: 0 }), get: () => undefined, all: () => [] };
  const search = Object.create(statements.search, { addWords: { value: nothing } }) as Statements["search"];
  return { ...statements, search };
}
