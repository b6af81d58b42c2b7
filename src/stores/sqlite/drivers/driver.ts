/** What the store needs of a library for SQLite. Whatever the library is, rows hold the same values: bytes are a Buffer, nothing is null. */

type Value = string | number | bigint | Buffer | null;

/** By name, or as a list in the order of the statement's question marks. More names than the statement has are no fault. */
type Values = Readonly<Record<string, Value>> | readonly Value[];

/** The same for values that a row gave and that go on to another as they are. */
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
  /** Reads or sets a pragma, and returns the first value that it answers. */
  pragma(text: string): unknown;
  /**
   * Makes a function that runs work in a transaction, and inside of another one as a savepoint. Work that throws is undone.
   * An immediate one takes the write lock at once.
   */
  transaction(kind: "deferred" | "immediate"): <Result>(work: () => Result) => Result;
  /** A second time it does nothing. */
  close(): unknown;
}

export interface OpenMode {
  /** How long a statement waits for a lock of another connection. */
  readonly timeoutMs: number;
  readonly isReadonly?: boolean;
  /** For a file that nobody writes to, in a folder where SQLite can't keep its own files: it is taken as it is, without its -wal. */
  readonly isImmutable?: boolean;
}

export interface SqliteDriver {
  readonly name: "node:sqlite" | "@photostructure/sqlite";
  /** Opens the file, which is made if there is none and the mode allows it. */
  open(path: string, mode: OpenMode): SqliteDatabase;
}
