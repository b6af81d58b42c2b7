import { clockIn } from "../../core/log/clock-in.js";
import type { Tokens } from "../../core/log/keys.js";
import { alertLevel, type Growth, type LastCall, permilles, type Usage } from "../../core/model/usage.js";
import { shortNumber } from "../../core/text/short-number.js";
import { bar } from "./bar.js";

/** The report as plain text: no line depends on the width of a letter. */
export function usageText(usage: Usage | null, zone: string): string {
  if (usage === null) return "No data yet: the context begins with the first message.";
  const { estimated, messages, characters, last, growth } = usage;
  const { user, assistant, tool } = messages;
  return [
    ...heading(usage),
    ...(estimated === null ? [] : [`Estimated: ${whyEstimated(estimated)}.`]),
    "",
    ...split(usage),
    "",
    `Messages: ${user} user, ${assistant} assistant, ${tool} tool; ${shortNumber(characters)} characters`,
    ...thresholdLines(usage),
    ...(last === null ? [] : [lastLine(last, zone)]),
    ...(growth === null ? [] : [growthLine(growth)]),
  ].join("\n");
}

function heading({ tokens, window, windowTold, estimated }: Usage): readonly string[] {
  const figure = `${estimated === null ? "" : "about "}${shortNumber(tokens)}`;
  if (!windowTold) {
    return [`Context: ${figure} tokens`, `The model's window was not told; ${shortNumber(window)} tokens are assumed.`];
  }
  const level = alertLevel(tokens / window);
  const word = level === "calm" ? "" : `: ${level}`;
  const whole = permilles([tokens], window)[0] ?? 0;
  return [`Context: ${figure} of ${shortNumber(window)} tokens, ${percent(whole)}${word}`, bar(tokens / window)];
}

function whyEstimated(because: Exclude<Usage["estimated"], null>): string {
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

/** To the token, because these lines are there to be added up. */
function split({ categories, tokens, window, windowTold }: Usage): readonly string[] {
  const parts = permilles(
    categories.map((each) => each.tokens),
    window,
  );
  const line = (name: string, own: Tokens, part: number) =>
    `${name}: ${own.toLocaleString("en-US")}${windowTold ? ` (${percent(part)})` : ""}`;
  return [
    ...categories.map(({ name, tokens: own }, index) => line(name, own, parts[index] ?? 0)),
    line("total", tokens, permilles([tokens], window)[0] ?? 0),
  ];
}

function thresholdLines({ thresholds, window, windowTold }: Usage): readonly string[] {
  if (thresholds === null) return [];
  const { clear, summary, turns } = thresholds;
  const at = (tokens: Tokens) =>
    `${shortNumber(tokens)} tokens${windowTold ? ` (${Math.round((tokens / window) * 100)} %)` : ""}`;
  const orTurns = turns === null ? "" : `, or over ${shortNumber(turns)} turns`;
  return clear === summary
    ? [`Clearing and summary: at ${at(summary)}${orTurns}`]
    : [`Clearing: at ${at(clear)}`, `Summary: at ${at(summary)}${orTurns}`];
}

function lastLine({ tokens, at, counted }: LastCall, zone: string): string {
  const sent = `Last call: ${shortNumber(tokens)} tokens, ${clockIn(zone)(at)}`;
  if (counted === null) return sent;
  const over = counted.calls === 1 ? "" : ` for its turn of ${counted.calls} calls`;
  return `${sent}\nThe provider counted ${shortNumber(counted.tokens)}${over}.`;
}

function growthLine({ perTurn, turnsLeft }: Growth): string {
  if (!Number.isFinite(turnsLeft)) return "Growth: none over the last turns";
  const turns = turnsLeft === 1 ? "about 1 turn" : `about ${shortNumber(turnsLeft)} turns`;
  return `Growth: about ${shortNumber(perTurn)} tokens a turn\nNext compaction: in ${turns}`;
}

function percent(permille: number): string {
  return `${(permille / 10).toFixed(1)} %`;
}
