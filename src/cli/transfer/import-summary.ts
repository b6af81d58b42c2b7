import { basename } from "node:path";
import type { ImportReport } from "../../compose/import/import-file.js";
import { ClewError } from "../../core/errors.js";
import { next } from "../program/again.js";
import type { Input } from "../program/command.js";
import { glossary, sentence } from "../terminal/prose.js";
import type { Screen } from "../terminal/screen.js";
import { count, counted, keyed, oneLine, printable, roomFor, widthOf } from "../terminal/text.js";

/** What came of one file. */
export type Outcome =
  | { readonly kind: "imported"; readonly file: string; readonly report: ImportReport }
  | { readonly kind: "failed"; readonly file: string; readonly error: unknown };

type Success = Extract<Outcome, { kind: "imported" }>;

/** More files than this are one line each. */
const inDetail = 3;
const listedFiles = 15;
const skippedAtFirst = 5;
const failuresAtFirst = 5;

/** For --json: one object per file. */
export function printOutcomes(screen: Screen, outcomes: readonly Outcome[]): void {
  for (const outcome of outcomes) {
    if (outcome.kind === "imported") screen.data({ file: outcome.file, ...outcome.report });
    else {
      const { message, ...rest } = failureOf(outcome.error);
      screen.data({ file: outcome.file, error: message, ...rest });
    }
  }
  printFailures(screen, outcomes);
}

export function printImports(input: Input, outcomes: readonly Outcome[], newest: string | null): void {
  const { screen } = input;
  const good = outcomes.filter((each) => each.kind === "imported");
  if (good.length > 0) {
    sentence(screen, screen.paint("bold", total(good, outcomes.length)));
    screen.line();
    if (good.length > inDetail) printTable(screen, good);
    else for (const each of good) printFile(screen, each);
  }
  printFailures(screen, outcomes);
  if (newest !== null) printNext(input, newest);
}

function total(good: readonly Success[], files: number): string {
  const sum = (pick: (report: ImportReport) => number) => good.reduce((all, { report }) => all + pick(report), 0);
  const sessions = new Set(good.flatMap(({ report }) => report.sessions)).size;
  const skipped = sum(({ bad }) => bad.length);
  const parts = [
    `${counted(
      sum(({ added }) => added),
      "entry",
      "entries",
    )} added`,
    `${count(sum(({ known }) => known))} already there`,
    ...(skipped === 0 ? [] : [`${count(skipped)} skipped`]),
  ];
  const of = good.length < files ? `${count(good.length)} of ` : "";
  return `${of}${counted(files, "file", "files")}, ${counted(sessions, "session", "sessions")}: ${parts.join(", ")}`;
}

function printFile(screen: Screen, { file, report }: Success): void {
  const { format, read, sessions, lanes, receipts } = report;
  const [session = ""] = sessions;
  const named = sessions.length === 1 ? session : counted(sessions.length, "session", "sessions");
  const fact = (name: string, text: string) => sentence(screen, `  ${screen.paint("dim", name)}${text}`, 11);
  screen.line(oneLine(`${basename(file)} (${format})`, screen.columns));
  fact("about    ", `${oneLine(named, 240)}, ${counted(lanes, "lane", "lanes")}`);
  if (read !== undefined) fact("read     ", readWords(read));
  if (receipts !== undefined) fact("views    ", count(receipts));
  fact("added    ", `${count(report.added)}, already there ${count(report.known)}`);
  if (report.bad.length > 0) fact("skipped  ", count(report.bad.length));
  for (const line of skippedLines(screen, report)) screen.line(line);
  screen.line();
}

function readWords({ user, agent, calls, results, notes, withdrawn }: ImportReport["read"] & {}): string {
  const rest = [
    ...(notes === 0 ? [] : [counted(notes, "note", "notes")]),
    ...(withdrawn === 0 ? [] : [`${count(withdrawn)} withdrawn`]),
  ];
  const main = [
    `${count(user)} by users`,
    `${count(agent)} by the agent`,
    counted(calls, "call", "calls"),
    counted(results, "result", "results"),
  ];
  return [...main, ...rest].join(", ");
}

function skippedLines(screen: Screen, { bad }: ImportReport): readonly string[] {
  const shown = bad.slice(0, skippedAtFirst).map(({ line, reason }) => {
    const place = line === 0 ? "" : `line ${line}: `;
    return `    ${oneLine(place + reason, roomFor(screen.columns, 4))}`;
  });
  const more = bad.length - shown.length;
  return more === 0 ? shown : [...shown, `    and ${count(more)} more: --json has all`];
}

function printTable(screen: Screen, good: readonly Success[]): void {
  const listed = good.slice(0, listedFiles);
  const tell = (withFormat: boolean) => {
    const format = (name: string) => (withFormat ? [name] : []);
    const rows = listed.map(({ file, report }): [string, ...string[]] => [
      basename(file),
      ...format(report.format),
      ...[report.added, report.known, report.bad.length].map(count),
    ]);
    const numbers = withFormat ? [2, 3, 4] : [1, 2, 3];
    return keyed(screen.columns, [["file", ...format("format"), "added", "there", "skipped"], ...rows], numbers);
  };
  const whole = tell(true);
  const fits = whole.every((line) => widthOf(line) <= (screen.columns ?? Number.POSITIVE_INFINITY));
  const [head = "", ...lines] = fits ? whole : tell(false);
  screen.line(screen.paint("bold", head));
  for (const line of lines) screen.line(line);
  const more = good.length - listed.length;
  if (more > 0) screen.line(`and ${counted(more, "file", "files")} more: --json has all`);
  screen.line();
}

function printNext(input: Input, newest: string): void {
  const { screen } = input;
  screen.line(screen.paint("bold", "next"));
  const rows = [
    [`  ${next(input, "log", newest)}`, "its turns"],
    [`  ${next(input, "context", newest)}`, "what the model would get"],
    [`  ${next(input, "search", "WORDS")}`, "find something again"],
  ] as const;
  screen.line(glossary(screen, rows));
}

/** Nothing of the file is in the log, or was. */
export function isEmpty({ added, known, read, receipts = 0, bad }: ImportReport): boolean {
  const records = Object.values(read ?? {}).reduce((sum, each) => sum + each, 0);
  return added + known === 0 && (bad.length > 0 || records + receipts === 0);
}

function printFailures(screen: Screen, outcomes: readonly Outcome[]): void {
  for (const each of outcomes) {
    if (each.kind === "imported" && isEmpty(each.report)) {
      screen.aside(`clew: ${printable(each.file)}: nothing in it could be read`);
    }
  }
  const failures = outcomes.flatMap((each) => (each.kind === "failed" ? [failureOf(each.error)] : []));
  const shown = failures.slice(0, failuresAtFirst);
  for (const [index, { message, code, hint }] of shown.entries()) {
    screen.aside(`clew: ${printable(message)}${code === null ? "" : ` [${code}]`}`);
    // Files that fail alike share one hint.
    if (hint !== null && hint !== shown[index + 1]?.hint) screen.aside(`clew: ${printable(hint)}`);
  }
  const more = failures.length - shown.length;
  if (more > 0) screen.aside(`clew: and ${counted(more, "file", "files")} more failed: --json has all`);
}

function failureOf(error: unknown): { message: string; code: string | null; hint: string | null } {
  if (error instanceof ClewError) return { message: error.message, code: error.code, hint: error.hint ?? null };
  return { message: error instanceof Error ? error.message : String(error), code: null, hint: null };
}
