import { createInterface } from "node:readline/promises";
import type { OpenLog } from "@clewline/clewline/compose/log-verbs.js";
import { makeUsageError } from "../program/arguments.js";
import type { CommandDetails, Input } from "../program/command.js";
import { runWithLog } from "../program/open-log.js";
import { printSentence } from "../terminal/prose.js";
import { formatCount, makePrintable } from "../terminal/text.js";

type Report = Awaited<ReturnType<OpenLog["erase"]>>;

export const erase: CommandDetails = {
  example: "clew erase --session telegram:chat:42 --dry-run",
  most: 1,
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
    const [bare] = input.arguments;
    if (bare !== undefined) {
      throw makeUsageError(
        "Say whether it is an entry, a session or a person",
        `clew erase ${guessOption(bare)} --dry-run`,
      );
    }
    if (named.length !== 1) {
      throw makeUsageError("Name one entry, one session or one person", "clew erase --session KEY --dry-run");
    }
    const mayAsk = process.stdin.isTTY === true && !input.json;
    return runWithLog(input, async (clew) => {
      if (input.has("dry-run")) return print(input, await clew.erase(choice, { dryRun: true }));
      if (!input.has("yes")) {
        // An unknown name is reported before the user is asked for anything.
        const would = await clew.erase(choice, { dryRun: true });
        if (!mayAsk) {
          throw makeUsageError(
            "What is erased does not come back, and nobody can be asked here",
            "Add --yes, or --dry-run",
          );
        }
        print(input, would);
        if (!(await ask(makePrintable(`Erase it for good (${would.person ?? named[0]})? Type yes: `)))) {
          printSentence(input.screen, "Nothing is erased: that takes the word yes, or --yes.");
          return 1;
        }
      }
      return print(input, await clew.erase(choice));
    });
  },
};

function guessOption(bare: string): string {
  if (bare.startsWith("clew:")) return `--entry ${bare}`;
  return bare.includes(":") ? `--session ${bare}` : `--person ${bare}`;
}

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
  const what = listCounts(counts);
  if (what === "" && report.left.length === 0) {
    printSentence(screen, "There is nothing left to erase: it is gone already.");
    return 0;
  }
  printSentence(screen, `${report.dryRun ? "Would be erased" : "Erased"}: ${what || "nothing"}.`);
  if (report.person !== null) printSentence(screen, makePrintable(`Person: ${report.person}`));
  if (report.chats.length > 0) printSentence(screen, makePrintable(`Chats: ${listChats(report.chats)}`));
  const made = listCounts([
    [report.summaries, "summary", "summaries"],
    [report.derived, "other thing", "other things"],
  ]);
  const views = formatCount(report.views, "view", "views");
  if (made !== "") printSentence(screen, `Made of it, and rewritten or dropped: ${made}.`);
  if (report.views > 0) printSentence(screen, `No longer to be replayed, because it was shown there: ${views}.`);
  if (report.search !== null) printSentence(screen, describeSearch(report.search));
  for (const path of report.left) printSentence(screen, makePrintable(`Not taken away: ${path}`));
  for (const sentence of report.stays) printSentence(screen, makePrintable(`${sentence}.`));
  return report.left.length === 0 ? 0 : 1;
}

function describeSearch({ files, bytes, phrases, found }: NonNullable<Report["search"]>): string {
  const where = `${formatCount(files, "file", "files")}, ${formatCount(bytes, "byte", "bytes")}`;
  return `Searched for ${formatCount(phrases, "phrase", "phrases")} of it in ${where}: found ${found}.`;
}

/** Chats to list; --json lists all of them. */
const mostChats = 10;

function listChats(chats: readonly string[]): string {
  const more = chats.length - mostChats;
  return [...chats.slice(0, mostChats), ...(more > 0 ? [`and ${more} more`] : [])].join(", ");
}

function listCounts(counts: readonly (readonly [count: number, one: string, many: string])[]): string {
  return counts.flatMap(([count, one, many]) => (count === 0 ? [] : [formatCount(count, one, many)])).join(", ");
}
