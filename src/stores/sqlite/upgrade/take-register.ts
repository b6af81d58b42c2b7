import type { Derivation } from "../../../core/receipt/derivation.js";
import { RowFault } from "../check/faults.js";
import { readFields } from "../fields.js";
import { readKeyColumn, readNumberColumn, readTextColumn } from "../rows/columns.js";
import { makeDerivationColumns } from "../rows/record-row.js";
import { encodeKey } from "../stored-key.js";
import { keepRow, setAside } from "./keep-row.js";
import { prepareLookup, type Takeover, walkOldRows, walkOrderedRows } from "./upgrade-context.js";

/** Lines were the owner's; now they are in the session of the entry that they are about. */
export function takeRegister(takeover: Takeover): void {
  const { database, statements } = takeover;
  const chunkIn = prepareLookup(
    database,
    "SELECT number FROM chunks WHERE session_id = @sessionId AND substr(hash, 1, 8) = substr(@hash, 1, 8) AND hash = @hash",
  );
  const sessionsOf = makeSessionFinder(takeover);
  for (const row of walkOrderedRows(takeover, "SELECT owner, source, kind, key FROM old_derivations")) {
    const take = () => {
      const line = { kind: readTextColumn(row, "kind"), key: readTextColumn(row, "key") } as Omit<
        Derivation,
        "sources"
      >;
      if (makeDerivationColumns(line, undefined).kind < 0)
        throw new RowFault("A line of the register has no known kind");
      const sessions = sessionsOf(row, line);
      if (sessions.length === 0) throw new RowFault("A line of the register is of an owner without sessions");
      const source = encodeKey(readTextColumn(row, "source"));
      return () => {
        for (const sessionId of sessions) {
          const chunk = line.kind === "chunk" ? chunkIn({ sessionId, hash: encodeKey(line.key) }) : undefined;
          const columns = makeDerivationColumns(line, typeof chunk === "number" ? chunk : undefined);
          statements.records.putDerivation.run({ sessionId, source, ...columns });
        }
      };
    };
    keepRow(takeover, { table: "derivations", row }, [take]);
  }
}

/** Where the entry is; else where what was made from it is; else the owner's first, so that the line is not lost. */
function makeSessionFinder({
  database,
}: Takeover): (row: unknown, line: Omit<Derivation, "sources">) => readonly number[] {
  const ofOwner = "IN (SELECT sessions.id FROM sessions JOIN owners ON owners.id = owner_id WHERE owners.key = @owner)";
  const entries = database.prepare(`SELECT DISTINCT session_id FROM entries WHERE id = @key AND session_id ${ofOwner}`);
  const hasHash = "substr(hash, 1, 8) = substr(@key, 1, 8) AND hash = @key";
  const made = {
    chunk: database.prepare(`SELECT DISTINCT session_id FROM chunks WHERE ${hasHash} AND session_id ${ofOwner}`),
    aside: database.prepare(`SELECT DISTINCT session_id FROM turns WHERE id = @key AND session_id ${ofOwner}`),
    record: database.prepare(
      `SELECT DISTINCT session_id FROM records JOIN lanes ON lanes.id = lane_id
       WHERE records.id = @key AND session_id ${ofOwner}`,
    ),
  } as const;
  const first = database.prepare(`SELECT min(id) AS session_id FROM sessions WHERE id ${ofOwner}`);
  return (row, { kind, key }) => {
    const { owner } = readFields(row);
    const source = encodeKey(readTextColumn(row, "source"));
    const looks = [
      () => entries.all({ owner, key: source }),
      () => (kind === "vector" || kind === "memory" ? [] : made[kind].all({ owner, key: encodeKey(key) })),
      () => first.all({ owner }).filter((each) => readFields(each).session_id !== null),
    ];
    for (const find of looks) {
      const found = find().map((each) => readNumberColumn(each, "session_id"));
      if (found.length > 0) return found;
    }
    return [];
  };
}

/** Blobs and chunks that nothing names any more go to the owner's first session. */
export function takeUnnamed(takeover: Takeover): void {
  const { database } = takeover;
  const first = "(SELECT min(sessions.id) FROM sessions JOIN owners ON owners.id = owner_id WHERE owners.key = @owner)";
  for (const [table, name] of [
    ["blobs", "id"],
    ["chunks", "hash"],
  ] as const) {
    const taken = database.prepare(
      `SELECT DISTINCT owners.key AS owner, ${table}.${name} AS name FROM ${table}
       JOIN sessions ON sessions.id = session_id JOIN owners ON owners.id = owner_id`,
    );
    const known = new Set(taken.all().map((row) => `${readFields(row).owner} ${readKeyColumn(row, "name")}`));
    const insert = database.prepare(
      `INSERT INTO ${table} (session_id, ${name}, content)
       SELECT ${first}, @key, content FROM old_${table} WHERE owner = @owner AND ${name} = @stored AND ${first} IS NOT NULL`,
    );
    const whole = database.prepare(`SELECT * FROM old_${table} WHERE rowid = ?`);
    for (const row of walkOldRows(takeover, `SELECT rowid AS number, owner, ${name} AS name FROM old_${table}`)) {
      const take = () => {
        const [{ owner, name: stored }, key] = [readFields(row), readTextColumn(row, "name")];
        return () => {
          if (known.has(`${owner} ${key}`)) return;
          const { changes } = insert.run({ owner, stored, key: encodeKey(key) });
          if (changes === 0) throw new RowFault("A content is of an owner without sessions");
        };
      };
      const keep = () => () =>
        setAside(takeover, { table, row: whole.get([readNumberColumn(row, "number")]) }, "It has no place");
      keepRow(takeover, { table, row }, [take, keep]);
    }
  }
}
