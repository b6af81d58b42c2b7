/** The fill of a context in few lines, for a model, a status line or a person. */
import type { Tokens } from "@clewline/core/log/keys.js";
import type { ColdCall } from "@clewline/core/model/cold-call.js";
import { pickAlertLevel } from "@clewline/core/model/usage.js";
import { formatPercent } from "@clewline/text/percent.js";
import { formatShortNumber } from "@clewline/text/short-number.js";
import type { CompactionCount } from "../read/lane-status.js";

/** The figures of a lane's next call. */
export interface StatusFigures {
  readonly session: string;
  readonly lane: string;
  readonly tokens: Tokens;
  readonly window: Tokens;
  readonly reply: Tokens;
  readonly thresholds: { readonly summary: Tokens } | null;
  readonly compactions: CompactionCount;
  readonly cold: ColdCall | null;
}

/** Line by line: the fill, how often it was compacted, and whether the next call is dear. */
export function renderStatus(figures: StatusFigures): readonly string[] {
  const { tokens, window, reply, thresholds, compactions, cold } = figures;
  const level = pickAlertLevel(tokens / window);
  const word = level === "calm" ? "" : `, ${level}`;
  const free = Math.max(0, window - reply - tokens);
  const until =
    thresholds === null ? "" : `, older messages are summarised from ${formatShortNumber(thresholds.summary)} on`;
  const often = compactions.count === 0 ? "never" : compactions.count === 1 ? "once" : `${compactions.count} times`;
  return [
    `Context: ${formatShortNumber(tokens)} of ${formatShortNumber(window)} tokens (${formatPercent(tokens, window)}${word}), ${formatShortNumber(free)} free${until}.`,
    `Compacted: ${often}.`,
    ...(cold === null ? [] : [describeCold(cold)]),
  ];
}

export function describeCold({ model, idleMs, tokens, dollars, warm }: ColdCall): string {
  const price = `${formatDollars(dollars)} instead of ${formatDollars(warm)}`;
  return `The cache of ${model} is cold after ${formatIdle(idleMs)}: the next call reads ${formatShortNumber(tokens)} tokens anew, about ${price}.`;
}

export function formatDollars(sum: number): string {
  return `$${sum.toFixed(sum < 0.1 ? 4 : 2)}`;
}

/** As 12 minutes, 3 hours, 2 days. */
function formatIdle(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000);
  if (minutes < 120) return `${minutes} minutes`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
}
