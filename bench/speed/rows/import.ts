import { median } from "../../median.js";
import { runTask } from "../../worker/start-worker.js";
import { aimAtLeast, checkoutsOf, type Findings, type SpeedRun, tableOf } from "../findings.js";
import type { ImportRound } from "../tasks/measure-import.js";

const columns = [
  "subject",
  "entries",
  "clew, entries a CPU second",
  "bare, entries a CPU second",
  "ratio",
  "ratio by the clock",
];

/** Compares the import of a file of messages with bare inserts of its rows into the same schema. */
export async function measureImports(run: SpeedRun): Promise<Findings> {
  const { messages } = run.plan.import;
  const rows: [string, number, number, number, number, number][] = [];
  for (const { name, folder: checkout } of checkoutsOf(run)) {
    run.say(`import: ${name}`);
    const folder = run.makeFolder();
    const rounds = await runTask(folder, "measureImport", { checkout, folder, ...run.plan.import });
    const of = (figure: (round: ImportRound) => number) => median(rounds.map(figure));
    const perSecond = (cpuMs: number) => messages / (cpuMs / 1_000);
    rows.push([
      name,
      messages,
      of(({ own }) => perSecond(own.cpuMs)),
      of(({ bare }) => perSecond(bare.cpuMs)),
      of(({ own, bare }) => bare.cpuMs / own.cpuMs),
      of(({ own, bare }) => bare.wallMs / own.wallMs),
    ]);
  }
  return {
    targets: [aimAtLeast("import, to bare inserts", rows[0]?.[4] ?? null, 0.5)],
    tables: [tableOf("Imports into a new file", columns, rows)],
  };
}
