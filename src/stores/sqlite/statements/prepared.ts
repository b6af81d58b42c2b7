import type { Database, Statement } from "better-sqlite3";
import { contentStatements } from "./contents.js";
import { entryStatements } from "./entries.js";
import { laneStatements } from "./lanes.js";

type Values = Readonly<Record<string, string | number | null>>;
type Prepared<Texts> = { readonly [Name in keyof Texts]: Statement<[Values], unknown> };

export interface Statements {
  readonly lanes: Prepared<typeof laneStatements>;
  readonly entries: Prepared<typeof entryStatements>;
  readonly contents: Prepared<typeof contentStatements>;
}

/** Every statement that the store runs, compiled once per connection. */
export function prepareAll(database: Database): Statements {
  return {
    lanes: prepare(database, laneStatements),
    entries: prepare(database, entryStatements),
    contents: prepare(database, contentStatements),
  };
}

function prepare<Texts extends Readonly<Record<string, string>>>(database: Database, texts: Texts): Prepared<Texts> {
  const named = Object.entries(texts).map(([name, text]) => [name, database.prepare<[Values]>(text)]);
  return Object.fromEntries(named) as Prepared<Texts>;
}
