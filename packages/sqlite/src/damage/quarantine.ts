import type { SqliteDatabase } from "../drivers/driver.js";
import { isOutOfReach, nameRow, readDamage, type UnreadRow, type UnreadRows } from "./unread-rows.js";

/** There only in a file of which a row could not be read. */
const quarantineTable = `
CREATE TABLE IF NOT EXISTS quarantine (
  number INTEGER PRIMARY KEY,
  origin TEXT NOT NULL,
  place TEXT NOT NULL,
  reason TEXT NOT NULL,
  row TEXT,
  UNIQUE (origin, place)
)`;

/** The rows that a connection met and could not read. */
export interface Damage extends UnreadRows {
  /** Before the work of a transaction. */
  begin(kind: "read" | "write"): void;
  /** After it: in a write, what it met was kept for good. */
  end(isDone: boolean): void;
}

/** `tell` hears of the rows that a transaction met first, once it is over. */
export function watchDamage(database: SqliteDatabase, tell: (rows: readonly UnreadRow[]) => void): Damage {
  const known = new Set<string>();
  /** Met by reads, and in no write yet. */
  const waiting = new Map<string, UnreadRow>();
  let met = new Map<string, UnreadRow>();
  let isWriting = false;
  return {
    begin(kind) {
      met = new Map();
      isWriting = kind === "write";
      if (isWriting) for (const row of waiting.values()) keepCopy(database, row);
    },
    meet(row) {
      const name = nameRow(row);
      if (isWriting && !met.has(name)) keepCopy(database, row);
      met.set(name, row);
    },
    list: () => [...met.values()],
    end(isDone) {
      if (isWriting && isDone) waiting.clear();
      if (!isWriting || !isDone) for (const [name, row] of met) if (!known.has(name)) waiting.set(name, row);
      const fresh = [...met].filter(([name]) => !known.has(name)).map(([, row]) => row);
      for (const name of met.keys()) known.add(name);
      met = new Map();
      isWriting = false;
      if (fresh.length > 0) tell(fresh);
    },
  };
}

/** Before anything may write over the row. Where that fails too, the row itself is still there. */
function keepCopy(database: SqliteDatabase, row: UnreadRow): void {
  try {
    database.transaction("deferred")(() => {
      database.exec(quarantineTable);
      database
        .prepare("INSERT INTO quarantine (origin, place, reason, row) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING")
        .run([row.table, nameRow(row), row.reason, readRaw(database, row)]);
    });
  } catch (error) {
    readDamage(error);
  }
}

/** All its columns as JSON, bytes as base64; null where not even these can be had. */
function readRaw(database: SqliteDatabase, row: UnreadRow): string | null {
  if (isOutOfReach(row)) return null;
  const { table, key } = row;
  try {
    const wanted = Object.keys(key)
      .map((column) => `${column} IS @${column}`)
      .join(" AND ");
    const found = database.prepare(`SELECT * FROM ${table} WHERE ${wanted}`).get(key);
    return found === undefined ? null : JSON.stringify(found, (_name, value: unknown) => encodeBytes(value));
  } catch (error) {
    readDamage(error);
    return null;
  }
}

/** JSON gets a buffer after its own `toJSON`, as a list of numbers. */
function encodeBytes(value: unknown): unknown {
  const isBytes = typeof value === "object" && value !== null && "type" in value && value.type === "Buffer";
  if (isBytes && "data" in value && Array.isArray(value.data))
    return { base64: Buffer.from(value.data).toString("base64") };
  return typeof value === "bigint" ? String(value) : value;
}
