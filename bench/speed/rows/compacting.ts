import { median } from "../../median.js";
import { runTask } from "../../worker/start-worker.js";
import {
  aimAtMost,
  type ClewSubject,
  checkoutsOf,
  divide,
  type Findings,
  quantile,
  type SpeedRun,
  tableOf,
} from "../findings.js";
import type { TurnView } from "../tasks/view-turns.js";

const columns = ["subject", "views", "count", "CPU ms a view", "p95", "CPU ms of the whole turn"];
const warmUps = 20;

/** Compares views that compact with those that don't, while turns are played on a lane. */
export async function measureCompacting(run: SpeedRun): Promise<Findings> {
  const measured: { readonly name: string; readonly views: readonly TurnView[] }[] = [];
  for (const subject of checkoutsOf(run)) {
    run.say(`compacting: ${subject.name}`);
    measured.push({ name: subject.name, views: await liveThrough(run, subject) });
  }
  const [own] = measured;
  const of = (views: readonly TurnView[] = [], compacted: boolean) =>
    views.filter((view) => view.compacted === compacted);
  const viewMs = (views: readonly TurnView[]) => (views.length === 0 ? null : median(views.map((view) => view.viewMs)));
  const rows = measured.flatMap(({ name, views }) =>
    [false, true].map((compacted) => {
      const chosen = of(views, compacted);
      const p95 =
        chosen.length === 0
          ? null
          : quantile(
              chosen.map((view) => view.viewMs),
              0.95,
            );
      const turn = chosen.length === 0 ? null : median(chosen.map((view) => view.turnMs));
      return [name, compacted ? "compacting" : "ordinary", chosen.length, viewMs(chosen), p95, turn];
    }),
  );
  const ratio = divide(viewMs(of(own?.views, true)), viewMs(of(own?.views, false)));
  return {
    targets: [aimAtMost("a compacting view, to an ordinary one", ratio, 5)],
    tables: [tableOf("Views that compact, 8k window", columns, rows)],
  };
}

async function liveThrough({ plan, makeFolder }: SpeedRun, subject: ClewSubject): Promise<readonly TurnView[]> {
  const { messages, turns } = plan.compacting;
  const folder = makeFolder();
  await runTask(folder, "fillLog", { subject, folder, messages });
  const work = { checkout: subject.folder, folder, from: messages / 2, turns };
  return (await runTask(folder, "viewTurns", work)).slice(Math.min(warmUps, turns / 4));
}
