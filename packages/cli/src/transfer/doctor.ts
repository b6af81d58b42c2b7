import { existsSync, statSync } from "node:fs";
import type { Location } from "@clewline/clewline/config/location.js";
import { ClewError } from "@clewline/core/errors.js";
import type { StoreFault } from "@clewline/core/ports/index.js";
import type { IndexReport } from "@clewline/engine/read/meaning/index-report.js";
import type { ReplayedViews } from "@clewline/engine/transfer/doctor.js";
import { readVersion } from "@clewline/platform/version.js";
import { quoteShellWord } from "@clewline/text/shell-word.js";
import { makeUsageError } from "../program/arguments.js";
import type { CommandDetails, Input } from "../program/command.js";
import { makeMissingLogError } from "../program/missing-log.js";
import { findLocation, isInMemory, passBrokenConfig, runWithLog } from "../program/open-log.js";
import { rebuildCommand } from "../program/rebuild-command.js";
import { hushWarnings } from "../terminal/hush-warnings.js";
import { printSentence, printSentenceAndCommand } from "../terminal/prose.js";
import type { Screen } from "../terminal/screen.js";
import { formatCount, formatNumber, formatSize, makePrintable } from "../terminal/text.js";
import { describeIndex } from "./index-log.js";

const faultsAtFirst = 5;

export const doctor: CommandDetails = {
  example: "clew doctor --thorough",
  most: 0,
  options: [
    { name: "thorough", line: "also replays every view, and checks the search; slower" },
    { name: "rescue", value: "FILE", line: "saves what can be read into a new log, and lists what can't" },
  ],
  run: async (input) => {
    const named = input.text("store");
    if (named !== undefined && isInMemory(named)) {
      throw makeUsageError("A log in memory has no file to look at", "Name a file: clew doctor --store FILE");
    }
    // The log that is named may well be sound.
    const broken = named === undefined ? null : await passBrokenConfig(input);
    const location = await findLocation(input);
    if (!existsSync(location.path)) throw makeMissingLogError(location);
    const into = input.text("rescue");
    if (into !== undefined) {
      if (input.has("thorough")) {
        throw makeUsageError(
          "--rescue and --thorough are two commands",
          "Rescue first, then: clew doctor --thorough --store FILE",
        );
      }
      const { runRescue } = await import("./rescue.js");
      return runRescue(input, location.path, into);
    }
    const found = await hushWarnings(() => inspectLog(input, location.path));
    const looked = inspectStoreFile(location, found.holds !== null);
    const ofConfig = broken === null ? [] : [{ what: broken.message, hint: broken.hint ?? "docs/errors.md has more" }];
    const file = { ...looked, warnings: [...ofConfig, ...looked.warnings] };
    if (input.json) printData(input, file, found);
    else print(input, file, found);
    return found.faults.length === 0 ? 0 : 1;
  },
};

interface StoreFile extends Location {
  readonly bytes: number;
  /** Permissions, such as 600; null where the system has none. */
  readonly mode: string | null;
  readonly warnings: readonly StoreFault[];
}

interface LogExamination {
  /** Null if the log can't be read. */
  readonly index: IndexReport | null;
  /** Null if the log can't even be opened. */
  readonly holds: { readonly sessions: number; readonly archived: number; readonly entries: number } | null;
  readonly faults: readonly StoreFault[];
  /** Null unless all of the log was looked at. */
  readonly views: ReplayedViews | null;
}

/** Checks permissions only if the file is a log. */
function inspectStoreFile(location: Location, isLog: boolean): StoreFile {
  const { path } = location;
  const parts = [path, `${path}-wal`].filter((each) => existsSync(each)).map((each) => statSync(each));
  const bytes = parts.reduce((sum, { size }) => sum + size, 0);
  const mode = process.platform === "win32" ? null : (parts[0]?.mode ?? 0) & 0o777;
  const open = mode !== null && (mode & 0o077) !== 0;
  const warning = {
    what: `Other users of this machine may open the file: its mode is ${mode?.toString(8)}`,
    hint: `Make it yours alone: chmod 600 ${quoteShellWord(path)}`,
  };
  return { ...location, bytes, mode: mode?.toString(8) ?? null, warnings: isLog && open ? [warning] : [] };
}

/** Reports a log that can't be opened as a fault, because that is what users ask a doctor about. */
async function inspectLog(input: Input, store: string): Promise<LogExamination> {
  try {
    return await runWithLog(
      input,
      async (clew) => {
        const thorough = input.has("thorough");
        let views: ReplayedViews = { replayed: 0, erased: 0, requests: 0, erasedRequests: 0 };
        const faults = await clew.doctor({
          thorough,
          onProgress: (progress) => {
            views = progress;
          },
        });
        const all = await clew.sessions({ which: "all" });
        const { length: archived } = await clew.sessions({ which: "archived" });
        return {
          index: await clew.index(),
          views: thorough ? views : null,
          holds: { sessions: all.length, archived, entries: all.reduce((sum, { entries }) => sum + entries, 0) },
          faults,
        };
      },
      { store, window: undefined },
    );
  } catch (error) {
    if (!(error instanceof ClewError) || !error.code.startsWith("store/")) throw error;
    return {
      index: null,
      views: null,
      holds: null,
      faults: [{ what: error.message, hint: error.hint ?? "docs/errors.md has more" }],
    };
  }
}

function printData(input: Input, file: StoreFile, { index, holds, faults, views }: LogExamination): void {
  const { path, because, bytes, mode, warnings } = file;
  const versions = { clew: readVersion(), node: process.versions.node };
  const thorough = input.has("thorough");
  const summary = {
    store: path,
    because,
    bytes,
    mode,
    ...(holds ?? { sessions: null, archived: null, entries: null }),
  };
  input.screen.data({ ...summary, vectors: index, versions, thorough, views, warnings, faults });
}

function print(input: Input, file: StoreFile, { index, holds, faults, views }: LogExamination): void {
  const { screen } = input;
  const sound = holds?.entries === 0 ? "No entry yet" : "All is well";
  const state = faults.length === 0 ? sound : `${formatCount(faults.length, "fault", "faults")} found`;
  printSentence(
    screen,
    `${screen.paint(faults.length === 0 ? "green" : "red", state)}: ${describeLook(input, holds !== null, views)}`,
  );
  screen.line();
  const fact = (name: string, text: string) =>
    printSentence(screen, screen.paint("bold", name) + makePrintable(text), 10);
  fact("log", `       ${file.path} (${file.because})`);
  fact("size", `      ${formatSize(file.bytes)}${file.mode === null ? "" : `, mode ${file.mode}`}`);
  if (holds !== null) {
    const entries = formatCount(holds.entries, "entry", "entries");
    const archived = holds.archived === 0 ? "" : `, ${formatNumber(holds.archived)} of them archived`;
    fact("holds", `     ${entries} in ${formatCount(holds.sessions, "session", "sessions")}${archived}`);
  }
  if (index !== null && (index.embedder !== null || index.because !== undefined))
    fact("vectors", `   ${describeIndex(index)}`);
  fact("versions", `  clew ${readVersion()}, node ${process.versions.node}`);
  for (const warning of file.warnings) printFault(screen, "warning", warning);
  for (const fault of faults.slice(0, faultsAtFirst)) printFault(screen, "fault", fault);
  const more = faults.length - faultsAtFirst;
  if (more > 0)
    printSentenceAndCommand(
      screen,
      `\nAll of them, ${formatNumber(more)} more:`,
      rebuildCommand("doctor", input, "--json"),
    );
}

function describeLook(input: Input, opened: boolean, views: ReplayedViews | null): string {
  if (!opened) return "the log can't be opened";
  if (!input.has("thorough")) return "every row was read; --thorough also replays every view";
  if (views === null) return "all of it was read";
  const { replayed, erased, requests, erasedRequests } = views;
  const count = (all: number, sent: number) =>
    [formatCount(all, "view", "views"), ...(sent === 0 ? [] : [formatCount(sent, "request", "requests")])].join(
      " and ",
    );
  const done = replayed + erased === 0 ? "no view to replay" : `${count(replayed, requests)} replayed`;
  const gone = `${count(erased, erasedRequests)} can't be, because something in them was erased`;
  return `all of it was read, ${done}${erased + erasedRequests === 0 ? "" : `; ${gone}`}`;
}

function printFault(screen: Screen, name: "warning" | "fault", { what, hint }: StoreFault): void {
  screen.line();
  printSentence(screen, `${screen.paint(name === "fault" ? "red" : "yellow", name)}  ${makePrintable(what)}`, 2);
  const [, sentences = hint, command] = /^(.*?:) ((?:chmod|clew) .*)$/s.exec(hint) ?? [];
  printSentence(screen, `  ${makePrintable(sentences)}`, 2);
  // Never wrapped, so that it can be copied.
  if (command !== undefined) screen.line(`    ${makePrintable(command)}`);
}
