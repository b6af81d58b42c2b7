import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { importFile } from "../compose/import.js";
import { turnsInFlight } from "../compose/in-flight.js";
import { houseOf, sha256 } from "../compose/options.js";
import type { House } from "../engine/house.js";
import { importRecords } from "../engine/import.js";
import { sqliteStore } from "../stores/sqlite/sqlite-store.js";
import { insertBare, rowsOf } from "./bare-inserts.js";
import { generatedLines, generatedRecords } from "./generated-log.js";
import { median } from "./median.js";
import { atLeast, type Table, type Verdict } from "./report.js";

const entries = 20_000;
const rounds = 5;
const importLimit = 1 / 2;

type Import = (house: House) => Promise<unknown>;
type Row = readonly [name: string, entries: number, own: number, bare: number, ratio: number];

/** Entries per second of an import into a new file, and of bare inserts of the rows that it writes, in turn. */
export async function importFigures(folder: string): Promise<{ verdicts: readonly Verdict[]; table: Table }> {
  const file = join(folder, "plain.jsonl");
  await writeFile(file, [...generatedLines(entries)].join(""));
  const records = [...generatedRecords(entries)];
  const rows = [
    await compared("records with tools", folder, (house) => importRecords(house, each(records), () => undefined)),
    await compared("a file of messages", folder, (house) => importFile(house, file)),
  ];
  return {
    verdicts: rows.map(([name, , , , ratio]) => atLeast(`import of ${name}, to bare inserts`, ratio, importLimit)),
    table: {
      title: `Imports into a new file, medians of ${rounds} interleaved rounds`,
      columns: ["import", "entries", "clew entries/s", "bare entries/s", "ratio"],
      rows,
    },
  };
}

async function* each<Value>(values: readonly Value[]): AsyncGenerator<Value> {
  yield* values;
}

async function compared(name: string, folder: string, run: Import): Promise<Row> {
  const pathOf = (what: string) => join(folder, `${name.replaceAll(" ", "-")}-${what}.db`);
  await importInto(pathOf("first"), run);
  const rows = rowsOf(pathOf("first"));
  const perSecond = (started: number) => rows.entries.length / ((performance.now() - started) / 1_000);
  const [own, bare, ratios]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < rounds; round++) {
    const started = performance.now();
    await importInto(pathOf(`own-${round}`), run);
    const ours = perSecond(started);
    const again = performance.now();
    insertBare(pathOf(`bare-${round}`), rows);
    const theirs = perSecond(again);
    own.push(ours);
    bare.push(theirs);
    ratios.push(ours / theirs);
  }
  return [name, rows.entries.length, median(own), median(bare), median(ratios)];
}

async function importInto(path: string, run: Import): Promise<void> {
  const store = sqliteStore({ path, hash: sha256 });
  try {
    await run(await houseOf({ timeZone: "UTC" }, store, turnsInFlight().presence));
  } finally {
    await store.close();
  }
}
