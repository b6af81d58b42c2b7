import { median } from "../../median.js";
import { startWorker, type Worker } from "../../worker/start-worker.js";
import { aimAtMost, checkoutsOf, divide, type Findings, quantile, type SpeedRun, tableOf } from "../findings.js";
import type { ToolViews } from "../tasks/view-after-tools.js";

interface Place {
  readonly name: string;
  readonly worker: Worker;
  readonly rounds: ToolViews[];
}

const columns = ["subject", "CPU ms a view", "p95", "tokens", "calls in the turn", "views"];

/** Measures views of a large window within an agent's long turn, each after one more tool call. */
export async function measureToolViews(run: SpeedRun): Promise<Findings> {
  const { window, filled, rounds, views } = run.plan.toolViews;
  const places: Place[] = [];
  try {
    for (const { name, folder: checkout } of checkoutsOf(run)) {
      run.say(`tool-view: ${name}`);
      const folder = run.makeFolder();
      const worker = startWorker(folder);
      places.push({ name, worker, rounds: [] });
      await worker.call("fillToolTurn", { checkout, folder, window, filled });
    }
    for (let round = 0; round < rounds; round++) {
      for (const place of places) place.rounds.push(await place.worker.call("viewToolTurn", { views }));
    }
  } finally {
    for (const { worker } of places) await worker.end();
  }
  const rows = places.map(({ name, rounds: measured }) => rowOf(name, measured));
  const what = `a ${window / 1_000}k window after a tool call`;
  return {
    targets: [aimAtMost(`a view of ${what}, to clew before`, divide(rows[0]?.[1], rows[1]?.[1]), 0.25)],
    tables: [tableOf(`Views of ${what}`, columns, rows)],
  };
}

function rowOf(name: string, rounds: readonly ToolViews[]) {
  const cpuMs = rounds.flatMap((round) => round.cpuMs);
  const { tokens = 0, calls = 0 } = rounds.at(-1) ?? {};
  return [name, median(cpuMs), quantile(cpuMs, 0.95), tokens, calls, cpuMs.length] as const;
}
