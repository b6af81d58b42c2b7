/** Runs `clew doctor --rescue FILE`, and prints what was saved of a damaged log and what was lost. */
import { type LostRow, type RescueReport, rescueLog } from "@clewline/clewline/compose/stores/rescue.js";
import { quoteShellWord } from "@clewline/text/shell-word.js";
import type { Input } from "../program/command.js";
import { printSentence, printSentenceAndCommand } from "../terminal/prose.js";
import { formatCount, formatNumber, makePrintable } from "../terminal/text.js";

/** The exit code: 0 if everything was saved, 1 if something is lost or the new log has a fault. */
export async function runRescue(input: Input, path: string, into: string): Promise<number> {
  const report = await rescueLog(path, into);
  if (input.json) input.screen.data({ store: path, ...report });
  else print(input, report);
  return report.lost.length === 0 && report.faults.length === 0 ? 0 : 1;
}

function print(input: Input, { path, saved, lost, faults }: RescueReport): void {
  const { screen } = input;
  const isWhole = lost.length === 0 && faults.length === 0;
  const rest =
    lost.length === 0
      ? "What was saved has faults"
      : `${formatCount(lost.length, "row", "rows")} could not be saved whole`;
  const state = isWhole ? "Everything was saved" : rest;
  printSentence(screen, `${screen.paint(isWhole ? "green" : "yellow", state)}: the damaged file is as it was`);
  screen.line();
  const rows = Object.entries(saved).map(([table, count]) => `${formatNumber(count)} ${table}`);
  printSentence(screen, `${screen.paint("bold", "saved")}  ${rows.join(", ")}`, 7);
  for (const row of lost)
    printSentence(screen, `${screen.paint("yellow", "lost")}   ${makePrintable(describeLost(row))}`, 7);
  for (const { what } of faults) printSentence(screen, `${screen.paint("yellow", "fault")}  ${makePrintable(what)}`, 7);
  screen.line();
  printSentenceAndCommand(
    screen,
    "Look at it, then use it in the place of the other:",
    `clew doctor --thorough --store ${quoteShellWord(path)}`,
  );
}

function describeLost({ table, number, to, session, lane, seq, turn, reason }: LostRow): string {
  const rows =
    number === undefined ? "a row" : to === undefined || to === number ? `row ${number}` : `rows ${number} to ${to}`;
  const places = [
    ...(lane === undefined ? [] : [`lane ${lane} of ${session}`]),
    ...(seq === undefined ? [] : [`place ${seq}`]),
    ...(turn === undefined ? [] : [`turn ${turn}`]),
  ];
  return `${rows} of ${table}${places.length === 0 ? "" : ` (${places.join(", ")})`}: ${reason}`;
}
