/** What calls cost, as a table, and below it what the table can't say. */
import { sentIn } from "../../core/model/prices.js";
import { type UsageKey, type UsageRow, unknownModelKey } from "../../core/model/usage-rows.js";
import { shortNumber } from "../../core/text/short-number.js";
import type { UsageReport } from "../../engine/read/usage-report.js";
import { next } from "../program/again.js";
import type { Input } from "../program/command.js";
import { sentence, sentenceWith } from "../terminal/prose.js";
import type { Screen } from "../terminal/screen.js";
import { count, counted, keyed, printable } from "../terminal/text.js";

export function printUsage(input: Input, by: UsageKey, report: UsageReport): void {
  if (report.rows.length === 0) printNothing(input);
  else printTable(input.screen, by, report);
}

function printTable(screen: Screen, by: UsageKey, report: UsageReport): void {
  const { rows, total } = report;
  const head = by === "layer" ? layerHead : rowHead;
  const cells = (row: UsageRow): readonly string[] => (by === "layer" ? layerCells(row, total) : rowCells(row));
  const table = [...rows, ...(rows.length > 1 ? [total] : [])].map((row): readonly [string, ...string[]] => [
    printable(row.key),
    ...cells(row),
  ]);
  const numbers = head.map((_column, index) => index + 1);
  const [top = "", ...lines] = keyed(screen.columns, [[by, ...head], ...table], numbers);
  screen.line(screen.paint("bold", top));
  for (const line of lines) screen.line(line);
  for (const remark of remarks(report)) sentence(screen, screen.paint("dim", remark));
}

/** The same as data: one row. */
export function usageData(by: UsageKey, row: UsageRow): object {
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
    sentenceWith(screen, "No call of a model there. All of them:", next(input, "usage"));
    return;
  }
  sentence(screen, "No call of a model is in this log yet.");
  sentenceWith(screen, "Answer something first:", next(input, "chat"));
  sentenceWith(screen, "Or take in a history that has counters, such as a transcript:", next(input, "import", "FILE"));
}

const rowHead = ["calls", "fresh", "read", "written", "out", "cached", "cost", "time"];

function rowCells(row: UsageRow): readonly string[] {
  const { calls, spent, cacheShare, durationMs } = row;
  const written = spent.written + spent.writtenLong;
  return [
    count(calls),
    shortNumber(spent.fresh),
    shortNumber(spent.read),
    shortNumber(written),
    shortNumber(spent.output),
    `${Math.floor(cacheShare * 100)} %`,
    costOf(row),
    durationMs === 0 ? "–" : timeSpent(durationMs),
  ];
}

const layerHead = ["calls", "in", "out", "share", "cost"];

/** How a layer divides into read and written nobody knows. */
function layerCells(row: UsageRow, total: UsageRow): readonly string[] {
  const sent = sentIn(row.spent);
  const whole = sentIn(total.spent);
  const share = whole === 0 || sent === 0 ? "–" : `${Math.round((100 * sent) / whole)} %`;
  return [count(row.calls), shortNumber(sent), shortNumber(row.spent.output), share, costOf(row)];
}

/** Where nobody pays, the time to read prompts stands for the price. */
function costOf({ calls, dollars, unpriced, free, readingMs }: UsageRow): string {
  if (free === calls) return readingMs === 0 ? "free" : `${timeSpent(readingMs)} read`;
  if (unpriced === calls) return "?";
  return `${unpriced > 0 ? "≥ " : ""}$${dollars >= 100 ? count(Math.round(dollars)) : dollars.toFixed(dollars < 0.1 ? 4 : 2)}`;
}

function remarks({ total, unpriced, noted, uncounted }: UsageReport): readonly string[] {
  const { free, readingMs, durationMs, calls } = total;
  const lines: string[] = [];
  if (free > 0 && readingMs > 0) {
    const which = free === calls ? "These models cost" : `Of these calls, ${count(free)} cost`;
    const time = `${timeSpent(readingMs)} of ${timeSpent(durationMs)}`;
    lines.push(`${which} nothing for a token. What a shorter view saves there is the time to read it: ${time}.`);
  }
  if (unpriced.length > 0) {
    const [first = ""] = unpriced;
    const names = unpriced.map(printable).join(", ");
    lines.push(
      `No price is known for ${names}. Write it into clew.toml: input and output below [models.${JSON.stringify(printable(first))}].`,
    );
  }
  if (noted > 0) {
    const known = counted(noted, "call is known by its note alone", "calls are known by their notes alone");
    lines.push(
      `${known}, from an import or an earlier version: without a time, and without a model unless it is named.`,
    );
  }
  if (uncounted > 0) {
    lines.push(
      `${counted(uncounted, "call was", "calls were")} not counted by the provider: estimated, without a price.`,
    );
  }
  return lines;
}

/** 850 ms, 12 s, 3 min, 1.5 h. */
function timeSpent(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 100_000) return `${Math.round(milliseconds / 1_000)} s`;
  if (milliseconds < 6_000_000) return `${Math.round(milliseconds / 60_000)} min`;
  return `${(milliseconds / 3_600_000).toFixed(1)} h`;
}
