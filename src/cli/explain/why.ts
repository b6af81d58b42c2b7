import type { OpenLog } from "../../compose/log-verbs.js";
import type { Receipt } from "../../core/receipt/receipt.js";
import type { ExplainedVerdict } from "../../engine/read/inspect.js";
import { again, next } from "../program/again.js";
import type { CommandDetails, Input } from "../program/command.js";
import { choiceOf, withLog } from "../program/open-log.js";
import { isBookkeeping } from "../read/bookkeeping.js";
import { isoOf, momentOf } from "../terminal/moment.js";
import { sentence, sentenceWith } from "../terminal/prose.js";
import type { Screen } from "../terminal/screen.js";
import { count, oneLine } from "../terminal/text.js";
import { decisionLines } from "./decision-lines.js";
import { namedTurn, shortTurn, viewOf } from "./short-turn.js";
import { verdictData } from "./verdict-data.js";
import { folded, mostTelling, tally, verdictLines } from "./verdict-lines.js";

const shownAtFirst = 7;

export const why: CommandDetails = {
  example: 'clew why "contract number"    (or: clew why, clew why 1a2b3c4d)',
  most: 1,
  heeds: ["lane"],
  options: [
    { name: "session", value: "KEY", line: "the chat; the newest unless told" },
    { name: "all", line: "one line per entry, nothing folded, notes for the log only too" },
  ],
  run: (input) =>
    withLog(input, async (clew) => {
      const [asked] = input.arguments;
      const turn = asked === undefined ? undefined : await namedTurn(clew, asked);
      if (asked !== undefined && turn === null) {
        const { whyText } = await import("./why-text.js");
        return whyText(input, clew, asked);
      }
      const explained = turn ? await viewOf(clew, turn) : await clew.why(choiceOf(input));
      if (input.json) printData(input.screen, explained);
      else print(input, explained);
      return 0;
    }),
};

type Whole = Awaited<ReturnType<OpenLog["why"]>>;

function printData(screen: Screen, { receipt, verdicts }: Whole): void {
  const { id, ref, turn, call, at, tokens, window, compacted, layers, overheads, policy, calibration } = receipt;
  const { decisions } = receipt;
  const { session, lane } = ref;
  const told = { receipt: id, session, lane, turn, call, at: isoOf(at), tokens, window, compacted, layers, overheads };
  screen.data({ ...told, policy, calibration, decisions, verdicts: verdicts.map(verdictData) });
}

function print(input: Input, { receipt, verdicts }: Whole): void {
  const { screen } = input;
  for (const line of headline(screen, receipt, verdicts)) sentence(screen, line);
  screen.line();
  const lines = input.has("all") ? verdicts : folded(verdicts.filter((each) => !isBookkeeping(each)));
  const shown = input.has("all") ? lines : mostTelling(lines, shownAtFirst);
  for (const line of verdictLines(screen, shown)) screen.line(line);
  const more = `  and ${count(lines.length - shown.length)} more:`;
  if (shown.length < lines.length) sentenceWith(screen, more, again("why", input, "--all"), 2);
  const pointer = verdicts.find(({ verdict }) => verdict.pointer !== null)?.verdict.pointer;
  screen.line();
  if (pointer) sentenceWith(screen, "Open what is not shown:", next(input, "recall", pointer));
  sentenceWith(screen, "The exact request:     ", next(input, "replay", receipt.id));
}

/** What a call came to, in a few lines. */
export function headline(
  screen: Pick<Screen, "paint">,
  receipt: Receipt,
  verdicts: readonly ExplainedVerdict[],
): readonly string[] {
  const percent = ((receipt.tokens / receipt.window) * 100).toFixed(1);
  const compacted = receipt.compacted ? "; compacted on this call" : "";
  return [
    oneLine(`${receipt.ref.session}, lane ${receipt.ref.lane}`, null),
    `${screen.paint("bold", `turn ${shortTurn(receipt.turn)}, call ${receipt.call}`)}, ${momentOf(receipt.at)}`,
    `${count(receipt.tokens)} tokens of a window of ${count(receipt.window)} (${percent} %), policy ${oneLine(receipt.policy.name, null)}${compacted}`,
    tally(verdicts),
    ...decisionLines(receipt),
  ];
}
