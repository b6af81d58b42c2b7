import type { Tokens } from "@clewline/core/log/keys.js";
import { makeTimeFormatter } from "@clewline/core/log/time-formatter.js";
import { type Growth, type LastCall, pickAlertLevel, type Usage } from "@clewline/core/model/usage.js";
import { formatPercent, formatPermille, splitPermilles } from "@clewline/text/percent.js";
import { formatShortNumber } from "@clewline/text/short-number.js";

const cells = 20;

/** Draws a fraction from 0 to 1 in one line; anything above 0 fills at least one cell. */
function drawBar(part: number): string {
  const full = Math.min(cells, Math.max(part > 0 ? 1 : 0, Math.round(part * cells)));
  return "█".repeat(full) + "░".repeat(cells - full);
}

/** The report as plain text, readable in a proportional font. */
export function renderUsage(usage: Usage | null, zone: string): string {
  if (usage === null) return "No data yet: the context begins with the first message.";
  const { estimated, messages, characters, last, growth } = usage;
  const { user, assistant, tool } = messages;
  return [
    ...renderHeading(usage),
    ...(estimated === null ? [] : [`Estimated: ${explainEstimate(estimated)}.`]),
    "",
    ...renderSplit(usage),
    "",
    `Messages: ${user} user, ${assistant} assistant, ${tool} tool; ${formatShortNumber(characters)} characters`,
    ...renderThresholds(usage),
    ...(last === null ? [] : [renderLastCall(last, zone)]),
    ...(growth === null ? [] : [renderGrowth(growth)]),
  ].join("\n");
}

function renderHeading({ tokens, window, windowTold, estimated }: Usage): readonly string[] {
  const figure = `${estimated === null ? "" : "about "}${formatShortNumber(tokens)}`;
  if (!windowTold) {
    return [
      `Context: ${figure} tokens`,
      `The model's window was not told; ${formatShortNumber(window)} tokens are assumed.`,
    ];
  }
  const level = pickAlertLevel(tokens / window);
  const word = level === "calm" ? "" : `: ${level}`;
  return [
    `Context: ${figure} of ${formatShortNumber(window)} tokens, ${formatPercent(tokens, window, 1)}${word}`,
    drawBar(tokens / window),
  ];
}

function explainEstimate(because: Exclude<Usage["estimated"], null>): string {
  switch (because) {
    case "no call":
      return "there was no call yet";
    case "compaction":
      return "no call since the last compaction";
    case "clearing":
      return "no call since the context was cleared";
    case "setting":
      return "no call since a setting or the window changed";
    default:
      return because satisfies never;
  }
}

/** Exact to the token, because these lines are there to be added up. */
function renderSplit({ categories, tokens, window, windowTold }: Usage): readonly string[] {
  const parts = splitPermilles(
    categories.map((each) => each.tokens),
    window,
  );
  const line = (name: string, own: Tokens, part: string) =>
    `${name}: ${own.toLocaleString("en-US")}${windowTold ? ` (${part})` : ""}`;
  return [
    ...categories.map(({ name, tokens: own }, index) => line(name, own, formatPermille(parts[index] ?? 0))),
    line("total", tokens, formatPercent(tokens, window, 1)),
  ];
}

function renderThresholds({ thresholds, window, windowTold }: Usage): readonly string[] {
  if (thresholds === null) return [];
  const { clear, summary, turns } = thresholds;
  const at = (tokens: Tokens) =>
    `${formatShortNumber(tokens)} tokens${windowTold ? ` (${formatPercent(tokens, window)})` : ""}`;
  const orTurns = turns === null ? "" : `, or over ${formatShortNumber(turns)} turns`;
  return clear === summary
    ? [`Clearing and summary: at ${at(summary)}${orTurns}`]
    : [`Clearing: at ${at(clear)}`, `Summary: at ${at(summary)}${orTurns}`];
}

function renderLastCall({ tokens, at, counted }: LastCall, zone: string): string {
  const sent = `Last call: ${formatShortNumber(tokens)} tokens, ${makeTimeFormatter(zone)(at)}`;
  if (counted === null) return sent;
  const over = counted.calls === 1 ? "" : ` for its turn of ${counted.calls} calls`;
  return `${sent}\nThe provider counted ${formatShortNumber(counted.tokens)}${over}.`;
}

function renderGrowth({ perTurn, turnsLeft }: Growth): string {
  if (!Number.isFinite(turnsLeft)) return "Growth: none over the last turns";
  const turns = turnsLeft === 1 ? "about 1 turn" : `about ${formatShortNumber(turnsLeft)} turns`;
  return `Growth: about ${formatShortNumber(perTurn)} tokens a turn\nNext compaction: in ${turns}`;
}
