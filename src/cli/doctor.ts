import { existsSync, statSync } from "node:fs";
import type { Location } from "../compose/location.js";
import { ClewError } from "../core/errors.js";
import type { StoreFault } from "../core/ports.js";
import { usageError } from "./arguments.js";
import type { Command, Input } from "./command.js";
import { missingLog } from "./missing-log.js";
import { inMemory, locationOf, withLog } from "./open-log.js";
import { sentence } from "./prose.js";
import type { Screen } from "./screen.js";
import { shellWord } from "./shell-word.js";
import { count, counted, printable, sizeOf } from "./text.js";
import { version } from "./version.js";

const faultsAtFirst = 5;

export const doctor: Command = {
  name: "doctor",
  line: "where the log is, and whether all is well with it",
  usage: "",
  example: "clew doctor --thorough",
  most: 0,
  options: [{ name: "thorough", line: "reads everything, and replays every view; slower" }],
  run: async (input) => {
    const named = input.text("store");
    if (named !== undefined && inMemory(named)) {
      throw usageError("A log in memory has no file to look at", "Name a file: clew doctor --store FILE");
    }
    const location = locationOf(input);
    if (!existsSync(location.path)) throw missingLog(location);
    const file = fileAt(location);
    const found = await examine(input, location.path);
    if (input.json) printData(input, file, found);
    else print(input, file, found);
    return found.faults.length === 0 ? 0 : 1;
  },
};

interface StoreFile extends Location {
  readonly bytes: number;
  /** Permissions, as in 600; null where the system has none. */
  readonly mode: string | null;
  readonly warnings: readonly StoreFault[];
}

interface Examined {
  /** Null if the log can't even be opened. */
  readonly holds: { readonly sessions: number; readonly entries: number } | null;
  readonly faults: readonly StoreFault[];
}

function fileAt(location: Location): StoreFile {
  const { path } = location;
  const parts = [path, `${path}-wal`].filter((each) => existsSync(each)).map((each) => statSync(each));
  const bytes = parts.reduce((sum, { size }) => sum + size, 0);
  const mode = process.platform === "win32" ? null : (parts[0]?.mode ?? 0) & 0o777;
  const open = mode !== null && (mode & 0o077) !== 0;
  const warning = {
    what: `Other users of this machine may open the file: its mode is ${mode?.toString(8)}`,
    hint: `Make it yours alone: chmod 600 ${shellWord(path)}`,
  };
  return { ...location, bytes, mode: mode?.toString(8) ?? null, warnings: open ? [warning] : [] };
}

/** A log that can't be opened is the first thing that a doctor is asked about. */
async function examine(input: Input, store: string): Promise<Examined> {
  try {
    return await withLog(
      input,
      async (clew) => {
        const faults = await clew.doctor({ thorough: input.has("thorough") });
        const all = await clew.sessions();
        return { holds: { sessions: all.length, entries: all.reduce((sum, { entries }) => sum + entries, 0) }, faults };
      },
      { store, window: undefined },
    );
  } catch (error) {
    if (!(error instanceof ClewError) || !error.code.startsWith("store/")) throw error;
    return { holds: null, faults: [{ what: error.message, hint: error.hint ?? "docs/errors.md has more" }] };
  }
}

function printData(input: Input, file: StoreFile, { holds, faults }: Examined): void {
  const { path, because, bytes, mode, warnings } = file;
  const versions = { clew: version(), node: process.versions.node };
  const thorough = input.has("thorough");
  const told = { store: path, because, bytes, mode, ...(holds ?? { sessions: null, entries: null }) };
  input.screen.line(JSON.stringify({ ...told, versions, thorough, warnings, faults }));
}

function print(input: Input, file: StoreFile, { holds, faults }: Examined): void {
  const { screen } = input;
  const state = faults.length === 0 ? "All is well" : `${counted(faults.length, "fault", "faults")} found`;
  sentence(screen, `${screen.paint(faults.length === 0 ? "green" : "red", state)}: ${looked(input, holds !== null)}`);
  screen.line();
  const fact = (name: string, text: string) => sentence(screen, screen.paint("bold", name) + printable(text), 10);
  fact("log", `       ${file.path} (${file.because})`);
  fact("size", `      ${sizeOf(file.bytes)}${file.mode === null ? "" : `, mode ${file.mode}`}`);
  if (holds !== null) {
    const entries = counted(holds.entries, "entry", "entries");
    fact("holds", `     ${entries} in ${counted(holds.sessions, "session", "sessions")}`);
  }
  fact("versions", `  clew ${version()}, node ${process.versions.node}`);
  for (const warning of file.warnings) printFault(screen, "warning", warning);
  for (const fault of faults.slice(0, faultsAtFirst)) printFault(screen, "fault", fault);
  const more = faults.length - faultsAtFirst;
  if (more > 0) screen.line(`\nand ${count(more)} more: clew doctor --json has all`);
}

function looked(input: Input, opened: boolean): string {
  if (!opened) return "the log can't be opened";
  return input.has("thorough")
    ? "all of it was read, and every view replayed"
    : "a quick look; --thorough reads everything";
}

function printFault(screen: Screen, name: "warning" | "fault", { what, hint }: StoreFault): void {
  screen.line();
  sentence(screen, `${screen.paint(name === "fault" ? "red" : "yellow", name)}  ${printable(what)}`, 2);
  const [, sentences = hint, command] = /^(.*?:) ((?:sqlite3|chmod|clew) .*)$/s.exec(hint) ?? [];
  sentence(screen, `  ${printable(sentences)}`, 2);
  // Never broken into lines: it is there to be copied.
  if (command !== undefined) screen.line(`    ${printable(command)}`);
}
