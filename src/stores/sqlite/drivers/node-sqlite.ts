import { isObject } from "../../../core/text/json.js";
import type { RowValues, SqliteDatabase, SqliteDriver, SqliteStatement } from "./driver.js";
import { makeTransactions } from "./transactions.js";

/** Of Node's module, what this driver uses. The types of Node 20 don't know it. */
interface NativeStatement {
  run(...values: readonly unknown[]): { readonly changes: number; readonly lastInsertRowid: number | bigint };
  get(...values: readonly unknown[]): unknown;
  all(...values: readonly unknown[]): unknown[];
  setReadBigInts(enabled: boolean): void;
  /** Since 22.15. */
  setAllowUnknownNamedParameters?(enabled: boolean): void;
}

interface NativeDatabase {
  /** Since 22.16. */
  readonly isTransaction?: boolean;
  prepare(sql: string): NativeStatement;
  exec(sql: string): void;
  close(): void;
}

interface NativeModule {
  readonly DatabaseSync: new (path: string, options: { readonly readOnly: boolean }) => NativeDatabase;
}

/** As much of the file as better-sqlite3 keeps in memory; by itself SQLite keeps an eighth of it. */
const cacheKibibytes = 16_000;

/** SQLite as Node brings it along; null before Node 22.13. */
export function loadNodeSqlite(): SqliteDriver | null {
  const native = hasStableModule() ? loadQuietly() : undefined;
  if (native === undefined) return null;
  return {
    name: "node:sqlite",
    open: (path, { timeoutMs, isReadonly = false }) => {
      const database = new native.DatabaseSync(path, { readOnly: isReadonly });
      // By pragmas: the options for these came with later versions.
      database.exec(`PRAGMA busy_timeout = ${timeoutMs}; PRAGMA cache_size = -${cacheKibibytes}`);
      return wrapDatabase(database);
    },
  };
}

/** Before that it exists behind a flag, and lacks much of what is used here. */
function hasStableModule(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  return major > 22 || (major === 22 && minor >= 13);
}

/** Some versions warn, once, that the module is experimental. That warning is left out, and no other. */
function loadQuietly(): NativeModule | undefined {
  const { emitWarning } = process;
  const emitOthers = (...words: readonly unknown[]): void => {
    const [warning, type] = words;
    if (type === "ExperimentalWarning" && String(warning).startsWith("SQLite is")) return;
    Reflect.apply(emitWarning, process, words);
  };
  process.emitWarning = emitOthers as typeof emitWarning;
  try {
    return process.getBuiltinModule("node:sqlite") as NativeModule | undefined;
  } finally {
    process.emitWarning = emitWarning;
  }
}

function wrapDatabase(native: NativeDatabase): SqliteDatabase {
  let open = true;
  const prepare = (sql: string) => wrapStatement(native.prepare(sql), sql);
  const prepareValue = (sql: string) => takeFirstColumn(prepare(sql));
  return {
    get open() {
      return open;
    },
    prepare,
    prepareValue,
    exec: (sql) => native.exec(sql),
    pragma: (text) => prepareValue(`PRAGMA ${text}`).get(),
    transaction: makeTransactions(prepare, () => native.isTransaction),
    close: () => {
      if (open) native.close();
      open = false;
    },
  };
}

function wrapStatement(native: NativeStatement, sql: string): SqliteStatement<RowValues> {
  native.setAllowUnknownNamedParameters?.(true);
  const pick = native.setAllowUnknownNamedParameters === undefined ? makePick(sql) : <Kept>(values: Kept) => values;
  const bind = (values: RowValues | undefined): readonly unknown[] => {
    if (values === undefined) return [];
    return isList(values) ? values : [pick(values)];
  };
  return {
    run: (values) => native.run(...bind(values)),
    get: (values) => {
      const bound = bind(values);
      return convertRow(readRounded(native, () => native.get(...bound)));
    },
    all: (values) => {
      const bound = bind(values);
      const rows = readRounded(native, () => native.all(...bound));
      rows.forEach(convertRow);
      return rows;
    },
  };
}

function isList(values: RowValues): values is readonly unknown[] {
  return Array.isArray(values);
}

type Named = Readonly<Record<string, unknown>>;

/** For versions that refuse a name which the statement does not have. */
function makePick(sql: string): (values: Named) => Named {
  const names = new Set([...sql.matchAll(/@(\w+)/g)].map(([, name]) => name));
  return (values) => Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)));
}

/** An integer that a number can't hold, which only a damaged file has, is rounded and refuses nothing. */
function readRounded<Result>(native: NativeStatement, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!isObject(error) || error.code !== "ERR_OUT_OF_RANGE") throw error;
    native.setReadBigInts(true);
    try {
      return read();
    } finally {
      native.setReadBigInts(false);
    }
  }
}

/** In its place: the row is nobody else's yet. */
function convertRow(row: unknown): unknown {
  const fields = row as Record<string, unknown> | undefined;
  for (const name in fields) {
    const value = fields[name];
    if (value instanceof Uint8Array) fields[name] = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    else if (typeof value === "bigint") fields[name] = Number(value);
  }
  return row;
}

function takeFirstColumn(statement: SqliteStatement<RowValues>): SqliteStatement<RowValues> {
  const take = (row: unknown) => (isObject(row) ? Object.values(row)[0] : undefined);
  return {
    run: (values) => statement.run(values),
    get: (values) => take(statement.get(values)),
    all: (values) => statement.all(values).map(take),
  };
}
