import { runTask } from "../../worker/start-worker.js";
import { aimAtMost, checkoutsOf, type Findings, type SpeedRun, tableOf } from "../findings.js";

const columns = ["subject", "turns", "largest gap, CPU ms", "passes of the loop", "CPU ms in all"];

/** Measures how long other work of the process would wait while turns are awaited in a row. */
export async function measureLoop(run: SpeedRun): Promise<Findings> {
  const { messages, turns } = run.plan.loop;
  const rows: [string, number, number, number, number][] = [];
  for (const subject of checkoutsOf(run)) {
    run.say(`loop: ${subject.name}`);
    const folder = run.makeFolder();
    await runTask(folder, "fillLog", { subject, folder, messages });
    const work = { checkout: subject.folder, folder, from: messages / 2, turns };
    const { largestMs, passes, cpuMs } = await runTask(folder, "watchLoop", work);
    rows.push([subject.name, turns, largestMs, passes, cpuMs]);
  }
  return {
    targets: [
      aimAtMost(`largest gap of the event loop in ${turns} turns awaited in a row, CPU ms`, rows[0]?.[2] ?? null, 100),
    ],
    tables: [tableOf("The event loop", columns, rows)],
  };
}
