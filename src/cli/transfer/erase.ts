import { createInterface } from "node:readline/promises";
import type { OpenLog } from "../../compose/log-verbs.js";
import { makeUsageError } from "../program/arguments.js";
import type { CommandDetails, Input } from "../program/command.js";
import { runWithLog } from "../program/open-log.js";
import { printSentence } from "../terminal/prose.js";
import { formatCount, makePrintable } from "../terminal/text.js";

type Report = Awaited<ReturnType<OpenLog["erase"]>>;

export const erase: CommandDetails = {
  example: "clew erase --session telegram:chat:42 --dry-run",
  most: 0,
  options: [
    { name: "entry", value: "POINTER", line: "a message or another entry, with all its versions" },
    { name: "session", value: "KEY", line: "a chat, as if it had never been" },
    { name: "person", value: "ADDRESS", line: "what a person said, and what was made of it" },
    { name: "dry-run", line: "tells what would be erased, and erases nothing" },
    { name: "yes", line: "does not ask first" },
  ],
  run: async (input) => {
    const choice = { entry: input.text("entry"), session: input.text("session"), person: input.text("person") };
    const named = Object.values(choice).filter((value) => value !== undefined);
    if (named.length !== 1) {
      throw makeUsageError("Name one entry, one session or one person", "clew erase --session KEY --dry-run");
    }
    const mayAsk = process.stdin.isTTY === true && !input.json;
    if (!input.has("dry-run") && !input.has("yes") && !mayAsk) {
      throw makeUsageError(
        "What is erased does not come back, and nobody can be asked here",
        "Add --yes, or --dry-run",
      );
    }
    return runWithLog(input, async (clew) => {
      if (input.has("dry-run")) return print(input, await clew.erase(choice, { dryRun: true }));
      if (!input.has("yes")) {
        print(input, await clew.erase(choice, { dryRun: true }));
        if (!(await ask(makePrintable(`Erase it for good (${named[0]})? Type yes: `)))) {
          printSentence(input.screen, "Nothing is erased.");
          return 1;
        }
      }
      return print(input, await clew.erase(choice));
    });
  },
};

async function ask(question: string): Promise<boolean> {
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await reader.question(question)).trim().toLowerCase() === "yes";
  } finally {
    reader.close();
  }
}

function print({ screen, json }: Input, report: Report): number {
  if (json) {
    screen.data(report);
    return report.left.length === 0 ? 0 : 1;
  }
  const counts = [
    [report.sessions, "session", "sessions"],
    [report.entries, "entry", "entries"],
    [report.memories, "memory", "memories"],
    [report.files, "file", "files"],
  ] as const;
  const told = counts.flatMap(([count, one, many]) => (count === 0 ? [] : [formatCount(count, one, many)]));
  const what = told.length === 0 ? "Nothing" : told.join(", ");
  printSentence(screen, report.dryRun ? `Would be erased: ${what}.` : `Erased: ${what}.`);
  const summaries = formatCount(report.summaries, "summary", "summaries");
  const other = formatCount(report.derived, "other thing", "other things");
  const views = formatCount(report.views, "view", "views");
  if (report.summaries + report.derived > 0)
    printSentence(screen, `Made of it, and rewritten or dropped: ${summaries}, ${other}.`);
  if (report.views > 0) printSentence(screen, `No longer to be replayed, because it was shown there: ${views}.`);
  for (const path of report.left) printSentence(screen, makePrintable(`Not taken away: ${path}`));
  for (const sentence of report.stays) printSentence(screen, makePrintable(`${sentence}.`));
  return report.left.length === 0 ? 0 : 1;
}
