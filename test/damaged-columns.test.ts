/** One column of one row is changed behind the log's back. `npm run check:faults` changes every one of every table. */
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rescueLog } from "@clewline/clewline/compose/stores/rescue.js";
import type { Entry } from "@clewline/core/log/entry.js";
import { type Clew, openClew } from "clewline";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import {
  type ColumnDamage,
  damageColumn,
  listColumnDamages,
  other,
  session,
  writeFullLog,
} from "./damage/damaged-columns.js";
import { randomFrom } from "./faults/random.js";
import { seed } from "./seed.js";
import { some } from "./some.js";

const folder = mkdtempSync(join(tmpdir(), "clew-columns-"));
const whole = join(folder, "whole.db");
const isLong = process.env.CLEW_POINTS !== undefined;
const random = randomFrom(seed);
let entries: ReadonlyMap<string, Entry> = new Map();

beforeAll(async () => {
  vi.spyOn(process, "emitWarning").mockReturnValue(undefined);
  await writeFullLog(join(folder, "first.db"), whole);
  entries = await readEntries(whole);
});

afterAll(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

/** Each of them stopped every chat, hung the rescue, or passed unnoticed. */
const known: readonly ColumnDamage[] = [
  { table: "turns", column: "number", how: "huge", where: 0.3 },
  { table: "entries", column: "number", how: "huge", where: 0.3 },
  { table: "records", column: "number", how: "negative", where: 0.3 },
  { table: "leases", column: "number", how: "huge", where: 0 },
  { table: "owners", column: "id", how: "negative", where: 0 },
  { table: "lanes", column: "newest", how: "negative", where: 0.3 },
  { table: "turns", column: "unsent", how: "text", where: 0.3 },
  { table: "receipts", column: "session_id", how: "huge", where: 0.3 },
  { table: "derivations", column: "session_id", how: "bytes", where: 0.3 },
  // Who speaks in a chat is noted under the same id again, and nothing told where that note stands.
  { table: "entries", column: "seq", how: "text", where: 0.07740879873745143 },
  // With a NUL in it, which drivers cut texts at: the doctor began the same page again without an end.
  { table: "derivations", column: "session_id", how: "text", where: 0.3 },
  // Of the session that memories are kept in: nobody could begin a new chat.
  { table: "sessions", column: "settings", how: "bytes", where: 0.6 },
];

/** Close to those, and left to the longer check. */
const alike: readonly ColumnDamage[] = [
  { table: "turns", column: "number", how: "negative", where: 0.3 },
  { table: "receipts", column: "number", how: "negative", where: 0.3 },
  { table: "lanes", column: "newest", how: "nothing", where: 0.3 },
  { table: "turns", column: "session_id", how: "text", where: 0.999 },
  { table: "vectors", column: "number", how: "huge", where: 0.3 },
  { table: "vector_lanes", column: "number", how: "negative", where: 0.3 },
];

/** Any value of its kind may stand there, and what it says is no more than itself: nobody can tell that it was another. */
const telling = new Set(
  [
    ["entries", ["at", "arrived", "step", "turn", "speaker", "revision", "text"]],
    ["turns", ["began", "lasted", "message", "attach_over", "rest", "unsent"]],
    ["receipts", ["at"]],
    ["records", ["at", "name"]],
    ["epochs", ["key", "last_receipt"]],
    ["leases", ["holder", "until", "token"]],
    ["vectors", ["bytes"]],
    ["vector_lanes", ["embedder"]],
    ["marks", ["mark"]],
  ].flatMap(([table, columns]) => (columns as readonly string[]).map((column) => `${table}.${column}`)),
);

/** Nothing may stand there too: a session without settings has none. */
const optional = new Set(["sessions.settings"]);

describe(`a log with one damaged column (seed ${seed})`, () => {
  test("is named by the doctor, answered from in every chat, and rescued with everything else", async () => {
    const drawn = listColumnDamages(whole, random);
    const cases = isLong
      ? [...known, ...alike, ...drawn]
      : [...known, ...drawn.filter(() => random() < 1 / drawn.length)];
    for (const damage of some(cases)) {
      const found = await tryDamage(damage);
      expect({ damage, ...found }).toEqual({ damage, ...asExpected(damage, found) });
    }
  });

  test("is looked at without a write: its newest lane is the newest, and a search throws nothing of SQLite's", async () => {
    const look = async <Result>(damage: ColumnDamage, ask: (clew: Clew) => Promise<Result>) => {
      const path = join(folder, `${damage.table}.db`);
      copyFileSync(whole, path);
      damageColumn(path, damage);
      const clew = await openClew({ store: path });
      return ask(clew).finally(() => clew.close());
    };
    const newest = { table: "lanes", column: "newest", where: 0.3 } as const;
    for (const how of ["negative", "text"] as const) {
      const { receipt } = await look({ ...newest, how }, (clew) => clew.why({ session }));
      expect(receipt.ref.lane).toBe("root:7");
    }
    const owner = { table: "owners", column: "id", how: "negative", where: 0 } as const;
    expect(await look(owner, (clew) => clew.search("bed"))).toEqual([]);
  });
});

interface Outcome {
  /** The doctor says something. */
  readonly isNamed: boolean;
  /** The rescue lists something. */
  readonly isLost: boolean;
  readonly answers: readonly string[];
  /** What else was asked and threw. */
  readonly refusals: readonly string[];
  /** Of the rescued log. */
  readonly faults: readonly string[];
  /** Entries that are not in it as they were. */
  readonly missing: number;
}

/** What SQLite refuses to write did not happen. */
function asExpected({ table, column, how }: ColumnDamage, { isNamed, isLost }: Outcome): Outcome {
  const name = `${table}.${column}`;
  const isTold = telling.has(name) || (how === "nothing" && optional.has(name));
  return {
    isNamed: isTold ? isNamed : true,
    isLost: isTold || names.has(name) ? isLost : true,
    answers: ["fits", "fits", "fits"],
    refusals: [],
    faults: [],
    missing: 0,
  };
}

const derived = new Set(["addresses", "sent", "superseded", "leases", "lanes", "sessions", "vector_lanes", "vectors"]);
const undamaged: Outcome = {
  isNamed: true,
  isLost: true,
  answers: ["fits", "fits", "fits"],
  refusals: [],
  faults: [],
  missing: 0,
};

async function tryDamage(damage: ColumnDamage): Promise<Outcome> {
  const [path, into] = [join(folder, "damaged.db"), join(folder, "rescued.db")];
  for (const name of [path, into].flatMap((file) => ["", "-wal", "-shm"].map((end) => file + end)))
    rmSync(name, { force: true });
  copyFileSync(whole, path);
  if (damageColumn(path, damage) === undefined) return undamaged;
  const named = await inspect(path);
  const { lost, faults } = await rescueLog(path, into);
  const saved = await readEntries(into);
  const missing = [...entries].filter(([id, entry]) => !isSameEntry(damage, entry, saved.get(id)));
  const { answers, refusals } = await goOn(path);
  return {
    isNamed: named.length > 0,
    // What is made anew from the rest is not lost.
    isLost: lost.length > 0 || derived.has(damage.table),
    answers,
    refusals,
    faults: faults.map(({ what }) => what).filter((what) => !isLostContent(damage, what)),
    missing: names.has(`${damage.table}.${damage.column}`)
      ? 0
      : Math.max(0, missing.length - (damage.table === "entries" ? 1 : 0)),
  };
}

/** Under these an export looks for the rest: with another name it is there, and not where it was. */
const names = new Set(["owners.key", "sessions.key", "sessions.owner_id", "lanes.key", "lanes.session_id"]);

/** A turn that is lost has a new name. */
function isSameEntry({ table }: ColumnDamage, was: Entry, is: Entry | undefined): boolean {
  const turn = table === "turns" ? { turn: null } : {};
  return is !== undefined && JSON.stringify({ ...was, ...turn }) === JSON.stringify({ ...is, ...turn });
}

/** The content of a file stays named by its entry. */
function isLostContent({ table }: ColumnDamage, what: string): boolean {
  return table === "blobs" && what.startsWith("Entries whose contents are not all there");
}

async function inspect(path: string): Promise<readonly string[]> {
  const clew = await openClew({ store: path });
  try {
    const quick = (await clew.doctor()).map(({ what }) => what).filter((what) => !what.includes("cut off"));
    if (quick.length > 0) return quick;
    return (await clew.doctor({ thorough: true })).map(({ what }) => what).filter((what) => !what.includes("cut off"));
  } finally {
    await clew.close();
  }
}

/** One more turn in the chat, in another and in a new one; then whatever else may be asked. */
async function goOn(path: string) {
  const clew = await openClew({ store: path, window: 4_000 });
  const refusals: string[] = [];
  const answers: string[] = [];
  try {
    for (const each of [session, other, "telegram:chat:77"]) {
      const turn = await clew.begin({ session: each, id: 200, from: 42, text: "Which one?" });
      answers.push((await turn.view()).kind);
      await turn.complete({ text: "That one" });
    }
    const verbs = {
      search: () => clew.search("bed"),
      unsent: () => clew.unsent(),
      why: () => clew.why({ session }),
      log: () => clew.log({ session }),
      sessions: () => clew.sessions(),
    };
    for (const [name, ask] of Object.entries(verbs))
      await ask().catch((error: unknown) => refusals.push(`${name}: ${String(error)}`));
  } finally {
    await clew.close();
  }
  return { answers, refusals };
}

async function readEntries(path: string): Promise<ReadonlyMap<string, Entry>> {
  const clew = await openClew({ store: path });
  const found = new Map<string, Entry>();
  for await (const line of clew.export()) {
    const { kind, entry } = JSON.parse(line) as { kind: string; entry?: Entry };
    if (kind === "entry" && entry !== undefined) found.set(entry.id, entry);
  }
  await clew.close();
  return found;
}
