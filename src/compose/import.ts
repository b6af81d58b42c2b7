import { join, resolve } from "node:path";
import { ClewError } from "../core/errors.js";
import type { Importer } from "../core/importing/imported.js";
import type { House } from "../engine/house.js";
import { type ImportCounts, importRecords } from "../engine/import.js";
import { restore } from "../engine/restore.js";
import { type CountedSource, openSource } from "./import-source.js";

/** How a history is imported. */
export interface ImportOptions {
  /** Ids or addresses under which the agent itself spoke, for chats and mail. */
  readonly agents?: readonly string[];
  /** The format, if it is not to be told by the content. */
  readonly format?: string;
  /** Called now and then. */
  readonly onProgress?: (progress: { readonly bytes: number; readonly of: number; readonly records: number }) => void;
}

/** What came of an import. */
export interface ImportReport {
  /** The format that it was read as. */
  readonly format: string;
  /** What the history held, by kind. Absent for an export of a log, which is taken over as it is. */
  readonly read?: ImportCounts;
  /** Entries that the log did not have. */
  readonly added: number;
  /** Entries that it had already. */
  readonly known: number;
  /** The sessions that it is about. */
  readonly sessions: readonly string[];
  /** How many lanes it is about. */
  readonly lanes: number;
  /** How many views came with it, for an export of a log. */
  readonly receipts?: number;
  /** What was skipped: the line, 0 where there is none, and why. */
  readonly bad: readonly { readonly line: number; readonly reason: string }[];
}

const exportFormat = "clew";

export async function importFile(house: House, path: string, options: ImportOptions = {}): Promise<ImportReport> {
  const meter = meterOf(options);
  const source = await openSource(resolve(path), meter.bytes);
  meter.of = source.bytes;
  const whole = await readerOf(source, options.format);
  if (whole !== null) return whole(house, source, options, meter.records);
  if (source.folder !== null) return importFolder(house, source, source.folder, options);
  throw await unknownFormat(source.sample.name, options.format);
}

/** Why a path can't be imported, told before anything is written; null if it can be tried. */
export async function refusalOf(path: string, format: string | undefined): Promise<unknown> {
  try {
    const source = await openSource(resolve(path), () => undefined);
    if ((await readerOf(source, format)) !== null) return null;
    for (const name of source.folder === null ? [] : source.sample.members) {
      const file = await openSource(join(source.folder ?? "", name), () => undefined);
      if ((await readerOf(file, format)) !== null) return null;
    }
    return unknownFormat(source.sample.name, format);
  } catch (error) {
    return error;
  }
}

type Reader = (
  house: House,
  source: CountedSource,
  options: ImportOptions,
  onRecords: (records: number) => void,
) => Promise<ImportReport>;

/** Tells how far an import is, whether it is reading or writing. */
function meterOf({ onProgress }: ImportOptions) {
  const seen = { bytes: 0, records: 0 };
  const tell = () => onProgress?.({ ...seen, of: meter.of });
  const meter = {
    of: 0,
    bytes(bytes: number) {
      seen.bytes = bytes;
      tell();
    },
    records(records: number) {
      seen.records = records;
      tell();
    },
  };
  return meter;
}

/** How a file is read, by its content or by the format that was named; null if nobody knows. */
async function readerOf(source: CountedSource, named: string | undefined): Promise<Reader | null> {
  if (named === exportFormat || (named === undefined && isExport(source))) return restored;
  const { importers } = await import("./importers.js");
  const importer = importers.find((each) =>
    named === undefined ? each.recognises(source.sample) : each.format === named,
  );
  return importer === undefined ? null : imported(importer);
}

function isExport({ sample }: CountedSource): boolean {
  return /^\s*\{"clew":"export"/.test(sample.head);
}

const restored: Reader = async (house, source, _options, onRecords) => {
  const result = await restore(house, source.lines(), onRecords);
  return { format: exportFormat, ...result, bad: [] };
};

function imported(importer: Importer): Reader {
  return async (house, source, options, onRecords) => {
    const records = importer.read(source, { agents: options.agents ?? [] });
    return { format: importer.format, ...(await importRecords(house, records, onRecords)) };
  };
}

/** A folder that is no export of one program may hold many: each file is read for itself. */
async function importFolder(
  house: House,
  { sample, bytes }: CountedSource,
  folder: string,
  options: ImportOptions,
): Promise<ImportReport> {
  const reports: ImportReport[] = [];
  const meter = meterOf(options);
  meter.of = bytes;
  let [passed, records] = [0, 0];
  for (const name of sample.members) {
    const before = passed;
    const file = await openSource(join(folder, name), (read) => meter.bytes(before + read));
    const read = await readerOf(file, options.format);
    passed += file.bytes;
    if (read === null) continue;
    const done = records;
    reports.push(named(name, await read(house, file, options, (count) => meter.records(done + count))));
    records = reports.reduce((sum, { added, known }) => sum + added + known, 0);
  }
  if (reports.length === 0) throw await unknownFormat(sample.name, options.format);
  return together(reports, sample.members.length - reports.length);
}

function named(file: string, report: ImportReport): ImportReport {
  return { ...report, bad: report.bad.map(({ line, reason }) => ({ line, reason: `${file}: ${reason}` })) };
}

function together(reports: readonly ImportReport[], unknown: number): ImportReport {
  const sum = (of: (report: ImportReport) => number) => reports.reduce((total, report) => total + of(report), 0);
  const read = (kind: keyof ImportCounts) => sum((report) => report.read?.[kind] ?? 0);
  const skipped = unknown === 0 ? [] : [{ line: 0, reason: `${unknown} files have no format that clew knows` }];
  return {
    format: [...new Set(reports.map(({ format }) => format))].join(", "),
    read: {
      user: read("user"),
      agent: read("agent"),
      calls: read("calls"),
      results: read("results"),
      notes: read("notes"),
      withdrawn: read("withdrawn"),
    },
    added: sum(({ added }) => added),
    known: sum(({ known }) => known),
    sessions: [...new Set(reports.flatMap(({ sessions }) => sessions))],
    lanes: sum(({ lanes }) => lanes),
    bad: [...reports.flatMap(({ bad }) => bad), ...skipped],
  };
}

async function unknownFormat(name: string, format: string | undefined): Promise<ClewError> {
  const { importers } = await import("./importers.js");
  const formats = [...importers.map((each) => each.format), exportFormat].join(", ");
  if (format !== undefined && !formats.split(", ").includes(format)) {
    return new ClewError("import/unknown-format", `There is no format ${JSON.stringify(format)}`, {
      hint: `Use one of: ${formats}`,
    });
  }
  return new ClewError("import/unknown-format", `${name} has no format that clew knows`, {
    hint: `It reads: ${formats}. If it is one of these, name it with --format`,
  });
}
