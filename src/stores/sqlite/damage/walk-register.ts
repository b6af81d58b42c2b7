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
  // Beyond 2^53 a row gives its integers rounded, and a page that begins after a rounded one may begin with it again.
  const exact = order.map(
    (column) =>
      `CASE WHEN typeof(${column}) = 'integer' AND ${column} NOT BETWEEN -${safest} AND ${safest}
       THEN CAST(${column} AS TEXT) END AS exact_${column}`,
  );
  const sorted = order.map((column) => `${column} ${direction}`).join(", ");
  const after = `(${order.join(", ")}) ${direction === "ASC" ? ">" : "<"} (${order.map(() => "?").join(", ")})`;
  const select = `SELECT *, ${exact.join(", ")} FROM ${name}`;
  const first = database.prepare(`${select} ORDER BY ${sorted} LIMIT ?`);
  const next = database.prepare(`${select} WHERE ${after} ORDER BY ${sorted} LIMIT ?`);
  for (let [limit, last] = [pageSize, null as readonly unknown[] | null]; ; ) {
    let rows: readonly Fields[];
    try {
      rows = (last === null ? first.all([limit]) : next.all([...last, limit])).map(readFields);
    } catch (error) {
      const reason = readDamage(error);
      if (limit === 1) return reason;
      limit = Math.floor(limit / 4) || 1;
      continue;
    }
    const end = rows.at(-1);
    if (end === undefined) return null;
    yield rows;
    last = order.map((column) => {
      const rounded = end[`exact_${column}`];
      return typeof rounded === "string" ? BigInt(rounded) : end[column];
    });
  }
}
