import { realpathSync } from "node:fs";
import { type FileHandle, open, rm } from "node:fs/promises";
import { resolve } from "node:path";
import type { Clew } from "../compose/clew.js";
import { ClewError } from "../core/errors.js";
import { usageError } from "./arguments.js";
import type { Command, Input } from "./command.js";
import { withLog } from "./open-log.js";
import { shellWord } from "./shell-word.js";
import { counted, printable, sizeOf } from "./text.js";

/** Characters that are gathered before they are written. */
const pageLength = 65_536;

export const exportLog: Command = {
  name: "export",
  line: "the log as lines of JSON that clew import takes back",
  usage: "[SESSION]",
  example: "clew export --out backup.jsonl",
  most: 1,
  options: [
    { name: "out", value: "FILE", line: "a file for it, readable by you alone; else it goes into the pipe" },
    { name: "force", line: "overwrites that file" },
  ],
  run: (input) => {
    const out = input.text("out");
    if (out === undefined && input.screen.columns !== null) {
      throw usageError("An export is too much for a screen", "Write clew export --out FILE, or clew export > FILE");
    }
    return withLog(input, async (clew) => {
      await checkSession(clew, input.arguments[0]);
      const sums = out === undefined ? await toPipe(input, clew) : await toFile(input, clew, resolve(out));
      report(input, sums, out);
      return 0;
    });
  },
};

interface Sums {
  readonly sessions: number;
  readonly lanes: number;
  readonly entries: number;
  readonly receipts: number;
  readonly bytes: number;
}

/** An unknown session would be an empty export, which nobody wants to find in a backup. */
async function checkSession(clew: Clew, session: string | undefined): Promise<void> {
  if (session === undefined || (await clew.lanes(session)).length > 0) return;
  throw new ClewError("session/unknown", `There is no session ${session}`, { hint: "clew sessions lists them" });
}

function toPipe(input: Input, clew: Clew): Promise<Sums> {
  return written(clew, input.arguments[0], (text) => input.screen.bytes(text));
}

async function toFile(input: Input, clew: Clew, path: string): Promise<Sums> {
  if (isSame(path, clew.location)) throw usageError("--out is the log itself", "Choose another file");
  const force = input.has("force");
  const file = await opened(path, force);
  try {
    // A file that was there keeps its mode when it is opened.
    if ((await file.stat()).isFile()) await file.chmod(0o600);
    const sums = await written(clew, input.arguments[0], async (text) => {
      await file.writeFile(text);
    });
    await file.sync().catch(ignoreUnsyncable);
    return sums;
  } catch (error) {
    if (!force) await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

/** A pipe or a device has nothing to sync. */
function ignoreUnsyncable(error: NodeJS.ErrnoException): void {
  if (error.code !== "EINVAL") throw error;
}

function isSame(path: string, store: string): boolean {
  try {
    return realpathSync(path) === realpathSync(store);
  } catch {
    // One that does not exist is not the other.
    return false;
  }
}

async function opened(path: string, force: boolean): Promise<FileHandle> {
  try {
    return await open(path, force ? "w" : "wx", 0o600);
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "EEXIST") {
      throw usageError(`${path} exists already`, "Choose another file, or overwrite it with --force");
    }
    const why = cause instanceof Error ? cause.message : String(cause);
    throw usageError(`Cannot write ${path}: ${why}`, "Check the path after --out");
  }
}

async function written(clew: Clew, session: string | undefined, write: (text: string) => Promise<void>): Promise<Sums> {
  const many = { lane: 0, entry: 0, receipt: 0 };
  const sessions = new Set<string>();
  let [page, bytes] = ["", 0];
  const flush = async () => {
    await write(page);
    bytes += Buffer.byteLength(page);
    page = "";
  };
  for await (const line of clew.export({ session })) {
    const { kind, session: named } = JSON.parse(line) as { kind?: string; session?: string };
    if (kind === "lane" || kind === "entry" || kind === "receipt") many[kind] += 1;
    if (kind === "lane" && named !== undefined) sessions.add(named);
    page += `${line}\n`;
    if (page.length >= pageLength) await flush();
  }
  await flush();
  return { sessions: sessions.size, lanes: many.lane, entries: many.entry, receipts: many.receipt, bytes };
}

/** Beside the result, which may be in the pipe. */
function report({ screen, json }: Input, sums: Sums, out: string | undefined): void {
  if (json && out !== undefined) {
    screen.line(JSON.stringify({ out: resolve(out), ...sums }));
    return;
  }
  const parts = [
    counted(sums.sessions, "session", "sessions"),
    counted(sums.lanes, "lane", "lanes"),
    counted(sums.entries, "entry", "entries"),
    counted(sums.receipts, "view", "views"),
  ];
  const where = out === undefined ? "" : ` to ${printable(out)}`;
  screen.aside(`clew: exported ${parts.join(", ")}: ${sizeOf(sums.bytes)}${where}`);
  if (out !== undefined) screen.aside(`clew: to take it back: clew import ${printable(shellWord(out))} --store NEW.db`);
}
