import { existsSync, rmSync } from "node:fs";
import { quoteShellWord } from "@clewline/text/shell-word.js";
import { makeVerdictData } from "../explain/verdict-data.js";
import { explainVerdict, formatPlace, pickMark } from "../explain/verdict-words.js";
import { makeUsageError } from "../program/arguments.js";
import type { CommandDetails } from "../program/command.js";
import { readWindow } from "../program/open-log.js";
import { makeShareBar } from "../terminal/progress-bar.js";
import { printSentence, printSentenceAndCommand } from "../terminal/prose.js";
import type { Screen } from "../terminal/screen.js";
import { snippet } from "../terminal/snippet.js";
import { fitLine, formatCount, formatNumber, formatRows, measureColumns } from "../terminal/text.js";
import { daysInMonth } from "./month.js";
import type { Column, DemoResult } from "./run.js";
import { fact } from "./texts.js";

const demoWindow = 8_192;

export const demo: CommandDetails = {
  example: "clew demo --window 32768",
  most: 0,
  heeds: ["window"],
  options: [
    { name: "keep", value: "FILE", line: "a new file for the demo's log, to look at with why, context and log" },
  ],
  run: async (input) => {
    const window = readWindow(input) ?? demoWindow;
    const keep = input.text("keep");
    if (keep !== undefined && (existsSync(keep) || ["memory", ":memory:"].includes(keep))) {
      throw makeUsageError(`${keep} is no new file`, "Name a new file after --keep");
    }
    if (!input.json) printStory(input.screen);
    const result = await runMonth(input.screen, window, keep);
    if (input.json) {
      const letter = result.letter === null ? null : makeVerdictData(result.letter);
      input.screen.data({ question: fact.question, window, ...result, letter });
    } else print(input.screen, window, result, keep);
    return 0;
  },
};

async function runMonth({ live }: Screen, window: number, keep: string | undefined): Promise<DemoResult> {
  const { runDemo } = await import("./run.js");
  const draw = makeShareBar(live, Date.now);
  try {
    return await runDemo({ window, store: keep, onTurn: (progress) => draw("The month", progress) });
  } catch (error) {
    // Half a month is no log to look at, and the next try needs a new file.
    if (keep !== undefined) for (const end of ["", "-wal", "-shm"]) rmSync(keep + end, { force: true });
    throw error;
  } finally {
    live?.clear();
  }
}

/** Printed before the work, to have something to read meanwhile. */
function printStory(screen: Screen): void {
  printSentence(screen, `${daysInMonth} days of you and an assistant for home and work, made up, with tool results.`);
  printSentence(screen, `Day ${fact.day}: you paste a letter of your heating firm. Day ${daysInMonth}, you ask:`);
  printSentence(screen, `  ${screen.paint("bold", fact.question)}`, 2);
  screen.line();
}

function print(screen: Screen, window: number, result: DemoResult, keep: string | undefined): void {
  const { turns, entries, calls, compactions } = result;
  printColumns(screen, window, result);
  screen.line();
  const measured = [
    `${formatNumber(turns)} turns`,
    `${formatNumber(entries)} entries`,
    `${formatCount(calls, "view", "views")} that all fitted`,
    formatCount(compactions, "compaction", "compactions"),
  ];
  printSentence(screen, `Counted on this machine, no model called: ${measured.join(", ")}.`);
  screen.line();
  printRecalls(screen, window, result);
  printWhy(screen, result);
  printOtherWords(screen, result);
  printAnotherChat(screen, result);
  if (keep !== undefined) {
    printSentenceAndCommand(screen, "The whole call:", `npx clew why --store ${quoteShellWord(keep)}`);
    screen.line();
  }
  printNext(screen);
}

function printColumns(screen: Screen, window: number, result: DemoResult): void {
  const [full, last, clew] = result.columns;
  const rows = [
    ["", full.name, last.name, clew.name],
    ["tokens of this call", ...result.columns.map(({ tokens }) => formatNumber(tokens))],
    [`fits a window of ${formatNumber(window)}`, ...result.columns.map(({ fits }) => (fits ? "yes" : "no"))],
    [
      "the letter's answer",
      describeShown("gone", full),
      describeShown("gone", last),
      describeShown(describeDistance(result), clew),
    ],
  ];
  const [head = "", ...lines] = formatRows(rows, [1, 2, 3]);
  if (screen.columns !== null && measureColumns(head) + 2 > screen.columns) {
    printNarrow(screen, rows);
    return;
  }
  screen.line(`  ${screen.paint("bold", head)}`);
  for (const line of lines) screen.line(`  ${line}`);
}

/** One after the other, where they don't fit beside each other. */
function printNarrow(screen: Screen, [names = [], ...rows]: readonly (readonly string[])[]): void {
  for (const column of [1, 2, 3]) {
    screen.line(`  ${screen.paint("bold", names[column] ?? "")}`);
    for (const row of rows) printSentence(screen, `    ${row[0]}: ${row[column]}`, 6);
  }
}

function describeShown(otherwise: string, { shown }: Column): string {
  return shown ? "shown" : otherwise;
}

function describeDistance({ opened, after }: DemoResult): string {
  if (!after.shown || opened.some(({ seen }) => !seen)) return "not reached";
  return `${formatCount(opened.length, "recall", "recalls")} away`;
}

function printRecalls(screen: Screen, window: number, { opened, leftOut, after }: DemoResult): void {
  if (opened.length === 0) return;
  printSentence(
    screen,
    `clew's view tells ${formatCount(leftOut, "entry", "entries")} in a summary. A script plays the model and asks:`,
  );
  for (const [index, { pointer, find, line, entries, seen }] of opened.entries()) {
    const part = entries >= leftOut ? "all" : `the ${index === 0 ? "first" : "next"} ${formatNumber(entries)}`;
    const what = find === null ? `lists ${part} of them` : `with find "${find}"`;
    printSentence(screen, `  ${index + 1}. recall ${screen.paint("cyan", pointer)} ${what}`, 5);
    if (line !== "") screen.line(`     ${fitLine(line, (screen.columns ?? 80) - 5)}`);
    if (!seen) printSentence(screen, "     but the next view cleared this page: the model never reads it", 5);
  }
  const outcome = after.shown ? "now shows the answer" : "still lacks the answer";
  printSentence(screen, `The next view ${outcome}: ${formatNumber(after.tokens)} tokens of ${formatNumber(window)}.`);
  printSentence(screen, "The later in the list, the more pages it takes; you would type clew search.");
  screen.line();
}

function printWhy(screen: Screen, { letter }: DemoResult): void {
  if (letter === null) return;
  const { mark, style } = pickMark(letter.verdict);
  const pointer = letter.verdict.pointer === null ? "" : `  ${screen.paint("cyan", letter.verdict.pointer)}`;
  printSentence(screen, "Why? What clew why says about the letter:");
  printSentence(
    screen,
    `  ${screen.paint(style, mark)} ${formatPlace(letter.verdict)}  ${explainVerdict(letter)}${pointer}`,
    4,
  );
  screen.line();
}

function printOtherWords(screen: Screen, { otherWords }: DemoResult): void {
  const { question, day, answer, shown, embedder } = otherWords;
  if (!shown) return;
  printSentence(screen, `Then: ${screen.paint("bold", question)}`);
  printSentence(screen, `  ● day ${day}: ${answer}`, 4);
  const how =
    embedder === null
      ? "In other words than the question's, and looked up by the words beside it, although it had left the view. An embedder finds more by meaning: docs/models.md."
      : `In other words than the question's, and found by its meaning (${embedder}).`;
  printSentence(screen, how);
  screen.line();
}

function printAnotherChat(screen: Screen, { anotherChat }: DemoResult): void {
  const { question, wish, newest, replaced } = anotherChat;
  if (!wish.shown && !newest.shown) return;
  printSentence(screen, `In another chat of yours: ${screen.paint("bold", question)}`);
  if (wish.shown) printSentence(screen, `  ● day ${wish.day}, a wish, which stands: ${wish.text}`, 4);
  if (newest.shown) printSentence(screen, `  ● day ${newest.day}: ${newest.text}`, 4);
  const [mark, end] = replaced.shown ? ["●", " Said before: the newer holds."] : ["○", " Not shown."];
  printSentence(screen, `  ${mark} day ${replaced.day}: ${replaced.text}${end}`, 4);
  screen.line();
}

function printNext(screen: Screen): void {
  screen.line(screen.paint("bold", "Now yours"));
  printSentenceAndCommand(
    screen,
    "what a transcript of yours cost, e.g. one under ~/.claude/projects:",
    "npx clew try FILE",
  );
  screen.line("or a new log:");
  for (const line of snippet.split("\n")) screen.line(line === "" ? "" : `  ${line}`);
  printSentence(screen, "then, in the same folder: npx clew context, npx clew why");
}
