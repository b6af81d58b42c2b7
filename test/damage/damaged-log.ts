/** A log with a bit of everything, and ways to damage its rows behind the store's back. */
import { openClew } from "clewline";
import { upTo } from "../faults/random.js";
import { openDatabase } from "../open-database.js";

export const session = "telegram:chat:7";

/** About five entries to a turn: what was asked, a call, its result, the answer, the ids under which it was sent. */
export async function writeLog(path: string, turns: number): Promise<void> {
  const clew = await openClew({ store: path, window: 12_000, policy: "laned", memory: false });
  for (let day = 1; day <= turns; day++) {
    const turn = await clew.begin({ session, id: day, from: 42, text: `Which bed is dry on day ${day}?` });
    await turn.view();
    const output = day % 20 === 0 ? `soil ${day} `.repeat(4_000) : { bed: day, dry: day % 3 === 0 };
    await turn.record({ calls: [{ id: `call-${day}`, tool: "look", input: { bed: day }, output }] });
    await turn.view();
    await turn.complete({ text: `Bed ${day} is dry, the code of its shed is shed-${day * 7}.` });
    await turn.sent(100_000 + day);
  }
  await clew.settings({ session, set: { use_selection: "false" } }).catch(() => undefined);
  await clew.close();
}

export interface Damage {
  readonly table: string;
  /** The columns that name the row. */
  readonly place: Readonly<Record<string, unknown>>;
  readonly change: string;
}

/** What may happen to a row: JSON that ends early, another kind of value, bytes in the place of a text, nothing at all. */
const changes: Readonly<Record<string, { readonly key: readonly string[]; readonly how: readonly string[] }>> = {
  entries: {
    key: ["number"],
    how: [
      `rest = '{"by":{"ro', text = NULL`,
      "kind = 99",
      "text = x'ff00fe'",
      "id = randomblob(3)",
      "at = 'yesterday'",
      `rest = '{"parts":[null]}', text = NULL`,
      "arrived = x'01'",
      "text = NULL, rest = NULL",
      "rest = '[]'",
      "kind = 'said'",
    ],
  },
  turns: {
    key: ["number"],
    how: ["rest = '{'", "state = 77", "began = 'soon'", `rest = '{"asides":5}'`, "origin = x'00'", "attach_over = 'x'"],
  },
  receipts: {
    key: ["number"],
    how: ["rest = '{'", "rest = '[]'", `rest = '{"root":1}'`, "at = 'x'", "call = 'x'", "rest = x'00'"],
  },
  records: { key: ["number"], how: ["rest = '{'", "kind = 42", "at = 'x'", `rest = '{"sung":1}'`] },
  blobs: { key: ["number"], how: ["content = x'00ff'", "content = 12"] },
  chunks: { key: ["number"], how: ["content = x'00ff'", `content = '"broken'`] },
  epochs: { key: ["lane_id", "key"], how: ["rest = '{'", "rest = '{}'", "number = 'x'"] },
  lanes: { key: ["id"], how: ["next_seq = 'x'", "cleared = 'x'", "next_seq = -4"] },
  sessions: { key: ["id"], how: ["settings = '{'", "entries = 'x'", "newest = 'x'", "settings = '[]'"] },
};

const damagedTables: readonly string[] = Object.keys(changes);

/** Rows drawn at random, none twice: most are of the log itself, as most rows are. */
export function pickDamages(path: string, random: () => number, count: number): readonly Damage[] {
  const database = openDatabase(path);
  const rows = new Map(
    Object.entries(changes).map(([table, { key }]) => [
      table,
      database.prepare(`SELECT ${key.join(", ")} FROM ${table}`).all(),
    ]),
  );
  database.close();
  const picked: Damage[] = [];
  for (let round = 0; picked.length < count && round < count * 20; round++) {
    const weighted = [...damagedTables, "entries", "entries", "entries", "turns", "receipts"];
    const table = weighted[upTo(random, weighted.length - 1)] as string;
    const left = rows.get(table) ?? [];
    const [row] = left.splice(upTo(random, Math.max(0, left.length - 1)), 1);
    const { how } = changes[table] as (typeof changes)[string];
    if (row === undefined) continue;
    picked.push({ table, place: row as Damage["place"], change: how[upTo(random, how.length - 1)] as string });
  }
  return picked;
}

export function damageRows(path: string, damages: readonly Damage[]): void {
  const database = openDatabase(path);
  for (const { table, place, change } of damages) {
    const wanted = Object.keys(place)
      .map((column) => `${column} = @${column}`)
      .join(" AND ");
    database.prepare(`UPDATE ${table} SET ${change} WHERE ${wanted}`).run(place);
  }
  database.pragma("wal_checkpoint(TRUNCATE)");
  database.close();
}
