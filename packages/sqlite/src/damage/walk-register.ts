import type { SqliteDatabase } from "../drivers/driver.js";
import { type Fields, readFields } from "../fields.js";
import type { RegisterTable } from "./register-tables.js";
import { readDamage } from "./unread-rows.js";

const pageSize = 500;
const safest = Number.MAX_SAFE_INTEGER;

/**
 * The rows of a table without numbers, page by page in the order of its key, up to the first damaged page. Returns why it
 * ended there; null at the end of the table.
 */
export function* walkRegister(
  database: SqliteDatabase,
  { name, order }: Pick<RegisterTable, "name" | "order">,
  direction: "ASC" | "DESC" = "ASC",
): Generator<readonly Fields[], string | null> {
  // Beyond 2^53 a row gives its integers rounded, and drivers cut a text at a NUL: a page that begins after such a value may begin with it again.
  const exact = order.map(
    (column) =>
      `CASE WHEN typeof(${column}) = 'integer' AND ${column} NOT BETWEEN -${safest} AND ${safest}
       THEN CAST(${column} AS TEXT)
       WHEN typeof(${column}) = 'text' AND instr(${column}, char(0)) > 0 THEN CAST(${column} AS BLOB) END AS exact_${column}`,
  );
  const sorted = order.map((column) => `${column} ${direction}`).join(", ");
  const after = `(${order.join(", ")}) ${direction === "ASC" ? ">" : "<"}`;
  const select = `SELECT *, ${exact.join(", ")} FROM ${name}`;
  const first = database.prepare(`${select} ORDER BY ${sorted} LIMIT ?`);
  const readAfter = (last: readonly unknown[], places: readonly string[], limit: number) =>
    database
      .prepare(`${select} WHERE ${after} (${places.join(", ")}) ORDER BY ${sorted} LIMIT ?`)
      .all([...last, limit]);
  let places = order.map(() => "?");
  for (let [limit, last] = [pageSize, null as readonly unknown[] | null]; ; ) {
    let rows: readonly Fields[];
    try {
      rows = (last === null ? first.all([limit]) : readAfter(last, places, limit)).map(readFields);
    } catch (error) {
      const reason = readDamage(error);
      if (limit === 1) return reason;
      limit = Math.floor(limit / 4) || 1;
      continue;
    }
    const end = rows.at(-1);
    if (end === undefined) return null;
    yield rows;
    const exactly = order.map((column) => end[`exact_${column}`]);
    places = exactly.map((value) => (value instanceof Uint8Array ? "CAST(? AS TEXT)" : "?"));
    last = exactly.map((value, index) =>
      typeof value === "string" ? BigInt(value) : (value ?? end[order[index] ?? ""]),
    );
  }
}
