/** What may take longer only as it is larger: each work at two sizes, compared by CPU time in one run. */
import { describeMachine } from "../machine.js";
import { checkAtMost, type Report, type RowChoice, type Table, type Verdict, verdictColumns } from "../report.js";
import { numberFolders, useScratchFolder } from "../scratch.js";
import { type GrowthRow, type GrowthRun, measureGrowth } from "./measure-growth.js";
import { growEvents, growKnownSecrets, growSecrets, growSummaries, growTerminalTexts } from "./rows/hostile-texts.js";
import { growArchives, growEdits, growFiles, growHistories, growNotes } from "./rows/logs.js";

export const growthRows: Readonly<Record<string, (run: GrowthRun) => GrowthRow | Promise<GrowthRow>>> = {
  terminal: growTerminalTexts,
  secrets: growSecrets,
  "known-secrets": growKnownSecrets,
  summaries: growSummaries,
  events: growEvents,
  notes: growNotes,
  edits: growEdits,
  archives: growArchives,
  histories: growHistories,
  files: growFiles,
};

export function measureGrowths({ only, quick, say }: RowChoice): Promise<Report> {
  return useScratchFolder(async (scratch) => {
    const run: GrowthRun = { isQuick: quick, makeFolder: numberFolders(scratch) };
    const verdicts: Verdict[] = [];
    const tables: Table[] = [];
    for (const name of only.length === 0 ? Object.keys(growthRows) : only) {
      say(`${name} …`);
      const row = await growthRows[name]?.(run);
      if (row === undefined) continue;
      const rows: [string, number, number][] = [];
      for (const each of row.cases) rows.push([each.what, each.times, await measureGrowth(each, run)]);
      verdicts.push(checkAtMost(row.title, Math.max(...rows.map(([, , ratio]) => ratio)), row.limit));
      tables.push({ title: row.title, columns: ["what", "times as large", "times as long"], rows });
    }
    const targets = { title: "Targets: times as long, the worst case", columns: verdictColumns, rows: verdicts };
    return { bench: "growth", machine: describeMachine(), tables: [targets, ...tables] };
  });
}
