import { sha256 } from "../compose/options.js";
import { sqliteStore } from "../stores/sqlite/sqlite-store.js";
import { type CountedLog, openCounted } from "./counted-log.js";
import { fillLog, generatedRef } from "./generated-log.js";
import { median } from "./median.js";
import { atMost, shownCell, type Table, type Verdict } from "./report.js";

const runs = 200;
const warmUps = 10;
const growthLimit = 1.5;

/** A log of one size, open, with what its runs took. */
interface Measured {
  readonly entries: number;
  readonly log: CountedLog;
  readonly begins: number[];
  readonly views: number[];
  readonly both: number[];
  readonly statements: number[];
  readonly rows: number[];
}

/** One file for each size. */
export async function fillLogs(sizes: readonly number[], pathOf: (entries: number) => string): Promise<void> {
  for (const entries of sizes) {
    const store = sqliteStore({ path: pathOf(entries), hash: sha256 });
    await fillLog(store, entries);
    await store.close();
  }
}

/** The time of begin and view on logs of several sizes, run by run in turn, against the smallest. */
export async function growthFigures(
  sizes: readonly number[],
  pathOf: (entries: number) => string,
): Promise<{ verdicts: readonly Verdict[]; table: Table }> {
  const logs: Measured[] = [];
  for (const entries of sizes) {
    const log = await openCounted(pathOf(entries));
    logs.push({ entries, log, begins: [], views: [], both: [], statements: [], rows: [] });
  }
  for (let run = -warmUps; run < runs; run++) {
    // Each is the first as often as the others.
    for (const index of logs.keys()) await measure(logs[(index + run + warmUps) % logs.length], run);
  }
  for (const { log } of logs) await log.clew.close();
  const [smallest] = logs;
  const growth = ({ both }: Measured) => median(both) / median(smallest?.both ?? []);
  const against = `to ${shownCell(smallest?.entries ?? 0)} entries`;
  return {
    verdicts: logs
      .filter((each) => each !== smallest)
      .map((each) => atMost(`begin + view, ${shownCell(each.entries)} ${against}`, growth(each), growthLimit)),
    table: {
      title: `Begin and view with an 8k window, medians of ${runs} interleaved runs`,
      columns: ["entries", "begin ms", "view ms", "both ms", "growth", "statements", "rows"],
      rows: logs.map((each) => [
        each.entries,
        ...[each.begins, each.views, each.both].map(median),
        growth(each),
        median(each.statements),
        median(each.rows),
      ]),
    },
  };
}

async function measure(measured: Measured | undefined, run: number): Promise<void> {
  if (measured === undefined) return;
  const { clew, take } = measured.log;
  take();
  const message = { session: generatedRef.session, from: "7", id: `run ${run}`, text: `What is still open? ${run}` };
  const started = performance.now();
  const turn = await clew.begin(message);
  const begun = performance.now();
  await turn.view();
  const viewed = performance.now();
  const { statements, rows } = take();
  await turn.complete({ text: "Two points, both for tomorrow." });
  if (run < 0) return;
  measured.begins.push(begun - started);
  measured.views.push(viewed - begun);
  measured.both.push(viewed - started);
  measured.statements.push(statements);
  measured.rows.push(rows);
}
