import { setImmediate } from "node:timers/promises";
import type { StoreFault } from "@clewline/core/ports/index.js";
import type { SqliteStatement } from "../drivers/driver.js";
import { readNumberColumn } from "../rows/columns.js";

/** For what the rest of the file cannot make up. */
export const restore = "Restore the file from a backup, or go on without: everything else can be used";

/** All rows of a statement that takes `after`, page by page: a whole log need not fit into memory, and others get their turn. */
export async function* walkPages(statement: SqliteStatement): AsyncGenerator<readonly unknown[]> {
  for (let after = 0; ; ) {
    const rows = statement.all({ after });
    if (rows.length === 0) return;
    yield rows;
    await setImmediate();
    after = readNumberColumn(rows.at(-1), "number");
  }
}

/** Faults of one kind as one sentence, with the first of them to look at. */
export function summariseFaults(what: string, names: readonly string[], hint: string): readonly StoreFault[] {
  const [first] = names;
  return first === undefined ? [] : [{ what: `${what}: ${names.length}, the first is ${first}`, hint }];
}
