import { median } from "../../../src/bench/median.js";
import { runTask } from "../../worker/start-worker.js";
import { aimAtMost, checkoutsOf, divide, type Findings, quantile, type SpeedRun, tableOf } from "../findings.js";

const columns = ["subject", "CPU ms a view", "p95", "tokens", "calls in the turn", "views"];

/** Views of a large window inside of a long turn of an agent, after one more call of a tool each. */
export async function measureToolViews(run: SpeedRun): Promise<Findings> {
  const rows: [string, number, number, number, number, number][] = [];
  for (const { name, folder: checkout } of checkoutsOf(run)) {
    run.say(`tool-view: ${name}`);
    const folder = run.makeFolder();
    const { cpuMs, tokens, calls } = await runTask(folder, "viewAfterTools", {
      checkout,
      folder,
      ...run.plan.toolViews,
    });
    rows.push([name, median(cpuMs), quantile(cpuMs, 0.95), tokens, calls, cpuMs.length]);
  }
  const { window } = run.plan.toolViews;
  return {
    targets: [
      aimAtMost(
        `a view of a ${window / 1_000}k window after a tool call, to clew before`,
        divide(rows[0]?.[1], rows[1]?.[1]),
        0.25,
      ),
    ],
    tables: [tableOf(`Views of a ${window / 1_000}k window after a tool call`, columns, rows)],
  };
}
