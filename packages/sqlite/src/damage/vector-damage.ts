/**
 * Vectors on a damaged page. All of them can be made anew, so their tables are put aside under another name and empty ones
 * take their place: dropping a table reads its pages, renaming it does not. What is put aside stays in the file as it is,
 * where the check of the pages finds it.
 */
import type { SqliteDatabase } from "../drivers/driver.js";
import { vectorTables } from "../schema.js";
import type { Statements } from "../statements/prepared.js";
import { readDamage, readOrMeet } from "./unread-rows.js";

/** Undoes a change: after a damaged page SQLite commits nothing, so it is to be written again without these vectors. */
export class VectorDamage extends Error {
  override readonly name = "VectorDamage";
}

/** For work that touches vectors, its own or those that a trigger makes void. */
export function guardVectors<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw new VectorDamage(readDamage(error), { cause: error });
  }
}

/** In a write of its own. */
export function putVectorsAside(database: SqliteDatabase, inWrite: (work: () => void) => void): void {
  // Before the write, in which nothing damaged may be looked at.
  const first = findNextNumber(database);
  inWrite(() => replaceTables(database, first));
}

function replaceTables(database: SqliteDatabase, first: number): void {
  const before = database.prepareValue("SELECT count(*) FROM sqlite_schema WHERE name LIKE 'vectors_aside%'").get();
  const name = `aside${Number(before) + 1}`;
  database.exec("DROP TRIGGER superseded_vectors");
  for (const table of ["vectors", "vector_lanes"]) database.exec(`ALTER TABLE ${table} RENAME TO ${table}_${name}`);
  // The names of indexes go with the tables that they belong to.
  database.exec(vectorTables.replaceAll("INDEX vectors_", `INDEX vectors_after_${name}_`));
  keepCounting(database, first);
}

/** A number beyond all vectors, where the highest can't be read. */
const farNumber = 1_000_000_000;

function findNextNumber(database: SqliteDatabase): number {
  const read = () => Number(database.prepareValue("SELECT coalesce(max(number), 0) FROM vectors").get());
  return (readOrMeet(read, () => undefined) ?? farNumber) + 1;
}

/** Copies in memory read on from the last number that they have seen: new vectors get higher ones. */
function keepCounting(database: SqliteDatabase, first: number): void {
  database.exec(`
    INSERT INTO vector_lanes (lane_id, embedder) SELECT id, 'put aside' FROM lanes LIMIT 1;
    INSERT INTO vectors (number, lane_index, seq) SELECT ${first}, number, 1 FROM vector_lanes`);
}

/** The same statements for a change that was made for vectors which are gone: it adds none. */
export function leaveVectors(statements: Statements): Statements {
  const nothing = { run: () => ({ changes: 0, lastInsertRowid: 0 }), get: () => ({ number: 0 }), all: () => [] };
  const names = ["addIndex", "findIndex", "put", "moveMark"] as const;
  const left = Object.fromEntries(names.map((name) => [name, { value: nothing }]));
  return { ...statements, vectors: Object.create(statements.vectors, left) as Statements["vectors"] };
}
