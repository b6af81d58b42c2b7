/** Prints the result of `clew try` on one screen: the answer, then the figures, then what would have been missing. */

import { formatPercent } from "@clewline/text/percent.js";
import { formatShortNumber } from "@clewline/text/short-number.js";
import type { NamedEntry, ResentResult } from "@clewline/try/differences.js";
import type { PolicyTrial } from "@clewline/try/judge.js";
import type { Cost } from "@clewline/try/paid.js";
import type { Trial } from "@clewline/try/try.js";
import { printSentence } from "../terminal/prose.js";
import type { Screen } from "../terminal/screen.js";
import { fitLine, formatCount, formatNumber, formatRows, measureColumns } from "../terminal/text.js";
import { formatDay } from "../terminal/time-text.js";

/** Fewer tokens are not worth a line. */
const leastResent = 5_000;

export function printTried(screen: Screen, name: string, tried: Trial): void {
  printSentence(screen, screen.paint("bold", writeTryHeadline(tried)));
  for (const line of listHiding(tried)) printSentence(screen, screen.paint("yellow", line));
  screen.line(screen.paint("dim", fitLine(describeSource(screen, name, tried), screen.columns)));
  screen.line();
  for (const line of renderTable(screen, tried)) screen.line(line);
  printFates(screen, tried);
  printResent(screen, tried.resent);
  if (tried.unsuited.length > 0) printSentence(screen, screen.paint("yellow", writeWarning(tried.unsuited)));
  printSentence(screen, screen.paint("dim", writeFootnote(tried)));
}

function writeWarning(names: readonly string[]): string {
  const list = new Intl.ListFormat("en").format(names);
  const are = names.length === 1 ? "is" : "are";
  return `${list} ${are} made for chats, not for agents: most calls write the view anew, and the provider's cache is of no use.`;
}

/** Compares the first policy with what is simulated by the same rules: the whole history, and what the program did itself. */
function writeTryHeadline({ policies, full, client }: Trial): string {
  const [first] = policies;
  if (first === undefined) return "";
  const beside = (cost: Cost, what: string) => `${compareCosts(first, cost)} ${what} (${formatCost(cost)})`;
  const others = [
    beside(full, "the whole history on every call"),
    ...(isSame(client, full) ? [] : [beside(client, "what the program did itself")]),
  ];
  const cheapest = describeCheapest(policies, first, full);
  const price = hasPrice(full) ? ` for ${formatDollars(first.dollars)}` : "";
  const sent = `${formatShortNumber(first.sent)} tokens${price}`;
  const rules = ", recalls and the same cache included";
  return `${first.name} would have sent ${sent}: ${others.join(", and ")}${rules}.${cheapest}`;
}

/** A program that never summarised sent the whole history. */
function isSame(client: PolicyTrial, full: PolicyTrial): boolean {
  return client.sent === full.sent;
}

/** A policy that hides more of what was needed saves by leaving it out. */
const mostHidden = 0.02;

function listHiding({ policies, full }: Trial): readonly string[] {
  return policies.flatMap(({ name, quotes: { all, shown }, dollars, last }) => {
    if (all === 0 && last.shortened + last.summarised + last.leftOut > 0) return [writeUnmeasured(name)];
    if (all - shown <= mostHidden * all) return [];
    const part = `${formatPercent(all - shown, all)} of the values that calls and answers needed were missing`;
    const saving = dollars < full.dollars ? `Not all that ${name} saves is a saving:` : `${name} is dearer, and yet`;
    const figures = `${formatNumber(all - shown)} of ${formatNumber(all)}`;
    return [`${saving} in its views ${part} (${figures}); fetching them is in its price.`];
  });
}

function writeUnmeasured(name: string): string {
  return `Whether ${name} leaves out what was needed can't be measured here: no call or answer quotes a value that one text alone holds.`;
}

function describeCheapest(policies: Trial["policies"], first: PolicyTrial, before: Cost): string {
  const best = policies.reduce((least, each) => (each.dollars < least.dollars ? each : least), first);
  if (best === first || best.dollars >= before.dollars) return "";
  const took = hasPrice(before) ? "would have cost" : "would have sent";
  return ` ${best.name} ${took} ${formatCost(best)}, ${compareCosts(best, before)} the whole history.`;
}

function hasPrice({ dollars }: Cost): boolean {
  return dollars > 0;
}

function formatCost(cost: Cost): string {
  return hasPrice(cost) ? formatDollars(cost.dollars) : formatShortNumber(cost.sent);
}

/** By price; by tokens where they cost nothing. */
function compareCosts(now: Cost, before: Cost): string {
  const [own, other] = hasPrice(before) ? [now.dollars, before.dollars] : [now.sent, before.sent];
  const percent = formatPercent(Math.abs(other - own), other);
  if (percent === formatPercent(0, 1)) return "about as much as";
  return `${percent} ${own < other ? "less" : "more"} than`;
}

function describeSource(screen: Screen, name: string, { calls, lanes, models, from, to, window, paid }: Trial): string {
  const days = [from, to].map((at) => formatDay(at, screen));
  const when = [...new Set(days)].join(" to ");
  const where = lanes === 1 ? "" : ` in ${formatCount(lanes, "conversation", "conversations")}`;
  const more = models.length > 1 ? ` and ${models.length - 1} more` : "";
  const model = models[0] === undefined ? "no model named" : models[0] + more;
  const some = paid === null || paid.counted === calls ? "" : ` (${formatNumber(paid.counted)} counted)`;
  return `${formatCount(calls, "call", "calls")}${some}${where}, ${model}, window ${formatShortNumber(window)}, ${when}, ${name}`;
}

function renderTable(screen: Screen, { paid: counted, fit, full, client, oracle, policies }: Trial): readonly string[] {
  const all = [full, ...(isSame(client, full) ? [] : [client]), ...policies];
  const isTight = all.some(({ tooSmall }) => tooSmall > 0);
  const tight = (cell: string) => (isTight ? [cell] : []);
  const costs = ["", "tokens", "largest", "price", "of full"];
  const head = [...costs, ...tight("too big"), "shown", "far", "recalls", "rewrites"];
  // Figures of a few calls beside those of all would mislead.
  const paid = fit === null ? null : counted;
  const share = (dollars: number) => (full.dollars === 0 ? "–" : formatPercent(dollars, full.dollars));
  const paidRow = (cost: NonNullable<Trial["paid"]>) => ["as paid", ...formatFigures(cost), share(cost.dollars)];
  const policyRow = (tried: PolicyTrial) => [
    tried.name,
    ...formatFigures(tried),
    share(tried.dollars),
    ...tight(formatFew(tried.tooSmall)),
    ...formatMissed(tried),
  ];
  const rows = [...(paid === null ? [] : [paidRow(paid)]), ...all.map(policyRow), policyRow(oracle)];
  const [top = "", ...others] = fitTable([head, ...rows], costs.length, screen.columns);
  return [screen.paint("dim", top), ...others];
}

function formatFigures(cost: Cost): readonly string[] {
  return [formatShortNumber(cost.sent), formatShortNumber(cost.largest), formatDollars(cost.dollars)];
}

/** A table that is wider than the screen loses its last columns, none of the first ones. */
function fitTable(rows: readonly (readonly string[])[], least: number, columns: number | null): readonly string[] {
  const width = rows[0]?.length ?? 0;
  const lines = formatRows(rows, [1, 2, 3, 4, 5, 6, 7, 8, 9]).map((line) => line.trimEnd());
  const fits = columns === null || lines.every((line) => measureColumns(line) <= columns);
  if (fits || width <= least) return lines.map((line) => cutLine(line, columns));
  return fitTable(
    rows.map((row) => row.slice(0, width - 1)),
    least,
    columns,
  );
}

/** Keeps spaces, because the line is a row of a table. */
function cutLine(line: string, columns: number | null): string {
  return columns === null || measureColumns(line) <= columns ? line : `${line.slice(0, columns - 1)}…`;
}

function formatMissed({ quotes, recalls, compactions }: PolicyTrial): readonly string[] {
  const share = ({ all, shown }: { readonly all: number; readonly shown: number }) =>
    all === 0 ? "–" : formatPercent(shown, all);
  return [share(quotes), share(quotes.far), formatFew(recalls.count), formatFew(compactions)];
}

/** A dash is read faster than a zero. */
function formatFew(count: number): string {
  return count === 0 ? "–" : formatNumber(count);
}

function printFates(screen: Screen, { policies, difference, lanes }: Trial): void {
  const where = lanes === 1 ? "On the last call" : "On the last call of the longest conversation";
  screen.line();
  screen.line(screen.paint("bold", `${where} the model would have had`));
  const rows = policies.map(({ name, last }) => [
    `  ${name}`,
    `${formatCount(last.full, "entry", "entries")} in full`,
    `${formatFew(last.shortened)} shortened`,
    `${formatFew(last.summarised)} in a summary`,
    `${formatFew(last.leftOut)} left out`,
  ]);
  for (const line of formatRows(rows, [1, 2, 3, 4])) screen.line(cutLine(line, screen.columns));
  const [first, second] = policies;
  if (difference === null || first === undefined || second === undefined) return;
  if (difference.entries === 0) {
    screen.line(`  ${second.name} shows everything in full that ${first.name} does.`);
    return;
  }
  const many = formatCount(difference.entries, "entry", "entries");
  const [largest] = difference.largest;
  const such = largest === undefined ? "" : `, such as ${difference.largest.map(describeNamed).join("; ")}`;
  printSentence(screen, `  Only ${first.name} shows ${many}${such}.`, 2);
}

function describeNamed({ tokens, what, about }: NamedEntry): string {
  return fitLine(`${what} ${shortenPath(about)}`, 30).concat(` (${formatShortNumber(tokens)})`);
}

function printResent(screen: Screen, all: readonly ResentResult[]): void {
  const resent = all.filter(({ inAll }) => inAll >= leastResent);
  if (resent.length === 0) return;
  screen.line();
  screen.line(screen.paint("bold", "Results that were sent again and again"));
  const rows = resent.map(({ tokens, times, inAll }) => [
    `  ${formatShortNumber(inAll)} in all`,
    `${formatShortNumber(tokens)} × ${formatNumber(times)} calls`,
  ]);
  const lines = formatRows([...rows.map((row) => [...row, ""])], [0, 1]);
  for (const [index, line] of lines.entries()) {
    const each = resent[index];
    if (each === undefined) continue;
    screen.line(line + fitLine(`${each.what} ${shortenPath(each.about)}`, computeRoom(screen, measureColumns(line))));
  }
}

/** The end of a path says more than its beginning. */
function shortenPath(about: string): string {
  if (!/^[/~][^\s]+$/.test(about)) return about;
  return about.split("/").slice(-2).join("/");
}

function computeRoom({ columns }: Screen, taken: number): number {
  return Math.max(12, (columns ?? 100) - taken);
}

function writeFootnote({ paid, facts, fit, full }: Trial): string {
  const prices = `input at $${facts.input} a million tokens (${facts.as})`;
  const which = facts.family === "" ? `No price is known for this model: ${prices}` : `Price of ${prices}`;
  const { all, far } = full.quotes;
  const distant = far.all === 0 ? "" : `; far: of ${formatNumber(far.all)} last seen 40 entries before`;
  const quoted = all === 0 ? "" : ` Shown: of ${formatNumber(all)} values that calls and answers need${distant}.`;
  if (paid === null) return `${which}. The file has no counters of its own: all figures are estimates.${quoted}`;
  if (fit === null) return `${which}. Too few calls have counters: all figures are estimates.${quoted}`;
  const around = fit.around === 0 ? "" : `, with ${formatShortNumber(fit.around)} of instructions and tools a call`;
  const output = `; output, ${formatDollars(paid.outputDollars)}, is the same for all`;
  return `${which}${output}. Estimates are fitted to the file's counters${around}.${quoted}`;
}

function formatDollars(value: number): string {
  return value >= 100 ? `$${formatNumber(Math.round(value))}` : `$${value.toFixed(value > 0 && value < 0.1 ? 3 : 2)}`;
}
