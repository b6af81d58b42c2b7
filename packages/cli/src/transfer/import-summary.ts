import { statSync } from "node:fs";
import { basename } from "node:path";
import type { ImportReport } from "@clewline/clewline/compose/import/import-file.js";
import { ClewError } from "@clewline/core/errors.js";
import type { Input } from "../program/command.js";
import { buildCommand } from "../program/rebuild-command.js";
import { printSentence, renderGlossary } from "../terminal/prose.js";
import type { Screen } from "../terminal/screen.js";
import {
  fitLine,
  formatCount,
  formatKeyedRows,
  formatNumber,
  makePrintable,
  measureColumns,
  measureRoom,
} from "../terminal/text.js";

export type Outcome =
  | { readonly kind: "imported"; readonly file: string; readonly report: ImportReport }
  | { readonly kind: "failed"; readonly file: string; readonly error: unknown };

type Success = Extract<Outcome, { kind: "imported" }>;

/** More files than this get one line each. */
const inDetail = 3;
const listedFiles = 15;
const skippedAtFirst = 5;
const failuresAtFirst = 5;

/** For --json: one object per file. */
export function printOutcomes(screen: Screen, outcomes: readonly Outcome[]): void {
  for (const outcome of outcomes) {
    if (outcome.kind === "imported") screen.data({ file: outcome.file, ...outcome.report });
    else {
      const { message, ...rest } = readFailure(outcome.error);
      screen.data({ file: outcome.file, error: message, ...rest });
    }
  }
  printFailures(screen, outcomes);
}

export function printImports(input: Input, outcomes: readonly Outcome[], newest: string | null): void {
  const { screen } = input;
  const good = outcomes.filter((each) => each.kind === "imported");
  if (good.length > 0) {
    printSentence(screen, screen.paint("bold", summariseImports(good, outcomes)));
    screen.line();
    if (good.length > inDetail) printTable(screen, good);
    else for (const each of good) printFile(screen, each);
  }
  printFailures(screen, outcomes);
  if (newest !== null) printNext(input, newest);
}

function summariseImports(good: readonly Success[], outcomes: readonly Outcome[]): string {
  const sum = (pick: (report: ImportReport) => number) => good.reduce((all, { report }) => all + pick(report), 0);
  const sessions = new Set(good.flatMap(({ report }) => report.sessions)).size;
  const skipped = sum(({ bad }) => bad.length);
  const parts = [
    `${formatCount(
      sum(({ added }) => added),
      "entry",
      "entries",
    )} added`,
    `${formatNumber(sum(({ known }) => known))} already there`,
    ...(skipped === 0 ? [] : [`${formatNumber(skipped)} skipped`]),
  ];
  const of = good.length < outcomes.length ? `${formatNumber(good.length)} of ` : "";
  return `${of}${countPaths(outcomes)}, ${formatCount(sessions, "session", "sessions")}: ${parts.join(", ")}`;
}

function countPaths(outcomes: readonly Outcome[]): string {
  const folders = outcomes.filter(({ file }) => statSync(file, { throwIfNoEntry: false })?.isDirectory()).length;
  const files = outcomes.length - folders;
  return [
    ...(files === 0 ? [] : [formatCount(files, "file", "files")]),
    ...(folders === 0 ? [] : [formatCount(folders, "folder", "folders")]),
  ].join(" and ");
}

function printFile(screen: Screen, { file, report }: Success): void {
  const { format, read, sessions, lanes, receipts } = report;
  const [session = ""] = sessions;
  const named = sessions.length === 1 ? session : formatCount(sessions.length, "session", "sessions");
  const fact = (name: string, text: string) => printSentence(screen, `  ${screen.paint("dim", name)}${text}`, 11);
  screen.line(fitLine(`${basename(file)} (${format})`, screen.columns));
  fact("about    ", `${fitLine(named, 240)}, ${formatCount(lanes, "lane", "lanes")}`);
  if (read !== undefined) fact("read     ", describeCounts(read));
  if (receipts !== undefined) fact("views    ", formatNumber(receipts));
  if (report.unreplayable !== undefined) fact("lacking  ", describeUnreplayable(report.unreplayable));
  fact("added    ", `${formatNumber(report.added)}, already there ${formatNumber(report.known)}`);
  if (report.bad.length > 0) fact("skipped  ", formatNumber(report.bad.length));
  for (const line of listSkipped(screen, report)) screen.line(line);
  screen.line();
}

/** An export without some of its lines is no full copy, and nobody would notice before a replay. */
function describeUnreplayable(receipts: readonly string[]): string {
  const named = receipts.slice(0, skippedAtFirst).map(makePrintable).join(", ");
  const more = receipts.length > skippedAtFirst ? ` and ${formatNumber(receipts.length - skippedAtFirst)} more` : "";
  const views = formatCount(receipts.length, "view", "views");
  return `${views} can't be replayed, because the export lacks pieces of them: ${named}${more}. Export again if you can`;
}

function describeCounts({ user, agent, calls, results, notes, withdrawn }: ImportReport["read"] & {}): string {
  const rest = [
    ...(notes === 0 ? [] : [formatCount(notes, "note", "notes")]),
    ...(withdrawn === 0 ? [] : [`${formatNumber(withdrawn)} withdrawn`]),
  ];
  const main = [
    `${formatNumber(user)} by users`,
    `${formatNumber(agent)} by the agent`,
    formatCount(calls, "call", "calls"),
    formatCount(results, "result", "results"),
  ];
  return [...main, ...rest].join(", ");
}

function listSkipped(screen: Screen, { bad }: ImportReport): readonly string[] {
  const shown = bad.slice(0, skippedAtFirst).map(({ line, reason }) => {
    const place = line === 0 ? "" : `line ${line}: `;
    return `    ${fitLine(place + reason, measureRoom(screen.columns, 4))}`;
  });
  const more = bad.length - shown.length;
  return more === 0 ? shown : [...shown, `    and ${formatNumber(more)} more: --json has all`];
}

function printTable(screen: Screen, good: readonly Success[]): void {
  const listed = good.slice(0, listedFiles);
  const tell = (withFormat: boolean) => {
    const format = (name: string) => (withFormat ? [name] : []);
    const rows = listed.map(({ file, report }): [string, ...string[]] => [
      basename(file),
      ...format(report.format),
      ...[report.added, report.known, report.bad.length].map(formatNumber),
    ]);
    const numbers = withFormat ? [2, 3, 4] : [1, 2, 3];
    return formatKeyedRows(
      screen.columns,
      [["file", ...format("format"), "added", "there", "skipped"], ...rows],
      numbers,
    );
  };
  const whole = tell(true);
  const fits = whole.every((line) => measureColumns(line) <= (screen.columns ?? Number.POSITIVE_INFINITY));
  const [head = "", ...lines] = fits ? whole : tell(false);
  screen.line(screen.paint("bold", head));
  for (const line of lines) screen.line(line);
  const more = good.length - listed.length;
  if (more > 0) screen.line(`and ${formatCount(more, "file", "files")} more: --json has all`);
  screen.line();
}

function printNext(input: Input, newest: string): void {
  const { screen } = input;
  screen.line(screen.paint("bold", "next"));
  const rows = [
    [`  ${buildCommand(input, "log", newest)}`, "its turns"],
    [`  ${buildCommand(input, "context", newest)}`, "what the model would get"],
    [`  ${buildCommand(input, "search", "WORDS")}`, "find something again"],
  ] as const;
  screen.line(renderGlossary(screen, rows));
}

/** Whether the file gave the log nothing, and the log had nothing of it before. */
export function isEmpty({ added, known, read, receipts = 0, bad }: ImportReport): boolean {
  const records = Object.values(read ?? {}).reduce((sum, each) => sum + each, 0);
  return added + known === 0 && (bad.length > 0 || records + receipts === 0);
}

function printFailures(screen: Screen, outcomes: readonly Outcome[]): void {
  for (const each of outcomes) {
    if (each.kind === "imported" && isEmpty(each.report)) {
      screen.aside(`clew: ${makePrintable(each.file)}: nothing in it could be read`);
    }
  }
  const failures = outcomes.flatMap((each) => (each.kind === "failed" ? [readFailure(each.error)] : []));
  const shown = failures.slice(0, failuresAtFirst);
  for (const [index, { message, code, hint }] of shown.entries()) {
    screen.aside(`clew: ${makePrintable(message)}${code === null ? "" : ` [${code}]`}`);
    // Files that fail for the same reason share one hint.
    if (hint !== null && hint !== shown[index + 1]?.hint) screen.aside(`clew: ${makePrintable(hint)}`);
  }
  const more = failures.length - shown.length;
  if (more > 0) screen.aside(`clew: and ${formatCount(more, "file", "files")} more failed: --json has all`);
}

function readFailure(error: unknown): { message: string; code: string | null; hint: string | null } {
  if (error instanceof ClewError) return { message: error.message, code: error.code, hint: error.hint ?? null };
  return { message: error instanceof Error ? error.message : String(error), code: null, hint: null };
}
