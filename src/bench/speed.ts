import { join } from "node:path";
import { thisMachine } from "./machine.js";
import { type Report, type Table, verdictColumns } from "./report.js";
import { inScratch } from "./scratch.js";
import { fillLogs, growthFigures } from "./speed-growth.js";
import { importFigures } from "./speed-import.js";
import { receiptFigures } from "./speed-receipts.js";
import { searchFigures } from "./speed-search.js";

export interface SpeedOptions {
  /** Sizes of the logs. */
  readonly entries: readonly number[];
  /** Told what is being done. */
  readonly say: (what: string) => void;
}

/** How the time of begin and view grows, what imports and searches cost against the bare database, and what receipts take. */
export function speed({ entries, say }: SpeedOptions): Promise<Report> {
  const sizes = [...new Set(entries)].sort((a, b) => a - b);
  return inScratch(async (folder) => {
    const pathOf = (size: number) => join(folder, `log-${size}.db`);
    say(`writing ${sizes.length} logs`);
    const before = process.memoryUsage.rss();
    await fillLogs(sizes, pathOf);
    say("begin and view");
    const growth = await growthFigures(sizes, pathOf);
    const memory = memoryTable(before, process.memoryUsage.rss());
    say("search");
    const search = await searchFigures(pathOf(sizes.at(-1) ?? 0));
    say("import");
    const imports = await importFigures(folder);
    say("receipts");
    const receipts = await receiptFigures(join(folder, "receipts.db"));
    const measured = [growth, imports, search, receipts];
    const rows = measured.flatMap(({ verdicts }) => verdicts);
    const verdicts: Table = { title: "Targets", columns: verdictColumns, rows };
    const tables = [verdicts, ...measured.map(({ table }) => table), memory];
    return { bench: "speed", machine: thisMachine(), tables };
  });
}

function memoryTable(before: number, after: number): Table {
  const columns = ["moment", "MiB"];
  const rows = [
    ["at the start", before / 2 ** 20],
    ["with all logs open", after / 2 ** 20],
  ];
  return { title: "Resident memory", columns, rows };
}
