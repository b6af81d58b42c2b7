/** One column of one row at a time becomes something else behind the store's back. */

import { makeTinyEmbedder } from "@clewline/store-kit/tiny-embedder.js";
import { openClew } from "clewline";
import { upTo } from "../faults/random.js";
import { openDatabase } from "../open-database.js";

export const [session, other] = ["telegram:chat:7", "telegram:chat:8"] as const;

/** A row in every table, and a turn that nobody ended: `VACUUM INTO` gives the file as a killed process leaves it. */
export async function writeFullLog(path: string, into: string): Promise<void> {
  const embedder = makeTinyEmbedder({ dimensions: 16 });
  const clew = await openClew({ store: path, window: 4_000, policy: "balanced", embedder });
  await clew.observe({ session, id: 60, topic: 2, text: "The code of the shed: my password is Kro7kus!Mango42" });
  for (let day = 1; day <= 4; day++) {
    const text = `Which bed is dry on day ${day}? ${"It did not rain at all. ".repeat(30)}`;
    const turn = await clew.begin({ session, id: day, from: 42, text });
    await turn.view();
    const output = day === 3 ? "soil ".repeat(8_000) : { bed: day };
    await turn.record({ calls: [{ id: `call-${day}`, tool: "look", input: { bed: day }, output }] });
    await turn.view();
    await turn.complete({
      text: `Bed ${day}`,
      ...(day === 4 ? { asks: [{ expects: "yes-no", about: "water it" }] } : {}),
    });
    if (day % 2 === 0) await turn.sent(1_000 + day);
  }
  await clew.edit({ session, id: 2, text: "Which bed is wet?", editedAt: Date.now() + 1 });
  const elsewhere = await clew.begin({ session: other, id: 1, from: 43, text: "Is the barrel empty?" });
  await elsewhere.view();
  await elsewhere.complete({ text: "It is" });
  await clew.compact({ session });
  await clew.settings({ session, set: { use_selection: "false" } }).catch(() => undefined);
  await clew.index({ finish: true });
  const open = await clew.begin({ session: "telegram:chat:9", id: 1, from: 44, text: "Are you there?" });
  const database = openDatabase(path);
  // No process has this number.
  database.exec(`UPDATE leases SET until = 0, holder = replace(holder, ' ${process.pid} ', ' 999999999 ')`);
  database.exec(`VACUUM INTO '${into}'`);
  database.close();
  await open.cancel().catch(() => undefined);
  await clew.close();
}

export interface ColumnDamage {
  readonly table: string;
  readonly column: string;
  readonly how: keyof typeof values;
  /** Which of its rows, between 0 and 1. */
  readonly where: number;
}

const values = {
  nothing: null,
  negative: -1,
  huge: 10n ** 18n,
  text: "gar\u0000bage{",
  bytes: Buffer.from([255, 0, 254]),
} as const;

/** All columns of all tables with all values, each in a row drawn at random. */
export function listColumnDamages(path: string, random: () => number): readonly ColumnDamage[] {
  const database = openDatabase(path, { isReadonly: true });
  const rows = database
    .prepare(
      `SELECT tables.name AS "table", columns.name AS "column"
       FROM pragma_table_list AS tables, pragma_table_info(tables.name) AS columns
       WHERE tables.type = 'table' AND tables.schema = 'main' AND tables.name NOT LIKE 'sqlite%'`,
    )
    .all() as readonly { readonly table: string; readonly column: string }[];
  database.close();
  const hows = Object.keys(values) as (keyof typeof values)[];
  return rows.flatMap((row) => hows.map((how) => ({ ...row, how, where: random() })));
}

/** The number of the row, or of the row before it was changed; undefined where SQLite refuses the change or there is no row. */
export function damageColumn(path: string, { table, column, how, where }: ColumnDamage): string | undefined {
  const database = openDatabase(path);
  try {
    for (const setting of ["foreign_keys = OFF", "ignore_check_constraints = ON"]) database.pragma(setting);
    const named = database.prepareValue("SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk").all([table]);
    const keys = named.length === 0 ? ["rowid"] : named.map(String);
    const found = database.prepare(`SELECT ${keys.join(", ")} FROM ${table}`).all() as Record<string, unknown>[];
    const row = found[upTo(() => where, found.length - 1)];
    if (row === undefined) return undefined;
    const wanted = keys.map((key) => `${key} IS ?`).join(" AND ");
    // A driver may bind a text only up to its NUL, so the text is given as bytes.
    const [written, value] = how === "text" ? ["CAST(? AS TEXT)", Buffer.from(values.text)] : ["?", values[how]];
    const before = database.prepareValue(`SELECT ${column} IS ${written} FROM ${table} WHERE ${wanted}`);
    const place = keys.map((key) => row[key]);
    if (before.get([value, ...place]) === 1) return undefined;
    const { changes } = database
      .prepare(`UPDATE ${table} SET ${column} = ${written} WHERE ${wanted}`)
      .run([value, ...place]);
    return changes === 1 ? place.join(" ") : undefined;
  } catch (error) {
    if (error instanceof Error && /constraint|mismatch/i.test(error.message)) return undefined;
    throw error;
  } finally {
    database.pragma("wal_checkpoint(TRUNCATE)");
    database.close();
  }
}
