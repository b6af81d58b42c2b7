/** The result of `clew try` on one screen: the answer first, then the figures, then what would have been missing. */

import { shortNumber } from "../../core/text/short-number.js";
import type { Named, Resent } from "../../try/differences.js";
import type { Cost } from "../../try/paid.js";
import type { Tried, TriedPolicy } from "../../try/try.js";
import { sentence } from "../terminal/prose.js";
import type { Screen } from "../terminal/screen.js";
import { aligned, count, counted, oneLine, widthOf } from "../terminal/text.js";

/** Less than this is nothing to look at. */
const leastResent = 5_000;

export function printTried(screen: Screen, name: string, tried: Tried): void {
  sentence(screen, screen.paint("bold", headline(tried)));
  screen.line(screen.paint("dim", oneLine(sourceLine(name, tried), screen.columns)));
  screen.line();
  for (const line of table(screen, tried)) screen.line(line);
  printFates(screen, tried);
  printResent(screen, tried.resent);
  sentence(screen, screen.paint("dim", footnote(tried)));
}

/** The first policy against what was paid, or against the whole history where nobody counted. */
function headline({ policies, paid, full, fit }: Tried): string {
  const [first] = policies;
  if (first === undefined) return "";
  const [other, what] =
    paid === null || fit === null ? [full, "for the whole history on every call"] : [paid, "as paid"];
  const sent = `${first.name} would have sent ${shortNumber(first.sent)} tokens for ${dollars(first.dollars)}`;
  const instead = `instead of ${shortNumber(other.sent)} for ${dollars(other.dollars)} ${what}`;
  return `${sent} ${instead}: ${compared(first.dollars, other.dollars)}.${cheaper(policies, first, other.dollars)}`;
}

function cheaper(policies: Tried["policies"], first: TriedPolicy, before: number): string {
  const best = policies.reduce((least, each) => (each.dollars < least.dollars ? each : least), first);
  if (best === first || best.dollars >= before) return "";
  return ` ${best.name}: ${dollars(best.dollars)}, ${compared(best.dollars, before)}.`;
}

function compared(now: number, before: number): string {
  if (before === 0) return "no prices to compare";
  const percent = Math.round((1 - now / before) * 100);
  if (percent === 0) return "about the same";
  return percent > 0 ? `${percent} % less` : `${-percent} % more`;
}

function sourceLine(name: string, { calls, lanes, models, from, to, window, paid }: Tried): string {
  const days = [from, to].map((at) => new Date(at).toISOString().slice(0, 10));
  const when = [...new Set(days)].join(" to ");
  const where = lanes === 1 ? "" : ` in ${counted(lanes, "conversation", "conversations")}`;
  const more = models.length > 1 ? ` and ${models.length - 1} more` : "";
  const model = models[0] === undefined ? "no model named" : models[0] + more;
  const some = paid === null || paid.counted === calls ? "" : ` (${count(paid.counted)} counted)`;
  return `${counted(calls, "call", "calls")}${some}${where}, ${model}, window ${shortNumber(window)}, ${when}, ${name}`;
}

function table(screen: Screen, { paid, full, policies }: Tried): readonly string[] {
  const head = ["", "tokens", "largest", "cached", "prefix", "price", "compacted", "too large"];
  const paidRow = (cost: NonNullable<Tried["paid"]>) => ["as paid", ...figures(cost, "")];
  const rows = [...(paid === null ? [] : [paidRow(paid)]), policyRow(full), ...policies.map(policyRow)];
  const [first = "", ...lines] = aligned([head, ...rows], [1, 2, 3, 4, 5, 6, 7]).map((line) => line.trimEnd());
  const [top = "", ...others] = [first, ...lines].map((line) => oneLineOf(line, screen.columns));
  return [screen.paint("dim", top), ...others];
}

function figures(cost: Cost, kept: string): readonly string[] {
  return [shortNumber(cost.sent), shortNumber(cost.largest), part(cost.fromCache), kept, dollars(cost.dollars)];
}

/** Spaces inside stay: the line is a row of a table. */
function oneLineOf(line: string, columns: number | null): string {
  return columns === null || widthOf(line) <= columns ? line : `${line.slice(0, columns - 1)}…`;
}

function policyRow(tried: TriedPolicy): readonly string[] {
  const { name, kept, compactions, tooSmall } = tried;
  return [name, ...figures(tried, part(kept)), count(compactions), tooSmall === 0 ? "–" : count(tooSmall)];
}

function printFates(screen: Screen, { policies, difference, lanes }: Tried): void {
  const where = lanes === 1 ? "On the last call" : "On the last call of the longest conversation";
  screen.line();
  screen.line(screen.paint("bold", `${where} the model would have had`));
  const rows = policies.map(({ name, last }) => [
    `  ${name}`,
    `${count(last.full)} entries in full`,
    `${count(last.shortened)} shortened`,
    `${count(last.summarised)} in a summary`,
    `${count(last.leftOut)} left out`,
  ]);
  for (const line of aligned(rows, [1, 2, 3, 4])) screen.line(oneLineOf(line, screen.columns));
  const [first, second] = policies;
  if (difference === null || first === undefined || second === undefined) return;
  if (difference.entries === 0) {
    screen.line(`  ${second.name} shows everything in full that ${first.name} does.`);
    return;
  }
  const many = counted(difference.entries, "entry", "entries");
  const [largest] = difference.largest;
  const such = largest === undefined ? "" : `, such as ${difference.largest.map(named).join("; ")}`;
  sentence(screen, `  Only ${first.name} shows ${many}${such}.`, 2);
}

function named({ tokens, what, about }: Named): string {
  return oneLine(`${what} ${shortPath(about)}`, 30).concat(` (${shortNumber(tokens)})`);
}

function printResent(screen: Screen, all: readonly Resent[]): void {
  const resent = all.filter(({ inAll }) => inAll >= leastResent);
  if (resent.length === 0) return;
  screen.line();
  screen.line(screen.paint("bold", "Results that were sent again and again"));
  const rows = resent.map(({ tokens, times, inAll }) => [
    `  ${shortNumber(inAll)} in all`,
    `${shortNumber(tokens)} × ${count(times)} calls`,
  ]);
  const lines = aligned([...rows.map((row) => [...row, ""])], [0, 1]);
  for (const [index, line] of lines.entries()) {
    const each = resent[index];
    if (each === undefined) continue;
    screen.line(line + oneLine(`${each.what} ${shortPath(each.about)}`, room(screen, widthOf(line))));
  }
}

/** The end of a path tells more than its beginning. */
function shortPath(about: string): string {
  if (!/^[/~][^\s]+$/.test(about)) return about;
  return about.split("/").slice(-2).join("/");
}

function room({ columns }: Screen, taken: number): number {
  return Math.max(12, (columns ?? 100) - taken);
}

function footnote({ paid, facts, fit, policies }: Tried): string {
  const prices = `input at $${facts.input} a million tokens (${facts.as})`;
  const which = facts.family === "" ? `No price is known for this model: ${prices}` : `Price of ${prices}`;
  const measured = policies
    .filter(({ sampled }) => sampled > 1)
    .map(({ name, sampled }) => `1 in ${sampled} for ${name}`);
  const samples = measured.length === 0 ? "" : ` Calls measured: ${measured.join(", ")}.`;
  if (paid === null) return `${which}. The file has no counters of its own: all figures are estimates.${samples}`;
  if (fit === null) return `${which}. Too few calls have counters: compare the rows below the first.${samples}`;
  const around = fit.around === 0 ? "" : `, with ${shortNumber(fit.around)} of instructions and tools a call`;
  const output = `; output, ${dollars(paid.outputDollars)}, is the same for all`;
  return `${which}${output}. Estimates are fitted to the file's counters${around}.${samples}`;
}

function part(value: number): string {
  return `${Math.floor(value * 100)} %`;
}

function dollars(value: number): string {
  return value >= 100 ? `$${count(Math.round(value))}` : `$${value.toFixed(value > 0 && value < 0.1 ? 3 : 2)}`;
}
