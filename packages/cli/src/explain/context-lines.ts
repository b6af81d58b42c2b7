/** The lines around the picture: how full the window is, where reductions begin, and how the last call went. */
import type { ContextReport } from "@clewline/clewline/compose/context-report.js";
import { pickAlertLevel } from "@clewline/core/model/usage.js";
import type { Receipt } from "@clewline/core/receipt/receipt.js";
import { formatPercent } from "@clewline/text/percent.js";
import type { Screen, Style } from "../terminal/screen.js";
import { fitLine, formatCount, formatNumber } from "../terminal/text.js";
import { formatMoment } from "../terminal/time-text.js";

/** Tokens and their part of the window, in the colour of the alert level. */
export function describeFill(screen: Pick<Screen, "paint">, tokens: number, window: number): string {
  const level = pickAlertLevel(tokens / window);
  const part = formatPercent(tokens, window, 1);
  const word = level === "calm" ? "" : `, ${level}`;
  const style = styles[level];
  const text = `${formatNumber(tokens)} tokens (${part}${word})`;
  return style === null ? text : screen.paint(style, text);
}

const styles: Readonly<Record<ReturnType<typeof pickAlertLevel>, Style | null>> = {
  calm: null,
  "filling up": "yellow",
  "nearly full": "red",
};

/** Null where the window was told, or is that of the last call. */
export function describeAssumption({ assumed, window }: ContextReport): string | null {
  if (assumed === undefined) return null;
  const tokens = `${formatNumber(window)} tokens`;
  return assumed.model === null
    ? `Nobody has told the model's window yet: ${tokens} are assumed, --window N tries another.`
    : `The window is that of ${fitLine(assumed.model, 80)}, which answered here before: ${tokens}; --window N tries another.`;
}

export function describeThresholds({ thresholds, window }: ContextReport): string | null {
  if (thresholds === null) return null;
  const { clear, summary, turns } = thresholds;
  const at = (tokens: number) => `${formatNumber(tokens)} tokens (${formatPercent(tokens, window)})`;
  const orTurns = turns === null ? "" : ` or ${formatNumber(turns)} turns`;
  if (clear === summary) return `Old results are cleared and older turns summarised from ${at(summary)}${orTurns} on.`;
  return `Old results are cleared from ${at(clear)} on, older turns summarised from ${at(summary)}${orTurns}.`;
}

/** Null for a lane that was never compacted. */
export function describeCompactions(
  screen: Pick<Screen, "zone">,
  { compactions: { count, last } }: ContextReport,
): string | null {
  if (count === 0 || last === null) return null;
  return `Compacted ${count === 1 ? "once" : `${formatNumber(count)} times`}, last ${formatMoment(last, screen)}.`;
}

const namedAtFirst = 8;

/** The tools that the next call offers its model; null where it offers none. */
export function describeTools({ request: { tools } }: ContextReport): string | null {
  if (tools.length === 0) return null;
  const names = tools.slice(0, namedAtFirst).map(({ name }) => fitLine(name, 40));
  const more = tools.length > names.length ? ` and ${formatCount(tools.length - names.length, "other", "others")}` : "";
  return `Tools: ${names.join(", ")}${more}.`;
}

/** The tools that the last call had from its program. A call of an earlier version left no more than their size. */
export function describeUncounted({ layers, overheads, verdicts }: ContextReport, last: Receipt | null): string | null {
  const counted = new Set<string>([
    ...layers.map(({ layer }) => layer),
    ...overheads.flatMap(({ name, tokens }) => (tokens > 0 ? [name] : [])),
  ]);
  const parts = [
    ...(["instructions", "persona"] as const).map((layer) => [layer, last?.layers[layer] ?? 0] as const),
    ["tools", last?.overheads.find(({ name }) => name === "tools")?.tokens ?? 0] as const,
  ].filter(([name, tokens]) => tokens > 0 && !counted.has(name));
  if (parts.length > 0) {
    const named = parts.map(([name, tokens]) => `${name} (${formatNumber(tokens)})`).join(" and ");
    return `Not counted: ${named} of the last call. Your program and Clew send them each time; they are not in the log.`;
  }
  if (last !== null || counted.has("tools") || !verdicts.some(({ line }) => line?.kind === "called")) return null;
  return "Not counted: the instructions and tools of the program that made these calls, which an imported history does not hold.";
}

export function renderLastCallLine(screen: Screen, last: Receipt): string {
  return `Last call: ${describeFill(screen, last.tokens, last.window)}, ${formatMoment(last.at, screen)}`;
}

/** For a past call under another policy or window. */
export function describeRebuilt({ rebuilt }: ContextReport): string | null {
  if (rebuilt === undefined) return null;
  const what = "The call as it would have been, on the log as it stood then";
  if (rebuilt.exact) return `${what}.`;
  const where = rebuilt.differs.length === 0 ? "" : ` (${rebuilt.differs.join(", ")})`;
  return `${what}, as far as it can be known: with its own policy the call gives other bytes today${where}.`;
}
