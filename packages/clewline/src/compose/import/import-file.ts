import { resolve } from "node:path";
import { ClewError } from "@clewline/core/errors.js";
import type { Importer } from "@clewline/core/importing/importer.js";
import type { LaneRef } from "@clewline/core/log/keys.js";
import type { Engine } from "@clewline/engine/engine.js";
import { makeHeardFinder } from "@clewline/engine/transfer/heard-session.js";
import { type ImportCounts, importRecords } from "@clewline/engine/transfer/import.js";
import { restore } from "@clewline/engine/transfer/restore.js";
import { type CountedSource, headBytes, narrowSource, openSource } from "./import-source.js";

/** How a history is imported. */
export interface ImportOptions {
  /** Ids or addresses under which the agent itself spoke, for chats and mail. */
  readonly agents?: readonly string[];
  /** The format, if the content should not decide. */
  readonly format?: string;
  /** Formats of your own, which are asked before ours. */
  readonly importers?: readonly Importer[];
  /** Called now and then. */
  readonly onProgress?: (progress: { readonly bytes: number; readonly of: number; readonly records: number }) => void;
}

/** The result of an import. */
export interface ImportReport {
  /** The format that it was read as. */
  readonly format: string;
  /** The contents of the history, by kind. Absent for an export of a log, which is taken over as it is. */
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
  /** Of these, the receipts of views that can't be replayed, because the export lacks pieces of them. Absent if there is none. */
  readonly unreplayable?: readonly string[];
  /** The skipped parts: the line, 0 where there is none, and why. */
  readonly bad: readonly { readonly line: number; readonly reason: string }[];
}

interface ReadOptions extends ImportOptions {
  /** Whether nothing will be added to the file. */
  readonly isEnded?: boolean;
}

const exportFormat = "clew";

export async function importFile(engine: Engine, path: string, options: ReadOptions = {}): Promise<ImportReport> {
  const meter = makeMeter(options);
  const source = await openSource(resolve(path), meter.bytes);
  meter.of = source.bytes;
  const found = await collectSource({ engine, options, meter }, source);
  const [first] = found.failed;
  if (found.reads.length > 0) return mergeReports(found);
  throw first?.error ?? (await makeRefusalError(source, options));
}

/** Why a path can't be imported, found before writing; null if it can be tried. With `reads`, a part was read. */
export async function findRefusal(path: string, format: string | undefined, reads: boolean): Promise<unknown> {
  try {
    const source = await openSource(resolve(path), () => undefined);
    const asked = { reads, ...(format === undefined ? {} : { format }) };
    const refusal = await findSourceRefusal(source, asked);
    return refusal === "unknown" ? makeRefusalError(source, asked) : refusal;
  } catch (error) {
    return error;
  }
}

/** Null as soon as something in it can be tried. */
async function findSourceRefusal(source: CountedSource, asked: AskedFormat & Thoroughness): Promise<unknown> {
  let refusal = await findFault(source, asked);
  for (const name of source.open === null || refusal === null ? [] : source.sample.members) {
    try {
      const member = await source.open?.(name);
      const found = member === undefined ? "unknown" : await findSourceRefusal(member, asked);
      if (found === null) return null;
      if (refusal === "unknown") refusal = found;
    } catch (error) {
      if (refusal === "unknown") refusal = error;
    }
  }
  for (const folder of refusal === null ? [] : listTopFolders(source.sample.members))
    if ((await findFault(narrowSource(source, folder), asked)) === null) return null;
  return refusal;
}

interface Thoroughness {
  readonly reads: boolean;
}

async function findFault(source: CountedSource, asked: AskedFormat & Thoroughness): Promise<unknown> {
  const reader = await findReader(source, asked);
  if (reader === null) return "unknown";
  return asked.reads ? reader.findFault(source) : null;
}

interface Reader {
  readonly read: (
    engine: Engine,
    source: CountedSource,
    options: ReadOptions,
    onRecords: (records: number) => void,
  ) => Promise<SourceReport>;
  /** Why nothing of it can be read; null as soon as something can. */
  readonly findFault: (source: CountedSource) => Promise<ClewError | null>;
}

/** A report of one file, folder or archive. */
interface SourceReport {
  readonly report: ImportReport;
  /** Addresses of its lanes, so that none is counted twice; null where only their number is known. */
  readonly lanes: readonly string[] | null;
}

type Meter = ReturnType<typeof makeMeter>;

/** Tells how far an import is, whether it is reading or writing. */
function makeMeter({ onProgress }: ImportOptions) {
  const seen = { bytes: 0, records: 0 };
  const tell = () => onProgress?.({ ...seen, of: meter.of });
  const meter = {
    of: 0,
    /** Records of the files that are behind. */
    done: 0,
    bytes(bytes: number) {
      // Some formats look at a file twice.
      seen.bytes = Math.min(seen.bytes + bytes, Math.max(meter.of, seen.bytes));
      tell();
    },
    records(records: number) {
      seen.records = records;
      tell();
    },
  };
  return meter;
}

/** Finds the reader by the content or by the named format; null if none fits. */
async function findReader(source: CountedSource, asked: AskedFormat): Promise<Reader | null> {
  const { format: named } = asked;
  const isFile = source.open === null;
  if (isFile && (named === exportFormat || (named === undefined && isExport(source)))) return restoreExport;
  const importer = (await listImporters(asked)).find((each) => {
    if (named !== undefined && each.format !== named) return false;
    return (isFile && named !== undefined) || each.recognises(source.sample);
  });
  return importer === undefined ? null : makeReader(importer);
}

type AskedFormat = Pick<ImportOptions, "format" | "importers">;

async function listImporters({ importers: own = [] }: AskedFormat): Promise<readonly Importer[]> {
  const { importers } = await import("./importers.js");
  return [...own, ...importers];
}

function isExport({ sample }: CountedSource): boolean {
  return /^\s*\{"clew":"export"/.test(sample.head);
}

const restoreExport: Reader = {
  read: async (engine, source, _options, onRecords) => {
    const restored = await engine.learning.withhold(() => restore(engine, source.lines(), onRecords));
    const { isOfOlderRules, ...result } = restored;
    if (isOfOlderRules && engine.memory) {
      const { rebuildMemories } = await import("@clewline/engine/answer/learning/rebuild-memories.js");
      await rebuildMemories(engine);
    }
    return { report: { format: exportFormat, ...result }, lanes: null };
  },
  findFault: () => Promise.resolve(null),
};

function makeReader(importer: Importer): Reader {
  return {
    read: async (engine, source, options, onRecords) => {
      const records = importer.read(source, { agents: options.agents ?? [], isEnded: options.isEnded ?? false });
      const isKnown = importer.isOfClient === undefined ? undefined : makeHeardFinder(engine, importer.isOfClient);
      const watch = { onProgress: onRecords, isKnown, group: importer.group };
      const { lanes, large, ...result } = await importRecords(engine, records, watch);
      await compactLarge(engine, large);
      return { report: { format: importer.format, ...result, lanes: lanes.length }, lanes };
    },
    findFault: async (source) => {
      let reason: string | null = null;
      for await (const record of importer.read(source, { agents: [], isEnded: false })) {
        if (record.kind !== "bad") return null;
        reason ??= `line ${record.line}: ${record.reason}`;
      }
      const { name } = source.sample;
      return new ClewError("import/bad", `Nothing of ${name} can be read: ${reason ?? "it holds no message"}`, {
        hint: "Check that it is the file that the program wrote, whole",
      });
    },
  };
}

/** Where a view's room is known, summaries are made now, so that the first message does not wait for them. */
async function compactLarge(engine: Engine, lanes: readonly LaneRef[]): Promise<void> {
  if (!engine.windowTold || lanes.length === 0) return;
  const { compactArrived } = await import("@clewline/engine/growth/compact-lane.js");
  for (const ref of lanes) await compactArrived(engine, ref);
}

interface Work {
  readonly engine: Engine;
  readonly options: ImportOptions;
  readonly meter: Meter;
}

/** The result of a file, or of all files in a folder or archive. */
interface SourceCollection {
  readonly reads: readonly SourceReport[];
  readonly failed: readonly { readonly name: string; readonly error: Error }[];
  /** Files that have no format. */
  readonly unread: number;
  /** Files that hold nothing at all. */
  readonly empty: number;
}

const nothing: SourceCollection = { reads: [], failed: [], unread: 0, empty: 0 };

/** A folder may be the export of one program; what that leaves is read folder by folder and file by file. */
async function collectSource(work: Work, source: CountedSource): Promise<SourceCollection> {
  const read = await findReader(source, work.options);
  if (source.open === null) {
    if (read !== null) return { ...nothing, reads: [await runReader(work, read, source)] };
    return isEmpty(source) ? { ...nothing, empty: 1 } : { ...nothing, unread: 1 };
  }
  const watched = watchMembers(source);
  const whole = read === null ? null : await runReader(work, read, watched.source);
  // A file may have the name that an export has and be something else.
  const isWhole = whole !== null && hasRead(whole.report);
  const rest = source.sample.members.filter((name) => !isWhole || !watched.names.has(name));
  const parts = await collectMembers(work, { ...source, sample: { ...source.sample, members: rest } });
  return whole !== null && (isWhole || parts.reads.length === 0)
    ? joinCollections([{ ...nothing, reads: [whole] }, parts])
    : parts;
}

async function collectMembers(work: Work, source: CountedSource): Promise<SourceCollection> {
  const { members } = source.sample;
  const found: SourceCollection[] = [];
  for (const folder of listTopFolders(members)) {
    found.push(labelPlace(folder, await collectSource(work, narrowSource(source, folder))));
  }
  for (const name of members.filter((each) => !each.includes("/"))) {
    found.push(labelPlace(`${name}: `, await collectMember(work, source, name)));
  }
  return joinCollections(found);
}

/** One bad file does not stop the others. */
async function collectMember(work: Work, source: CountedSource, name: string): Promise<SourceCollection> {
  try {
    const member = await source.open?.(name);
    return member === undefined ? nothing : await collectSource(work, member);
  } catch (error) {
    if (!(error instanceof Error) || !isOfFile(error)) throw error;
    return { ...nothing, failed: [{ name: "", error }] };
  }
}

/** Whether an error is about a file rather than about the log. */
function isOfFile(error: Error): boolean {
  return error instanceof ClewError ? !error.code.startsWith("store/") : "syscall" in error;
}

async function runReader(
  { engine, options, meter }: Work,
  reader: Reader,
  source: CountedSource,
): Promise<SourceReport> {
  const before = meter.done;
  const result = await reader.read(engine, source, options, (count) => meter.records(before + count));
  meter.done = before + result.report.added + result.report.known;
  return result;
}

function hasRead({ read, added, known }: ImportReport): boolean {
  return added + known > 0 || Object.values(read ?? {}).some((count) => count > 0);
}

/** The folders at the top, each with a slash. */
function listTopFolders(members: readonly string[]): readonly string[] {
  return [...new Set(members.flatMap((name) => /^[^/]*\//.exec(name) ?? []))];
}

function watchMembers(source: CountedSource): {
  readonly source: CountedSource;
  readonly names: ReadonlySet<string>;
} {
  const names = new Set<string>();
  const member = (name: string) => {
    names.add(name);
    return source.member(name);
  };
  return { source: { ...source, member }, names };
}

/** With the place before every name and reason. */
function labelPlace(place: string, { reads, failed, ...counts }: SourceCollection): SourceCollection {
  return {
    reads: reads.map(({ report, lanes }) => ({ report: { ...report, bad: report.bad.map(labelReason) }, lanes })),
    failed: failed.map(({ name, error }) => ({ name: place + name, error })),
    ...counts,
  };
  function labelReason({ line, reason }: { readonly line: number; readonly reason: string }) {
    return { line, reason: place + reason };
  }
}

function joinCollections(found: readonly SourceCollection[]): SourceCollection {
  return {
    reads: found.flatMap(({ reads }) => reads),
    failed: found.flatMap(({ failed }) => failed),
    unread: found.reduce((sum, { unread }) => sum + unread, 0),
    empty: found.reduce((sum, { empty }) => sum + empty, 0),
  };
}

function mergeReports({ reads, failed, ...counted }: SourceCollection): ImportReport {
  const reports = reads.map(({ report }) => report);
  const sum = (of: (report: ImportReport) => number) => reports.reduce((total, report) => total + of(report), 0);
  const read = (kind: keyof ImportCounts) => sum((report) => report.read?.[kind] ?? 0);
  const counts = {
    user: read("user"),
    agent: read("agent"),
    calls: read("calls"),
    results: read("results"),
    notes: read("notes"),
    withdrawn: read("withdrawn"),
  };
  const unreplayable = reports.flatMap((report) => report.unreplayable ?? []);
  const views = reports.some(({ receipts }) => receipts !== undefined);
  const unnamed = reads.reduce((total, { report, lanes }) => total + (lanes === null ? report.lanes : 0), 0);
  return {
    format: [...new Set(reports.map(({ format }) => format))].join(", "),
    ...(reports.some((report) => report.read !== undefined) ? { read: counts } : {}),
    added: sum(({ added }) => added),
    known: sum(({ known }) => known),
    sessions: [...new Set(reports.flatMap(({ sessions }) => sessions))],
    lanes: new Set(reads.flatMap(({ lanes }) => lanes ?? [])).size + unnamed,
    ...(views ? { receipts: sum(({ receipts }) => receipts ?? 0) } : {}),
    ...(unreplayable.length === 0 ? {} : { unreplayable }),
    bad: [
      ...reports.flatMap(({ bad }) => bad),
      ...failed.map(({ name, error }) => ({ line: 0, reason: name + error.message })),
      ...listSkipped(counted),
    ],
  };
}

function listSkipped({ unread, empty }: Pick<SourceCollection, "unread" | "empty">): ImportReport["bad"] {
  const [some, none] = [
    unread === 1 ? "1 file has" : `${unread} files have`,
    empty === 1 ? "1 file is" : `${empty} files are`,
  ];
  return [
    ...(unread === 0 ? [] : [{ line: 0, reason: `${some} no format that clew knows` }]),
    ...(empty === 0 ? [] : [{ line: 0, reason: `${none} empty` }]),
  ];
}

/** Whether there is nothing in it that could have a format: no files, or no characters but spaces. */
function isEmpty({ open, bytes, sample: { head, members } }: CountedSource): boolean {
  return open === null ? bytes <= headBytes && head.trim() === "" : members.length === 0;
}

async function makeRefusalError(source: CountedSource, asked: AskedFormat): Promise<ClewError> {
  const { format } = asked;
  const { name } = source.sample;
  const formats = [...(await listImporters(asked)).map((each) => each.format), exportFormat].join(", ");
  if (format !== undefined && !formats.split(", ").includes(format)) {
    return new ClewError("import/unknown-format", `There is no format ${JSON.stringify(format)}`, {
      hint: `Use one of: ${formats}`,
    });
  }
  if (isEmpty(source)) {
    return source.open === null
      ? new ClewError("import/bad", `${name} is empty`, { hint: "Check that its program has written it to the end" })
      : new ClewError("import/bad", `${name} holds no files`, {
          hint: "Name the folder or the file that has the history",
        });
  }
  return new ClewError("import/unknown-format", `${name} has no format that clew knows`, {
    hint: `It reads: ${formats}. If it is one of these, name it with --format`,
  });
}
