/** The store's interface to a SQLite library. Rows hold the same values with each: bytes are a Buffer, NULL is null. */

type Value = string | number | bigint | Buffer | null;

/** By name, or as a list in the order of the statement's question marks. Names that the statement lacks are ignored. */
type Values = Readonly<Record<string, Value>> | readonly Value[];

/** The same for values that pass unchanged from one row to another. */
export type RowValues = Readonly<Record<string, unknown>> | readonly unknown[];

export interface SqliteStatement<Accepted = Values> {
  run(values?: Accepted): { readonly changes: number; readonly lastInsertRowid: number | bigint };
  /** The first row, or undefined. */
  get(values?: Accepted): unknown;
  all(values?: Accepted): unknown[];
}

export interface SqliteDatabase {
  /** False once it was closed. */
  readonly open: boolean;
  prepare(sql: string): SqliteStatement<RowValues>;
  /** Gives the first column of each row instead of the row. */
  prepareValue(sql: string): SqliteStatement<RowValues>;
  /** Several statements without values. */
  exec(sql: string): unknown;
  /** Reads or sets a pragma, and returns the first value of its result. */
  pragma(text: string): unknown;
  /**
   * Makes a function that runs work in a transaction, or as a savepoint inside another one. If the work throws, it is
   * rolled back. An immediate transaction takes the write lock at once.
   */
  transaction(kind: "deferred" | "immediate"): <Result>(work: () => Result) => Result;
  /** A second call is a no-op. */
  close(): unknown;
}

export interface OpenMode {
  /** How long a statement waits for a lock of another connection. */
  readonly timeoutMs: number;
  readonly isReadonly?: boolean;
  /** For a file without writers, in a folder where SQLite can't create files. It is read as it is, without its -wal. */
  readonly isImmutable?: boolean;
}

export interface SqliteDriver {
  readonly name: "node:sqlite" | "@photostructure/sqlite";
  /** Opens the file, or creates it if the mode allows it. */
  open(path: string, mode: OpenMode): SqliteDatabase;
}
