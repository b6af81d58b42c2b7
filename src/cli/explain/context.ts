import type { ContextReport } from "../../compose/context-report.js";
import type { Receipt } from "../../core/receipt/receipt.js";
import { transcript } from "../../core/view/transcript.js";
import type { ExplainedVerdict } from "../../engine/read/inspect.js";
import { again, next } from "../program/again.js";
import { usageError } from "../program/arguments.js";
import type { CommandDetails, Input } from "../program/command.js";
import { choiceOf, withLog } from "../program/open-log.js";
import { isBookkeeping } from "../read/bookkeeping.js";
import { isoOf, momentOf } from "../terminal/moment.js";
import { sentence, sentenceWith } from "../terminal/prose.js";
import type { Screen } from "../terminal/screen.js";
import { count, counted, oneLine, printable } from "../terminal/text.js";
import { fill, lastCallLine, thresholdLine } from "./context-lines.js";
import { picture } from "./context-picture.js";
import { lastCallOf } from "./last-call.js";
import { shortTurn, viewNamed } from "./short-turn.js";
import { verdictData } from "./verdict-data.js";
import { mostTelling, tally, verdictLines } from "./verdict-lines.js";

const shownAtFirst = 5;

export const context: CommandDetails = {
  example: "clew context telegram:chat:42 --window 8192",
  most: 1,
  heeds: ["lane", "window"],
  options: [
    { name: "session", value: "KEY", line: "the same as SESSION" },
    { name: "at", value: "TURN", line: "the last call of this turn, or of a receipt, instead of the next one" },
    { name: "text", line: "the view itself, as text" },
    { name: "clear", line: "no later view shows what is in the lane now; search still finds it" },
    {
      name: "all",
      line: `all entries that are not shown in full, not only ${shownAtFirst}, and notes for the log only`,
    },
  ],
  run: async (input) => {
    if (input.has("clear")) return clear(input);
    const at = input.text("at");
    const looked = at === undefined ? await nextView(input) : await pastView(input, at);
    if (input.json) printData(input.screen, looked);
    else if (input.has("text")) input.screen.line(printable(transcript(looked.report.request)));
    else print(input, looked);
    return 0;
  },
};

async function clear(input: Input): Promise<number> {
  const { screen } = input;
  const other = ["at", "text", "all", "window"].find((option) => input.has(option));
  if (other !== undefined) throw usageError(`--clear has no use for --${other}`, "Write clew context --clear alone");
  const { cleared } = await withLog(input, (clew) => clew.clear(choiceOf(input, input.arguments[0])));
  if (input.json) screen.data({ cleared });
  else if (cleared === 0) screen.line("Nothing to clear: the context is empty already.");
  else {
    sentence(screen, `${counted(cleared, "entry is", "entries are")} no longer shown to the model.`);
    sentenceWith(screen, "The log keeps them, and search still finds them:", next(input, "search", "WORDS"));
  }
  return 0;
}

interface Looked {
  readonly report: ContextReport;
  /** The last call of the lane. */
  readonly last: Receipt | null;
  /** The call that was asked for; null for the next one. */
  readonly past: Receipt | null;
}

async function nextView(input: Input): Promise<Looked> {
  const choice = choiceOf(input, input.arguments[0]);
  const { last, opening } = await lastCallOf(input, choice);
  return { report: await withLog(input, (clew) => clew.context(choice), opening), last, past: null };
}

function pastView(input: Input, at: string): Promise<Looked> {
  const [session] = input.arguments;
  if (session !== undefined || input.has("session") || input.has("lane")) {
    throw usageError("A turn names its session and lane by itself", "Write clew context --at TURN alone");
  }
  if (input.has("window")) throw usageError("--window is for the next view", "A past call had a window of its own");
  return withLog(input, async (clew) => {
    const { receipt } = await viewNamed(clew, at);
    return { report: await clew.context({ at: receipt.id }), last: null, past: receipt };
  });
}

function printData(screen: Screen, { report, past }: Looked): void {
  const { verdicts, ...rest } = report;
  const free = report.window - report.reply - report.tokens;
  const at = past === null ? {} : { turn: past.turn, call: past.call, at: isoOf(past.at), receipt: past.id };
  screen.data({ ...at, ...rest, free, verdicts: verdicts.map(verdictData) });
}

function print(input: Input, { report, last, past }: Looked): void {
  const { screen } = input;
  const which = past === null ? "The next view of" : "A past view of";
  screen.line(oneLine(`${which} ${report.session}, lane ${report.lane}`, screen.columns));
  if (past !== null)
    sentence(
      screen,
      `${screen.paint("bold", `turn ${shortTurn(past.turn)}, call ${past.call}`)}, ${momentOf(past.at)}`,
    );
  sentence(screen, `${fill(screen, report.tokens, report.window)}: ${tally(report.verdicts)}`);
  if (past === null) screen.line("The new message comes on top.");
  screen.line();
  for (const line of picture(screen, report)) screen.line(line);
  screen.line();
  const remarks = [thresholdLine(report), last === null ? null : lastCallLine(screen, last), unseen(last)];
  const told = remarks.filter((remark) => remark !== null);
  for (const remark of told) sentence(screen, remark);
  if (told.length > 0) screen.line();
  printReduced(input, report.verdicts);
}

function printReduced(input: Input, verdicts: readonly ExplainedVerdict[]): void {
  const { screen } = input;
  const all = input.has("all");
  const reduced = verdicts.filter((each) => each.verdict.kind !== "kept" || (all && isBookkeeping(each)));
  if (reduced.length === 0) {
    screen.line("Every entry is shown in full.");
    return;
  }
  screen.line(screen.paint("bold", "Not shown in full"));
  const shown = all ? reduced : mostTelling(reduced, shownAtFirst);
  for (const line of verdictLines(screen, shown)) screen.line(line);
  const more = `  and ${count(reduced.length - shown.length)} more:`;
  if (shown.length < reduced.length) sentenceWith(screen, more, again("context", input, "--all"), 2);
  const pointer = shown[0]?.verdict.pointer;
  if (pointer) sentenceWith(screen, "Open one with:", next(input, "recall", pointer));
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
