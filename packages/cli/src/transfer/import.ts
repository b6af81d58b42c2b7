import { existsSync } from "node:fs";
import { basename } from "node:path";
import type { OpenLog } from "@clewline/clewline/compose/log-verbs.js";
import { ClewError } from "@clewline/core/errors.js";
import type { CommandDetails, Input } from "../program/command.js";
import { findLocation, isInMemory, runWithLog } from "../program/open-log.js";
import { runInterruptible } from "../terminal/interrupt.js";
import { makeProgressBar } from "../terminal/progress-bar.js";
import { makePrintable } from "../terminal/text.js";
import { isEmpty, type Outcome, printImports, printOutcomes } from "./import-summary.js";

export const importFiles: CommandDetails = {
  example: "clew import ~/.claude/projects/garden/*.jsonl",
  least: 1,
  most: Number.POSITIVE_INFINITY,
  options: [
    {
      name: "agent",
      value: "ID",
      many: true,
      line: "who the agent is in a chat or mailbox: an id or address; may be given several times",
    },
    { name: "format", value: "NAME", line: "the format, if the content does not tell it; a wrong name lists them" },
  ],
  run: async (input) => {
    const files = [...new Set(input.arguments)];
    // A mistyped path or format must not make a log, nor files of which nothing can be read.
    const named = input.text("store");
    const reads = !(named !== undefined && isInMemory(named)) && !existsSync((await findLocation(input)).path);
    const refused = await listRefusals(files, input.text("format"), reads);
    const { outcomes, newest } =
      refused.length < files.length ? await importAll(input, files) : { outcomes: refused, newest: null };
    if (input.json) printOutcomes(input.screen, outcomes);
    else printImports(input, outcomes, newest);
    for (const each of outcomes) {
      if (each.kind === "failed" && !(each.error instanceof ClewError)) throw each.error;
    }
    return outcomes.every(isGood) ? 0 : 1;
  },
};

interface ImportRun {
  readonly outcomes: readonly Outcome[];
  readonly newest: string | null;
}

async function importAll(input: Input, files: readonly string[]): Promise<ImportRun> {
  const work = async (clew: OpenLog): Promise<ImportRun> => {
    const outcomes = await runInterruptible(
      () => input.screen.live?.clear(),
      () => importEach(input, clew, files),
    );
    const sessions = new Set(outcomes.flatMap((each) => (each.kind === "imported" ? each.report.sessions : [])));
    const newest = (await clew.sessions({ which: "all" })).find(({ session }) => sessions.has(session));
    return { outcomes, newest: newest?.session ?? null };
  };
  return runWithLog(input, work, { store: await tellStore(input), window: undefined, create: true });
}

/** Names the store on the error channel, because this command may create it. */
async function tellStore(input: Input): Promise<string> {
  const named = input.text("store");
  if (named !== undefined && isInMemory(named)) {
    input.screen.aside("clew: the log is in memory and ends with this command");
    return named;
  }
  const { path, because } = await findLocation(input);
  const where = because === "named" ? makePrintable(path) : `${makePrintable(path)} (${because})`;
  input.screen.aside(existsSync(path) ? `clew: importing into ${where}` : `clew: making a new log: ${where}`);
  return path;
}

async function importEach(input: Input, clew: OpenLog, files: readonly string[]): Promise<readonly Outcome[]> {
  const { live } = input.screen;
  const draw = makeProgressBar(live, Date.now);
  const format = input.text("format");
  const options = { agents: input.texts("agent"), ...(format === undefined ? {} : { format }) };
  const outcomes: Outcome[] = [];
  try {
    for (const [index, file] of files.entries()) {
      const name = files.length === 1 ? basename(file) : `${index + 1}/${files.length} ${basename(file)}`;
      draw(name, { bytes: 0, of: 0, records: 0 });
      outcomes.push(await importOne(file, () => clew.import(file, { ...options, onProgress: (at) => draw(name, at) })));
    }
  } finally {
    live?.clear();
  }
  return outcomes;
}

/** One bad file does not stop the others; a store that can't be written does. */
async function importOne(file: string, work: () => ReturnType<OpenLog["import"]>): Promise<Outcome> {
  try {
    return { kind: "imported", file, report: await work() };
  } catch (error) {
    if (error instanceof ClewError && error.code.startsWith("store/")) throw error;
    return { kind: "failed", file, error: isErrno(error) ? makeUnreadableError(file, error) : error };
  }
}

function isErrno(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "errno" in error && "syscall" in error;
}

async function listRefusals(
  files: readonly string[],
  format: string | undefined,
  reads: boolean,
): Promise<readonly Outcome[]> {
  const { findRefusal } = await import("@clewline/clewline/compose/import/import-file.js");
  const refused: Outcome[] = [];
  for (const file of files) {
    const error = await findRefusal(file, format, reads);
    if (error !== null)
      refused.push({ kind: "failed", file, error: isErrno(error) ? makeUnreadableError(file, error) : error });
  }
  return refused;
}

function makeUnreadableError(file: string, cause: Error): ClewError {
  return new ClewError("import/bad", `Cannot read ${file}: ${cause.message}`, {
    hint: "Check the path after clew import, and that this user may read it",
    cause,
  });
}

/** A file of which nothing could be read has failed, even if the importer reached its end. */
function isGood(outcome: Outcome): boolean {
  return outcome.kind === "imported" && !isEmpty(outcome.report);
}
