import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { windowTokens } from "../../bot.js";
import { openClewLog } from "../../clew/clew-log.js";
import { readCpuMs, waitUntilIdle } from "../../cpu.js";
import { talkRound, writeLines } from "../../talk.js";

interface Work {
  readonly checkout: string;
  readonly folder: string;
  readonly messages: number;
  readonly rounds: number;
}

/** What one round took, in milliseconds. */
export interface ImportRound {
  readonly own: Spent;
  readonly bare: Spent;
}

interface Spent {
  readonly cpuMs: number;
  readonly wallMs: number;
}

/** Alternates imports of a file of messages with bare inserts of the same rows into the same schema. */
export async function measureImport({ checkout, folder, messages, rounds }: Work): Promise<readonly ImportRound[]> {
  const lines = join(folder, "talk.jsonl");
  await writeFile(lines, [...writeLines(messages / 2, talkRound)].join(""));
  const { insertBare, readRows } = await loadBareInserts(checkout);
  const importInto = async (path: string) => {
    const log = await openClewLog(checkout, path, windowTokens);
    await log.importFile(lines);
    await log.close();
  };
  const path = (name: string) => join(folder, `${name}.db`);
  await importInto(path("first"));
  const rows = readRows(path("first"));
  const measured: ImportRound[] = [];
  for (let round = 0; round < rounds; round++) {
    const own = await spend(() => importInto(path("own")));
    const bare = await spend(async () => insertBare(path("bare"), rows));
    measured.push({ own, bare });
    for (const name of ["own", "bare"]) await rm(path(name));
  }
  return measured;
}

type BareInserts = typeof import("../../bare-inserts.js");

/** Loads it from the checkout, which has its own schema; earlier versions had it at another place, under another name. */
async function loadBareInserts(checkout: string): Promise<Pick<BareInserts, "insertBare" | "readRows">> {
  const places = ["bench/bare-inserts.ts", "src/bench/bare-inserts.ts"].map((place) => join(checkout, place));
  const found: BareInserts & { readonly rowsOf?: BareInserts["readRows"] } = await import(
    pathToFileURL(places.find((place) => existsSync(place)) ?? checkout).href
  );
  return { insertBare: found.insertBare, readRows: found.rowsOf ?? found.readRows };
}

async function spend(work: () => Promise<void>): Promise<Spent> {
  await waitUntilIdle();
  const [cpu, wall] = [readCpuMs(), performance.now()];
  await work();
  const wallMs = performance.now() - wall;
  await waitUntilIdle();
  return { cpuMs: readCpuMs() - cpu, wallMs };
}
