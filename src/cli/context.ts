import type { Clew, ContextReport, LaneChoice } from "../compose/clew.js";
import { ClewError } from "../core/errors.js";
import type { Receipt } from "../core/receipt.js";
import { transcript } from "../core/transcript.js";
import type { Explained } from "../engine/inspect.js";
import { isBookkeeping } from "./bookkeeping.js";
import type { Command, Input } from "./command.js";
import { picture } from "./context-picture.js";
import { choiceOf, windowOf, withLog } from "./open-log.js";
import { sentence } from "./prose.js";
import type { Screen } from "./screen.js";
import { count, oneLine, printable } from "./text.js";
import { verdictData } from "./verdict-data.js";
import { mostTelling, tally, verdictLines } from "./verdict-lines.js";

const shownAtFirst = 5;

export const context: Command = {
  name: "context",
  line: "what the model gets on the next message, by layer",
  usage: "[SESSION]",
  example: "clew context telegram:chat:42 --window 8192",
  most: 1,
  options: [
    { name: "text", line: "the view itself, as text" },
    {
      name: "all",
      line: `all entries that are not shown in full, not only ${shownAtFirst}, and notes for the log only`,
    },
  ],
  run: async (input) => {
    const choice = choiceOf(input, input.arguments[0]);
    const found = await withLog(input, async (clew) => ({
      last: await lastReceipt(clew, choice),
      store: clew.location,
    }));
    const { last, store } = found;
    const opening = { store, window: windowOf(input) ?? last?.window };
    const report = await withLog(input, (clew) => clew.context(choice), opening);
    if (input.json) printData(input.screen, report);
    else if (input.has("text")) input.screen.line(printable(transcript(report.request)));
    else print(input, report, last);
    return 0;
  },
};

/** The last call's window is the best guess for the next one's. */
async function lastReceipt(clew: Clew, choice: LaneChoice): Promise<Receipt | null> {
  try {
    return (await clew.why(choice)).receipt;
  } catch (error) {
    if (error instanceof ClewError && error.code === "receipt/unknown") return null;
    throw error;
  }
}

function printData(screen: Screen, report: ContextReport): void {
  const { verdicts, ...rest } = report;
  const free = report.window - report.reply - report.tokens;
  screen.line(JSON.stringify({ ...rest, free, verdicts: verdicts.map(verdictData) }));
}

function print(input: Input, report: ContextReport, last: Receipt | null): void {
  const { screen } = input;
  screen.line(oneLine(`The next view of ${report.session}, lane ${report.lane}`, screen.columns));
  sentence(screen, `${count(report.tokens)} tokens: ${tally(report.verdicts)}`);
  screen.line("The new message comes on top.");
  screen.line();
  for (const line of picture(screen, report)) screen.line(line);
  const remark = unseen(last);
  if (remark !== null) {
    screen.line();
    sentence(screen, remark);
  }
  screen.line();
  printReduced(screen, report.verdicts, input.has("all"));
}

function printReduced(screen: Screen, verdicts: readonly Explained[], all: boolean): void {
  const reduced = verdicts.filter((each) => each.verdict.kind !== "kept" || (all && isBookkeeping(each)));
  if (reduced.length === 0) {
    screen.line("Every entry is shown in full.");
    return;
  }
  screen.line(screen.paint("bold", "Not shown in full"));
  const shown = all ? reduced : mostTelling(reduced, shownAtFirst);
  for (const line of verdictLines(screen, shown)) screen.line(line);
  if (shown.length < reduced.length)
    screen.line(`  and ${count(reduced.length - shown.length)} more: clew context --all`);
  const pointer = shown[0]?.verdict.pointer;
  if (pointer) screen.line(`Open one with: clew recall ${pointer}`);
}

/** Instructions and tools come from the program at every call; the log holds neither. */
function unseen(last: Receipt | null): string | null {
  const parts = [
    ...(["instructions", "persona"] as const).map((layer) => [layer, last?.layers[layer] ?? 0] as const),
    ["tools", last?.overheads.find(({ name }) => name === "tools")?.tokens ?? 0] as const,
  ].filter(([, tokens]) => tokens > 0);
  if (parts.length === 0) return null;
  const named = parts.map(([name, tokens]) => `${name} (${count(tokens)})`).join(" and ");
  return `Not counted: ${named} of the last call. Your program sends them each time; they are not in the log.`;
}
