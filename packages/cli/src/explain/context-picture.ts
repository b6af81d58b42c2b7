import type { ContextReport } from "@clewline/clewline/compose/context-report.js";
import { formatPermille, splitPermilles } from "@clewline/text/percent.js";
import type { Screen, Style } from "../terminal/screen.js";
import { formatNumber, placeLeft, placeRight } from "../terminal/text.js";

interface Share {
  readonly name: string;
  readonly tokens: number;
  readonly fill: string;
  readonly style: Style;
}

/** Each bar begins where the one above it ends, so that the bars add up to the window. */
export function drawContextPicture(screen: Screen, report: ContextReport): readonly string[] {
  const shares = listShares(report);
  const names = Math.max(...shares.map(({ name }) => name.length));
  const digits = formatNumber(report.window).length;
  const width = Math.min(Math.max((screen.columns ?? 80) - names - digits - 16, 20), 60);
  const permilles = splitPermilles(
    shares.map(({ tokens }) => tokens),
    report.window,
  );
  let before = 0;
  const lines = shares.map((share, index) => {
    const line = formatShareRow(share.name, share.tokens, permilles[index] ?? 0);
    const bar = drawBar(share, before, report.window, width);
    before += share.tokens;
    return `${line}${" ".repeat(bar.start)}${screen.paint(share.style, bar.text)}`;
  });
  const rule = screen.paint("dim", `  ${"─".repeat(names + digits + 11)}`);
  return [...lines, rule, screen.paint("bold", formatShareRow("window", report.window, 1_000).trimEnd())];

  function formatShareRow(name: string, tokens: number, permille: number): string {
    return `  ${placeLeft(name, names)}  ${placeRight(formatNumber(tokens), digits)}  ${placeRight(formatPermille(permille), 7)}  `;
  }
}

function listShares({ layers, overheads, window, reply, tokens }: ContextReport): readonly Share[] {
  return [
    ...layers.map(({ layer, tokens: own }): Share => ({ name: layer, tokens: own, fill: "█", style: "cyan" })),
    ...overheads
      .filter((overhead) => overhead.tokens > 0)
      .map(
        (overhead): Share => ({
          name: overhead.name === "request" ? "request framing" : overhead.name,
          tokens: overhead.tokens,
          fill: "▓",
          style: "blue",
        }),
      ),
    { name: "free", tokens: window - reply - tokens, fill: "·", style: "dim" },
    { name: "reply reserve", tokens: reply, fill: "▒", style: "yellow" },
  ];
}

function drawBar(
  { tokens, fill }: Share,
  before: number,
  window: number,
  width: number,
): { start: number; text: string } {
  const start = Math.round((before / window) * width);
  const end = Math.round(((before + tokens) / window) * width);
  if (end > start) return { start, text: fill.repeat(end - start) };
  return tokens === 0 ? { start, text: "" } : { start: Math.min(start, width - 1), text: "▏" };
}
