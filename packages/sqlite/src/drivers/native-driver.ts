import { pathToFileURL } from "node:url";
import { defer } from "@clewline/text/defer.js";
import type { RowValues, SqliteDatabase, SqliteDriver, SqliteStatement } from "./driver.js";
import { makeTransactions } from "./transactions.js";

/** The part of `node:sqlite` that the driver uses. The types of Node 20 lack it. */
interface NativeStatement {
  run(...values: readonly unknown[]): { readonly changes: number; readonly lastInsertRowid: number | bigint };
  get(...values: readonly unknown[]): unknown;
  all(...values: readonly unknown[]): unknown[];
  columns(): readonly { readonly name: string }[];
  setReturnArrays(enabled: boolean): void;
  setReadBigInts(enabled: boolean): void;
  setAllowUnknownNamedParameters(enabled: boolean): void;
}

interface NativeDatabase {
  readonly isTransaction: boolean;
  prepare(sql: string): NativeStatement;
  exec(sql: string): void;
  close(): void;
}

export interface NativeModule {
  readonly DatabaseSync: new (
    path: string | URL,
    options?: { readonly readOnly: boolean; readonly timeout: number },
  ) => NativeDatabase;
}

/** As much of the file as it keeps in memory; by itself SQLite keeps an eighth of it. */
const cacheKibibytes = 16_000;

/** A driver over a module with the interface of `node:sqlite`. */
export function makeDriver(name: SqliteDriver["name"], native: NativeModule): SqliteDriver {
  return {
    name,
    open: (path, { timeoutMs, isReadonly = false, isImmutable = false }) => {
      const options = { readOnly: isReadonly || isImmutable, timeout: timeoutMs };
      const database = new native.DatabaseSync(isImmutable ? makeImmutableAddress(path) : path, options);
      growCache(database);
      return wrapDatabase(database);
    },
  };
}

function makeImmutableAddress(path: string): URL {
  const address = pathToFileURL(path);
  address.searchParams.set("immutable", "1");
  return address;
}

function growCache(database: NativeDatabase): void {
  try {
    database.exec(`PRAGMA cache_size = -${cacheKibibytes}`);
  } catch {
    // It reads the file's header. What is wrong with that is for the first real statement to say.
  }
}

function wrapDatabase(native: NativeDatabase): SqliteDatabase {
  let open = true;
  const prepare = (sql: string) => {
    const statement = native.prepare(sql);
    const names = defer(() => statement.columns().map(({ name }) => name));
    return wrapStatement(statement, (row) => nameFields(names(), row));
  };
  const prepareValue = (sql: string) => wrapStatement(native.prepare(sql), ([value]) => convertValue(value));
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
      if (!open) return;
      open = false;
      native.close();
    },
  };
}

/** Rows come as lists: to make an object of each, with its names, takes the modules half as long again. */
function wrapStatement(
  native: NativeStatement,
  read: (row: readonly unknown[]) => unknown,
): SqliteStatement<RowValues> {
  native.setAllowUnknownNamedParameters(true);
  native.setReturnArrays(true);
  return {
    run: (values) => native.run(...bind(values)),
    get: (values) => {
      const bound = bind(values);
      const row = readRounded(native, () => native.get(...bound));
      return row === undefined ? undefined : read(row as readonly unknown[]);
    },
    all: (values) => {
      const bound = bind(values);
      return readRounded(native, () => native.all(...bound)).map((row) => read(row as readonly unknown[]));
    },
  };
}

/** As Node wants them: names in one object, a list one by one, and null for undefined. */
function bind(values: RowValues | undefined): readonly unknown[] {
  if (values === undefined) return [];
  if (Array.isArray(values)) return values.map((value) => value ?? null);
  const named = values as Readonly<Record<string, unknown>>;
  for (const name in named) if (named[name] === undefined) return [fillMissing(named)];
  return [values];
}

function fillMissing(values: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? null]));
}

/** An integer that a number can't hold, which only a damaged file has, is rounded and refuses nothing. */
function readRounded<Result>(native: NativeStatement, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith("Value is too large")) throw error;
    native.setReadBigInts(true);
    try {
      return read();
    } finally {
      native.setReadBigInts(false);
    }
  }
}

function nameFields(names: readonly string[], row: readonly unknown[]): object {
  const fields: Record<string, unknown> = {};
  for (let index = 0; index < names.length; index += 1) fields[names[index] ?? ""] = convertValue(row[index]);
  return fields;
}

function convertValue(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return typeof value === "bigint" ? Number(value) : value;
}
