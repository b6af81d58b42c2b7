import { mkdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { ClewError } from "../../src/core/errors.js";
import type { ImportCounts } from "../../src/engine/transfer/import.js";
import { sum } from "../../src/try/sums.js";
import { listFiles } from "../files-at.js";
import { describeMachine } from "../machine.js";
import { checkAtLeast, checkAtMost, formatCell, type Report, type Table, verdictColumns } from "../report.js";
import { useScratchFolder } from "../scratch.js";
import { type Rehearsal, rehearse } from "./rehearse.js";

export interface RehearseOptions {
  /** A transcript, or a folder of them. */
  readonly data: string;
  readonly window: number;
  readonly say: (what: string) => void;
}

interface FileRehearsal extends Rehearsal {
  readonly file: string;
}

/** Replays every transcript as a run of model calls: how large each view is, and whether it reads back as sent. */
export function rehearseFiles({ data, window, say }: RehearseOptions): Promise<Report> {
  return useScratchFolder(async (scratch) => {
    const rehearsed: FileRehearsal[] = [];
    for (const path of await listFiles(data)) {
      say(basename(path));
      const folder = join(scratch, "log");
      await mkdir(folder);
      try {
        rehearsed.push({ file: basename(path), ...(await rehearse(path, folder, window)) });
      } catch (error) {
        if (!(error instanceof ClewError) || error.code !== "import/unknown-format") throw error;
        say(`left out: ${error.message}`);
      }
      await rm(folder, { recursive: true });
    }
    const tables = [makeTargetTable(rehearsed), makeCallTable(rehearsed, window), makeCountTable(rehearsed)];
    return { bench: "rehearse", machine: describeMachine(), tables };
  });
}

function makeTargetTable(all: readonly FileRehearsal[]): Table {
  const total = (figure: (each: FileRehearsal) => number) => sum(all.map(figure));
  const differing = all.filter(({ counts }) => !isSame(counts.read, counts.imported)).length;
  const rows = [
    checkAtMost(
      "views over the window without the reply",
      total(({ over }) => over),
      0,
    ),
    checkAtMost(
      "views that the window is too small for",
      total(({ tooSmall }) => tooSmall),
      0,
    ),
    checkAtLeast(
      "receipts replayed byte for byte",
      total(({ replayed }) => replayed),
      total(({ receipts }) => receipts),
    ),
    checkAtMost("files whose log does not hold what was read", differing, 0),
  ];
  return { title: "Targets", columns: verdictColumns, rows };
}

function isSame(read: ImportCounts, found: ImportCounts): boolean {
  return (Object.keys(read) as (keyof ImportCounts)[]).every((kind) => read[kind] === found[kind]);
}

function makeCallTable(all: readonly FileRehearsal[], window: number): Table {
  return {
    title: `Lived through call by call, with a window of ${formatCell(window)} tokens`,
    columns: [
      ...["file", "format", "lanes", "calls", "largest view", "over", "too small", "compactions"],
      ...["receipts", "checkpoints", "replayed", "bytes of receipts"],
    ],
    rows: all.map((each) => [
      ...[each.file, each.format, each.lanes, each.calls, each.largestView, each.over, each.tooSmall],
      ...[each.compactions, each.receipts, each.checkpoints, each.replayed, each.receiptBytes],
    ]),
  };
}

function makeCountTable(all: readonly FileRehearsal[]): Table {
  const kinds = ["user", "agent", "calls", "results", "notes", "withdrawn"] as const;
  const row = (file: string, where: string, counts: ImportCounts) => [
    file,
    where,
    ...kinds.map((kind) => counts[kind]),
  ];
  return {
    title: "What the files hold: as read, as found in the log, and as found after living through it",
    columns: ["file", "where", ...kinds],
    rows: all.flatMap(({ file, counts }) => [
      row(file, "read", counts.read),
      row(file, "imported", counts.imported),
      row(file, "lived", counts.lived),
    ]),
  };
}
