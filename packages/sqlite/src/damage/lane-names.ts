import type { SqliteDatabase } from "../drivers/driver.js";
import { readFields } from "../fields.js";
import { decodeText } from "../stored-text.js";
import { makePageReader } from "./row-tables.js";
import { readOrMeet } from "./unread-rows.js";
import { walkRows } from "./walk-rows.js";

export interface LaneName {
  readonly session: string;
  readonly lane: string;
  readonly nextSeq: number;
  /** The time of its newest entry, as its row has it. */
  readonly newest: unknown;
}

/** The names of lanes by their numbers, as far as they are readable. */
export function nameLanes(database: SqliteDatabase): ReadonlyMap<number, LaneName> {
  const sessions = new Map(
    [...readAll(database, "sessions")].map((row) => [row.id, readName(row.key) ?? `number ${String(row.id)}`]),
  );
  const named = [...readAll(database, "lanes")].flatMap((row): readonly (readonly [number, LaneName])[] => {
    const { id, session_id: session, next_seq: next, newest } = row;
    if (typeof id !== "number") return [];
    const lane = readName(row.key) ?? `number ${id}`;
    return [
      [
        id,
        {
          session: sessions.get(session) ?? "a lost session",
          lane,
          nextSeq: Number.isSafeInteger(next) ? Number(next) : 1,
          newest,
        },
      ],
    ];
  });
  return new Map(named);
}

function* readAll(database: SqliteDatabase, name: "sessions" | "lanes"): Generator<Readonly<Record<string, unknown>>> {
  for (const page of walkRows(makePageReader(database, { name, number: "id" }))) {
    if (page.kind === "rows") yield* page.rows.map(readFields);
  }
}

function readName(key: unknown): string | null {
  return typeof key === "string"
    ? readOrMeet(
        () => decodeText(key),
        () => undefined,
      )
    : null;
}
