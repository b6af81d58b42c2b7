import { type UnreadRows, unheededRows } from "../damage/unread-rows.js";
import type { SqliteDatabase, SqliteStatement } from "../drivers/driver.js";
import { checkStatements } from "./checks.js";
import { contentStatements } from "./contents.js";
import { entryStatements } from "./entries.js";
import { laneStatements } from "./lanes.js";
import { leaseStatements } from "./leases.js";
import { receiptStatements } from "./receipts.js";
import { recordStatements } from "./records.js";
import { searchStatements } from "./search.js";
import { turnStatements } from "./turns.js";
import { vectorStatements } from "./vectors.js";

/** Every statement that the store runs, by the file that holds it. */
export const statementTexts = {
  lanes: laneStatements,
  entries: entryStatements,
  turns: turnStatements,
  contents: contentStatements,
  receipts: receiptStatements,
  records: recordStatements,
  leases: leaseStatements,
  search: searchStatements,
  vectors: vectorStatements,
  checks: checkStatements,
} as const;

type Texts = typeof statementTexts;
export type Statements = {
  readonly [Group in keyof Texts]: { readonly [Name in keyof Texts[Group]]: SqliteStatement };
} & {
  /** Hears of each row that a statement gave and nobody can read. */
  readonly unread: UnreadRows;
  /** Runs work on what is larger than the part of the file that SQLite keeps in memory, and would drive out all of it. */
  passBy<Result>(work: () => Result): Result;
};

/** Told of each statement that ran, with how many rows it gave or changed. */
export type Watch = (sql: string, rows: number) => void;

/** Each is compiled when it is first asked for, once per connection: hardly any command needs them all. */
export function prepareAll(database: SqliteDatabase, watch?: Watch, unread: UnreadRows = unheededRows): Statements {
  const prepare = (text: string): SqliteStatement => {
    const statement = database.prepare(text);
    return watch === undefined ? statement : watchStatement(statement, text, watch);
  };
  const groups = Object.entries(statementTexts).map(([group, texts]) => [group, prepareLazily(texts, prepare)]);
  const passBy = <Result>(work: () => Result) => keepFewPages(database, work);
  return { ...Object.fromEntries(groups), unread, passBy } as Statements;
}

const fewKibibytes = 1_000;

function keepFewPages<Result>(database: SqliteDatabase, work: () => Result): Result {
  const size = Number(database.pragma("cache_size"));
  database.pragma(`cache_size = -${fewKibibytes}`);
  try {
    return work();
  } finally {
    database.pragma(`cache_size = ${size}`);
  }
}

function prepareLazily(texts: Readonly<Record<string, string>>, prepare: (text: string) => SqliteStatement): object {
  const group = {};
  for (const [name, text] of Object.entries(texts)) {
    const get = () => {
      const value = prepare(text);
      Object.defineProperty(group, name, { value });
      return value;
    };
    Object.defineProperty(group, name, { get, configurable: true, enumerable: true });
  }
  return group;
}

function watchStatement(statement: SqliteStatement, text: string, watch: Watch): SqliteStatement {
  return {
    run: (values) => {
      const result = statement.run(values);
      watch(text, result.changes);
      return result;
    },
    get: (values) => {
      const row = statement.get(values);
      watch(text, row === undefined ? 0 : 1);
      return row;
    },
    all: (values) => {
      const rows = statement.all(values);
      watch(text, rows.length);
      return rows;
    },
  };
}
