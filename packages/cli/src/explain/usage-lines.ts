/** Prints what calls cost as a table, with notes below it on what the table can't show. */
import { type BreakCause, causers } from "@clewline/core/model/prefix/break.js";
import { countSentTokens } from "@clewline/core/model/prices.js";
import { type UsageKey, type UsageRow, unknownModelKey } from "@clewline/core/model/usage-rows.js";
import { describeCause } from "@clewline/engine/commands/cache-text.js";
import type { UsageReport } from "@clewline/engine/read/usage-report.js";
import { formatPercent } from "@clewline/text/percent.js";
import { formatShortNumber } from "@clewline/text/short-number.js";
import type { Input } from "../program/command.js";
import { buildCommand } from "../program/rebuild-command.js";
import { printSentence, printSentenceAndCommand } from "../terminal/prose.js";
import type { Screen } from "../terminal/screen.js";
import { formatCount, formatKeyedRows, formatNumber, formatSize, makePrintable } from "../terminal/text.js";

export function printUsage(input: Input, by: UsageKey, report: UsageReport): void {
  if (report.rows.length === 0 && by === "cause" && report.total.calls > 0)
    printSentence(input.screen, "Nothing that was cached was paid again.");
  else if (report.rows.length === 0) printNothing(input);
  else printTable(input.screen, by, report);
}

function printTable(screen: Screen, by: UsageKey, report: UsageReport): void {
  const { rows } = report;
  const total = by === "cause" ? report.again : report.total;
  const { head, format } = tables[by] ?? usual;
  const cells = (row: UsageRow): readonly string[] => format(row, total);
  const table = [...rows, ...(rows.length > 1 ? [total] : [])].map((row): readonly [string, ...string[]] => [
    makePrintable(row.key),
    ...cells(row),
  ]);
  const numbers = head.flatMap((column, index) => (column === "why" ? [] : [index + 1]));
  const [top = "", ...lines] = formatKeyedRows(screen.columns, [[by, ...head], ...table], numbers);
  screen.line(screen.paint("bold", top));
  for (const line of lines) screen.line(line);
  const again = by === "cause" ? [] : listAgainNotes(report);
  for (const note of [...again, ...listUsageNotes(report)]) printSentence(screen, screen.paint("dim", note));
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
    formatPercent(cacheShare, 1),
    formatCost(row),
    durationMs === 0 ? "–" : formatDuration(durationMs),
  ];
}

const layerHead = ["calls", "in", "out", "share", "cost"];

/** A layer has no columns for read and written tokens, because providers don't report these by layer. */
function formatLayerCells(row: UsageRow, total: UsageRow): readonly string[] {
  const sent = countSentTokens(row.spent);
  const whole = countSentTokens(total.spent);
  const share = whole === 0 || sent === 0 ? "–" : formatPercent(sent, whole);
  return [
    formatNumber(row.calls),
    formatShortNumber(sent),
    formatShortNumber(row.spent.output),
    share,
    formatCost(row),
  ];
}

const causeHead = ["calls", "tokens", "cost", "why"];

function formatCauseCells(row: UsageRow): readonly string[] {
  const { key, calls, spent } = row;
  const why = isCause(key) ? describeCause(key) : "";
  return [formatNumber(calls), formatShortNumber(spent.fresh), formatCost(row), why];
}

function isCause(key: string): key is BreakCause {
  return key in causers;
}

interface UsageTable {
  readonly head: readonly string[];
  readonly format: (row: UsageRow, total: UsageRow) => readonly string[];
}

const usual: UsageTable = { head: rowHead, format: formatRowCells };
const tables: Readonly<Partial<Record<UsageKey, UsageTable>>> = {
  layer: { head: layerHead, format: formatLayerCells },
  cause: { head: causeHead, format: formatCauseCells },
};

/** Where calls are free, the time to read prompts stands for the price. */
function formatCost({ calls, dollars, unpriced, free, readingMs }: UsageRow): string {
  if (free === calls) return readingMs === 0 ? "free" : `${formatDuration(readingMs)} read`;
  if (unpriced === calls) return "?";
  return `${unpriced > 0 ? "≥ " : ""}$${dollars >= 100 ? formatNumber(Math.round(dollars)) : dollars.toFixed(dollars < 0.1 ? 4 : 2)}`;
}

function listAgainNotes({ again }: UsageReport): readonly string[] {
  if (again.calls === 0) return [];
  const tokens = `${formatShortNumber(again.spent.fresh)} tokens in ${formatCount(again.calls, "call", "calls")}`;
  return [`Paid again although they had been cached: ${tokens}, ${formatCost(again)}. --by cause says why.`];
}

/** The words for calls whose views were only made to compare. */
export function describeWatched(watched: UsageReport["watched"]): readonly string[] {
  const { calls, given, sent, dropped, unviewable, refused } = watched;
  if (calls === 0) return [];
  const less = given === 0 ? 0 : Math.round((1 - sent / given) * 100);
  const saved = less < 0 ? `have added ${-less} %` : `have saved ${less} %`;
  const were = formatCount(calls, "call was", "calls were");
  const bytes = `${formatSize(sent)} instead of ${formatSize(given)}`;
  const lines = [`${were} only observed: views would ${saved} of the requests' bytes (${bytes}).`];
  if (dropped > 0)
    lines.push(
      `Views would have left out ${formatCount(dropped, "block", "blocks")} of reasoning, which is bound to what it was produced behind.`,
    );
  if (refused > 0)
    lines.push(
      `${formatCount(refused, "refused call", "refused calls")} would have been smaller than what was too large.`,
    );
  if (unviewable > 0)
    lines.push(`No view would have been small enough for ${formatCount(unviewable, "call", "calls")}.`);
  return lines;
}

function listUsageNotes({ total, unpriced, noted, uncounted, watched }: UsageReport): readonly string[] {
  const { free, readingMs, durationMs, calls } = total;
  const lines: string[] = [...describeWatched(watched)];
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
