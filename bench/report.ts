import type { Machine } from "./machine.js";

export type Cell = string | number | boolean | null;

export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

export interface Report {
  readonly bench: string;
  readonly machine: Machine;
  readonly tables: readonly Table[];
  /** What a reader has to know, as Markdown. */
  readonly how?: string;
  /** Pictures, by the name of their file beside the page. */
  readonly plots?: Readonly<Record<string, string>>;
}

/** What of a bench is measured, and how thoroughly. */
export interface RowChoice {
  /** Rows to measure; all if empty. */
  readonly only: readonly string[];
  readonly quick: boolean;
  /** An older checkout, where the bench compares with one. */
  readonly before?: string | undefined;
  readonly say: (what: string) => void;
}

/** A figure with its target, as a row of `verdictColumns`. */
export type Verdict = readonly [figure: string, value: number, target: string, met: boolean];

export const verdictColumns = ["figure", "value", "target", "met"];

export function checkAtMost(figure: string, value: number, limit: number): Verdict {
  return [figure, value, `at most ${formatCell(limit)}`, value <= limit];
}

export function checkAtLeast(figure: string, value: number, limit: number): Verdict {
  return [figure, value, `at least ${formatCell(limit)}`, value >= limit];
}

/** For people: rounds to a few digits and groups thousands. */
export function formatCell(cell: Cell): string {
  if (cell === null) return "–";
  if (typeof cell === "boolean") return cell ? "yes" : "no";
  if (typeof cell === "string") return cell;
  return cell.toLocaleString("en-US", { maximumFractionDigits: Math.abs(cell) < 1 ? 3 : Math.abs(cell) < 100 ? 2 : 0 });
}

/** For programs: every row with its columns by name. */
export function buildReportData({ bench, machine, tables }: Report): object {
  const data = tables.map(({ title, columns, rows }) => ({
    title,
    rows: rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index] ?? null]))),
  }));
  return { bench, ...machine, tables: data };
}

export function renderReportMarkdown({ bench, machine, tables, how, plots = {} }: Report): string {
  const { date, commit, cpu, cores, memory, node, system } = machine;
  const machineLine = `${date}, commit ${commit}. ${cpu}, ${cores} cores, ${memory} GiB, ${system}, Node ${node}.`;
  const pictures = Object.keys(plots).map((name) => `![${name.replace(/\.svg$/, "").replaceAll("-", " ")}](${name})`);
  const parts = [`# Bench: ${bench}`, machineLine, ...tables.map(renderTableMarkdown), ...pictures].join("\n\n");
  return how === undefined ? `${parts}\n` : `${parts}\n\n${how}`;
}

function renderTableMarkdown({ title, columns, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  const marks = columns.map((_column, index) => (typeof rows[0]?.[index] === "number" ? "---:" : "---"));
  return [`## ${title}\n`, line(columns), line(marks), ...rows.map((row) => line(row.map(formatCell)))].join("\n");
}
