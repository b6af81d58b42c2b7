import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { clewFile } from "../../clew/keep-clew.js";
import { median } from "../../median.js";
import { formatCell } from "../../report.js";
import { runTask } from "../../worker/start-worker.js";
import { aimAtLeast, aimAtMost, checkoutsOf, divide, type Findings, type SpeedRun, tableOf } from "../findings.js";
import type { FirstView } from "../tasks/view-first.js";

interface Viewed {
  readonly name: string;
  readonly importMs: number;
  readonly file: string;
  readonly first: FirstView[];
  readonly second: FirstView[];
}

const columns = [
  "subject",
  "view",
  "CPU ms a view",
  "until idle",
  "tokens",
  "summary",
  "recent",
  "CPU s of the import",
];

/** Measures the first view of a long imported lane, each time in a new process and on a new copy of the file. */
export async function measureFirstView(run: SpeedRun): Promise<Findings> {
  const { messages, runs } = run.plan.firstView;
  const all: Viewed[] = [];
  for (const subject of checkoutsOf(run)) {
    run.say(`first-view: importing for ${subject.name}`);
    const folder = run.makeFolder();
    const { cpuMs } = await runTask(folder, "fillLog", { subject, folder, messages });
    all.push({ name: subject.name, importMs: cpuMs, file: clewFile(folder), first: [], second: [] });
  }
  for (let number = 0; number < runs; number++) {
    for (const [index, { folder: checkout }] of checkoutsOf(run).entries()) {
      const folder = run.makeFolder();
      const path = join(folder, "copy.db");
      await copyFile(all[index]?.file ?? "", path);
      const { first, second } = await runTask(folder, "viewFirst", { checkout, path });
      all[index]?.first.push(first);
      all[index]?.second.push(second);
    }
  }
  const [own, before] = all;
  const title = `Views of an imported lane of ${formatCell(messages)} entries, 8k window`;
  return {
    targets: [
      aimAtMost(
        "the first view of an imported lane, to clew before",
        divide(viewMs(own?.first), viewMs(before?.first)),
        0.1,
      ),
      aimAtLeast("tokens of summary and messages that it tells, to clew before", divide(told(own), told(before)), 1),
    ],
    tables: [tableOf(title, columns, all.flatMap(rowsOf))],
  };
}

function viewMs(views: readonly FirstView[] | undefined): number | null {
  return views === undefined ? null : median(views.map((view) => view.viewMs));
}

function told(viewed: Viewed | undefined): number | null {
  const [view] = viewed?.first ?? [];
  return view === undefined ? null : (view.layers.summary ?? 0) + (view.layers.recent ?? 0);
}

function rowsOf({ name, importMs, first, second }: Viewed) {
  return (
    [
      ["first", first],
      ["second", second],
    ] as const
  ).map(([view, views]) => {
    const { tokens = 0, layers = {} } = views[0] ?? {};
    const idle = median(views.map(({ idleMs }) => idleMs));
    return [name, view, viewMs(views), idle, tokens, layers.summary ?? 0, layers.recent ?? 0, importMs / 1_000];
  });
}
