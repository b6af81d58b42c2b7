import type { ContextReport } from "@clewline/clewline/compose/context-report.js";
import { isExpensive } from "@clewline/core/model/cold-call.js";
import type { Receipt } from "@clewline/core/receipt/receipt.js";
import { renderTranscript } from "@clewline/core/view/transcript.js";
import { describeCold } from "@clewline/engine/commands/status-text.js";
import type { ExplainedVerdict } from "@clewline/engine/read/inspect.js";
import { toJson } from "@clewline/text/json.js";
import { makeUsageError } from "../program/arguments.js";
import type { CommandDetails, Input } from "../program/command.js";
import { readLaneChoice, readWindow, runWithLog } from "../program/open-log.js";
import { buildCommand, rebuildCommand } from "../program/rebuild-command.js";
import { isBookkeeping } from "../read/bookkeeping.js";
import { printSentence, printSentenceAndCommand } from "../terminal/prose.js";
import type { Screen } from "../terminal/screen.js";
import { fitLine, formatCount, formatNumber, makePrintable } from "../terminal/text.js";
import { formatIsoTime, formatMoment } from "../terminal/time-text.js";
import {
  describeAssumption,
  describeCompactions,
  describeFill,
  describeRebuilt,
  describeThresholds,
  describeTools,
  describeUncounted,
  renderLastCallLine,
} from "./context-lines.js";
import { drawContextPicture } from "./context-picture.js";
import { changeRanges, rangeVerbs } from "./context-ranges.js";
import { describeLookUp } from "./decision-lines.js";
import { findLastReceipt } from "./last-call.js";
import { findNamedView, shortenTurn } from "./short-turn.js";
import { makeStandingData, renderStanding } from "./standing-lines.js";
import { makeVerdictData } from "./verdict-data.js";
import { pickTellingVerdicts, renderVerdicts, tally } from "./verdict-lines.js";

const shownAtFirst = 5;

export const context: CommandDetails = {
  example: 'clew context telegram:chat:42 --message "and tomorrow?"',
  most: 1,
  heeds: ["lane", "window"],
  options: [
    { name: "session", value: "KEY", line: "the same as SESSION" },
    { name: "message", value: "TEXT", line: "the next call with this message; nobody is asked, and nothing is kept" },
    { name: "from", value: "ID", line: "who says it; by default whoever was answered last in the lane" },
    { name: "policy", value: "NAME", line: "the call under another policy: a preset, or a policy of clew.toml" },
    { name: "at", value: "TURN", line: "the last call of this turn, or of a receipt, instead of the next one" },
    { name: "text", line: "the view itself, as text" },
    {
      name: "hide",
      value: "RANGE",
      line: "entries that no later view shows, as 20-70 or by pointer; search finds them",
    },
    { name: "show", value: "RANGE", line: "no longer hides them" },
    { name: "pin", value: "RANGE", line: "entries that every later view shows in full, within a quarter of its room" },
    { name: "unpin", value: "RANGE", line: "no longer pins them" },
    { name: "clear", line: "hides what is in the lane now from later views; search still finds it" },
    {
      name: "all",
      line: `all entries that are not shown in full, not only ${shownAtFirst}, and notes for the log only`,
    },
  ],
  run: async (input) => {
    if (input.has("clear")) return clear(input);
    if (rangeVerbs.some((verb) => input.has(verb))) return changeRanges(input);
    const at = input.text("at");
    const looked = at === undefined ? await readNextView(input) : await readPastView(input, at);
    if (input.json) printData(input.screen, looked);
    else if (input.has("text")) input.screen.line(makePrintable(renderTranscript(looked.report.request)));
    else print(input, looked);
    return 0;
  },
};

async function clear(input: Input): Promise<number> {
  const { screen } = input;
  const other = ["at", "message", "from", "policy", "text", "all", "window"].find((option) => input.has(option));
  if (other !== undefined)
    throw makeUsageError(`--clear has no use for --${other}`, "Write clew context --clear alone");
  const { cleared } = await runWithLog(input, (clew) => clew.clear(readLaneChoice(input, input.arguments[0])));
  if (input.json) screen.data({ cleared });
  else if (cleared === 0) screen.line("Nothing to clear: the context is empty already.");
  else {
    printSentence(screen, `${formatCount(cleared, "entry is", "entries are")} no longer shown to the model.`);
    printSentenceAndCommand(
      screen,
      "The log keeps them, and search still finds them:",
      buildCommand(input, "search", "WORDS"),
    );
  }
  return 0;
}

interface InspectedView {
  readonly report: ContextReport;
  readonly last: Receipt | null;
  /** The call that was named; null for the next one. */
  readonly past: Receipt | null;
  /** The message that was given with it. */
  readonly message: string | null;
}

async function readNextView(input: Input): Promise<InspectedView> {
  const choice = readLaneChoice(input, input.arguments[0]);
  const [text, from] = [input.text("message"), input.text("from")];
  const window = readWindow(input);
  if (text === undefined && from !== undefined)
    throw makeUsageError("--from is for a message", "Add --message TEXT, or leave --from out");
  return runWithLog(
    input,
    async (clew) => {
      const message = text === undefined ? {} : { message: text, ...(from === undefined ? {} : { from }) };
      const report = await clew.context({ ...choice, ...message, window });
      return { report, last: await findLastReceipt(clew, choice), past: null, message: text ?? null };
    },
    { store: input.text("store"), window: undefined, policy: input.text("policy") },
  );
}

function readPastView(input: Input, at: string): Promise<InspectedView> {
  const [session] = input.arguments;
  if (session !== undefined || input.has("session") || input.has("lane")) {
    throw makeUsageError("A turn names its session and lane by itself", "Write clew context --at TURN alone");
  }
  if (input.has("message")) throw makeUsageError("--message is for the next view", "A past call had its own message");
  const [policy, window] = [input.text("policy"), readWindow(input)];
  return runWithLog(
    input,
    async (clew) => {
      const { receipt } = await findNamedView(clew, at);
      const report = await clew.context({ at: receipt.id, policy, window });
      return { report, last: null, past: receipt, message: null };
    },
    { store: input.text("store"), window: undefined, policy },
  );
}

function printData(screen: Screen, { report, past }: InspectedView): void {
  const { verdicts, standing, ...rest } = report;
  const free = report.window - report.reply - report.tokens;
  const at = past === null ? {} : { turn: past.turn, call: past.call, at: formatIsoTime(past.at), receipt: past.id };
  const account = { verdicts: verdicts.map(makeVerdictData), standing: standing.map(makeStandingData) };
  screen.data({ ...at, ...rest, free, ...account });
}

function print(input: Input, { report, last, past, message }: InspectedView): void {
  const { screen } = input;
  const which = past === null ? (message === null ? "The next view of" : "The next call of") : "A past view of";
  screen.line(fitLine(`${which} ${report.session}, lane ${report.lane}`, screen.columns));
  if (past !== null)
    printSentence(
      screen,
      `${screen.paint("bold", `turn ${shortenTurn(past.turn)}, call ${past.call}`)}, ${formatMoment(past.at, screen)}`,
    );
  printSentence(screen, `${describeFill(screen, report.tokens, report.window)}: ${tally(report.verdicts)}`);
  if (past === null && message === null) screen.line("The new message comes on top.");
  if (report.unasked) printSentence(screen, "A model would choose among older turns: here, all that fit are shown.");
  screen.line();
  for (const line of drawContextPicture(screen, report)) screen.line(line);
  screen.line();
  const remarks = [
    ...describeLookUp(report.lookedUp === undefined ? undefined : toJson(report.lookedUp)),
    describeRebuilt(report),
    describeAssumption(report),
    describeTools(report),
    describeThresholds(report),
    last === null ? null : renderLastCallLine(screen, last),
    describeCompactions(screen, report),
    report.cold === null || !isExpensive(report.cold) ? null : describeCold(report.cold),
    past === null ? describeUncounted(report, last) : null,
  ];
  const shown = remarks.filter((remark) => remark !== null);
  for (const remark of shown) printSentence(screen, remark);
  if (shown.length > 0) screen.line();
  for (const line of renderStanding(screen, report.standing)) screen.line(line);
  if (report.standing.length > 0) screen.line();
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
  const shown = all ? reduced : pickTellingVerdicts(reduced, shownAtFirst);
  for (const line of renderVerdicts(screen, shown)) screen.line(line);
  const more = `  and ${formatNumber(reduced.length - shown.length)} more:`;
  if (shown.length < reduced.length)
    printSentenceAndCommand(screen, more, rebuildCommand("context", input, "--all"), 2);
  const pointer = shown[0]?.verdict.pointer;
  if (pointer) printSentenceAndCommand(screen, "Open one with:", buildCommand(input, "recall", pointer));
}
