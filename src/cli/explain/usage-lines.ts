/** Prints what calls cost as a table, with notes below it on what the table can't show. */
import { countSentTokens } from "../../core/model/prices.js";
import { type UsageKey, type UsageRow, unknownModelKey } from "../../core/model/usage-rows.js";
import { formatShortNumber } from "../../core/text/short-number.js";
import type { UsageReport } from "../../engine/read/usage-report.js";
import type { Input } from "../program/command.js";
import { buildCommand } from "../program/rebuild-command.js";
import { printSentence, printSentenceAndCommand } from "../terminal/prose.js";
import type { Screen } from "../terminal/screen.js";
import { formatCount, formatKeyedRows, formatNumber, makePrintable } from "../terminal/text.js";

export function printUsage(input: Input, by: UsageKey, report: UsageReport): void {
  if (report.rows.length === 0) printNothing(input);
  else printTable(input.screen, by, report);
}

function printTable(screen: Screen, by: UsageKey, report: UsageReport): void {
  const { rows, total } = report;
  const head = by === "layer" ? layerHead : rowHead;
  const cells = (row: UsageRow): readonly string[] =>
    by === "layer" ? formatLayerCells(row, total) : formatRowCells(row);
  const table = [...rows, ...(rows.length > 1 ? [total] : [])].map((row): readonly [string, ...string[]] => [
    makePrintable(row.key),
    ...cells(row),
  ]);
  const numbers = head.map((_column, index) => index + 1);
  const [top = "", ...lines] = formatKeyedRows(screen.columns, [[by, ...head], ...table], numbers);
  screen.line(screen.paint("bold", top));
  for (const line of lines) screen.line(line);
  for (const note of listUsageNotes(report)) printSentence(screen, screen.paint("dim", note));
}

export function makeUsageData(by: UsageKey, row: UsageRow): object {
  const { key, calls, spent, cacheShare, dollars, unpriced, free, durationMs, readingMs } = row;
  const rounded = Object.fromEntries(Object.entries(spent).map(([kind, tokens]) => [kind, Math.round(tokens)]));
  return {
    by,
    [by]: key === unknownModelKey ? null : key,
    calls,
    ...rounded,
    cacheShare,
    dollars,
    unpriced,
    free,
    durationMs: Math.round(durationMs),
    readingMs: Math.round(readingMs),
  };
}

function printNothing(input: Input): void {
  const { screen } = input;
  const isNarrowed = input.has("session") || input.has("since");
  if (isNarrowed) {
    printSentenceAndCommand(screen, "No call of a model there. All of them:", buildCommand(input, "usage"));
    return;
  }
  printSentence(screen, "No call of a model is in this log yet.");
  printSentenceAndCommand(screen, "Answer something first:", buildCommand(input, "chat"));
  printSentenceAndCommand(
    screen,
    "Or take in a history that has counters, such as a transcript:",
    buildCommand(input, "import", "FILE"),
  );
}

const rowHead = ["calls", "fresh", "read", "written", "out", "cached", "cost", "time"];

function formatRowCells(row: UsageRow): readonly string[] {
  const { calls, spent, cacheShare, durationMs } = row;
  const written = spent.written + spent.writtenLong;
  return [
    formatNumber(calls),
    formatShortNumber(spent.fresh),
    formatShortNumber(spent.read),
    formatShortNumber(written),
    formatShortNumber(spent.output),
    `${Math.floor(cacheShare * 100)} %`,
    formatCost(row),
    durationMs === 0 ? "–" : formatDuration(durationMs),
  ];
}

const layerHead = ["calls", "in", "out", "share", "cost"];

/** A layer has no columns for read and written tokens, because providers don't report these by layer. */
function formatLayerCells(row: UsageRow, total: UsageRow): readonly string[] {
  const sent = countSentTokens(row.spent);
  const whole = countSentTokens(total.spent);
  const share = whole === 0 || sent === 0 ? "–" : `${Math.round((100 * sent) / whole)} %`;
  return [
    formatNumber(row.calls),
    formatShortNumber(sent),
    formatShortNumber(row.spent.output),
    share,
    formatCost(row),
  ];
}

/** Where calls are free, the time to read prompts stands for the price. */
function formatCost({ calls, dollars, unpriced, free, readingMs }: UsageRow): string {
  if (free === calls) return readingMs === 0 ? "free" : `${formatDuration(readingMs)} read`;
  if (unpriced === calls) return "?";
  return `${unpriced > 0 ? "≥ " : ""}$${dollars >= 100 ? formatNumber(Math.round(dollars)) : dollars.toFixed(dollars < 0.1 ? 4 : 2)}`;
}

function listUsageNotes({ total, unpriced, noted, uncounted }: UsageReport): readonly string[] {
  const { free, readingMs, durationMs, calls } = total;
  const lines: string[] = [];
  if (free > 0 && readingMs > 0) {
    const which = free === calls ? "These models cost" : `Of these calls, ${formatNumber(free)} cost`;
    const time = `${formatDuration(readingMs)} of ${formatDuration(durationMs)}`;
    lines.push(`${which} nothing for a token. What a shorter view saves there is the time to read it: ${time}.`);
  }
  if (unpriced.length > 0) {
    const [first = ""] = unpriced;
    const names = unpriced.map(makePrintable).join(", ");
    lines.push(
      `No price is known for ${names}. Write it into clew.toml: input and output below [models.${JSON.stringify(makePrintable(first))}].`,
    );
  }
  if (noted > 0) {
    const known = formatCount(noted, "call is known by its note alone", "calls are known by their notes alone");
    lines.push(
      `${known}, from an import or an earlier version: without a time, and without a model unless it is named.`,
    );
  }
  if (uncounted > 0) {
    lines.push(
      `${formatCount(uncounted, "call was", "calls were")} not counted by the provider: estimated, without a price.`,
    );
  }
  return lines;
}

/** As 850 ms, 12 s, 3 min, 1.5 h. */
function formatDuration(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 100_000) return `${Math.round(milliseconds / 1_000)} s`;
  if (milliseconds < 6_000_000) return `${Math.round(milliseconds / 60_000)} min`;
  return `${(milliseconds / 3_600_000).toFixed(1)} h`;
}
