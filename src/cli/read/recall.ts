import type { OpenLog } from "../../compose/log-verbs.js";
import { quoteShellWord } from "../../core/text/shell-word.js";
import { makeUsageError } from "../program/arguments.js";
import type { CommandDetails, Input } from "../program/command.js";
import { readLaneChoice, runWithLog } from "../program/open-log.js";
import { rebuildCommand } from "../program/rebuild-command.js";
import { makePrintable } from "../terminal/text.js";

export const recall: CommandDetails = {
  example: 'clew recall clew:e0123456789 --find "contract"',
  least: 1,
  most: 1,
  options: [
    {
      name: "find",
      value: "TEXT",
      line: "only the lines that hold this text; * stands for anything, | between alternatives, ^ and $ for a line's ends",
    },
    { name: "lines", value: "A-B", line: "only these lines of the entry, e.g. 10-40, 10- or 10" },
    { name: "offset", value: "N", line: "where to continue; every page names it" },
    { name: "session", value: "KEY", line: "the chat; all are searched by default" },
  ],
  run: (input) => {
    const offset = input.number("offset", 0) ?? 0;
    const lines = parseLineRange(input);
    return runWithLog(input, (clew) => open(input, clew, offset, lines));
  },
};

interface Lines {
  readonly from: number;
  readonly to: number;
}

function parseLineRange(input: Input): Lines | undefined {
  const typed = input.text("lines");
  if (typed === undefined) return undefined;
  const [, first = "", open, last] = /^(\d{1,9})(?:([-–])(\d{1,9})?)?$/.exec(typed) ?? [];
  const from = Number(first);
  const to = last !== undefined ? Number(last) : open === undefined ? from : Number.MAX_SAFE_INTEGER;
  if (from < 1 || to < from) {
    throw makeUsageError(
      `--lines is ${JSON.stringify(typed)}`,
      "Give the first and the last line, from 1: --lines 10-40",
    );
  }
  if (input.arguments[0]?.startsWith("clew:s")) {
    throw makeUsageError(
      "This pointer lists entries, which have lines of their own",
      "Open one of the list with --lines",
    );
  }
  return { from, to };
}

async function open(input: Input, clew: OpenLog, offset: number, lines: Lines | undefined): Promise<number> {
  const { screen } = input;
  const pointer = input.arguments[0] ?? "";
  const find = input.text("find");
  const part = { ...(find === undefined ? {} : { find }), ...(lines === undefined ? {} : { lines }) };
  const page = await clew.recall({ ...readLaneChoice(input), pointer, offset, ...part });
  if (page.kind === "nothing") {
    screen.aside(`clew: ${makePrintable(page.text)}`);
    return 1;
  }
  if (page.text === "" && lines !== undefined) {
    screen.aside(`clew: there is nothing on line ${input.text("lines")} of this entry`);
    return 1;
  }
  const { ref, text, next, of } = page;
  if (input.json) {
    screen.data({ pointer, session: ref.session, lane: ref.lane, text, next, of });
    return 0;
  }
  screen.line(makePrintable(text));
  if (next !== null) {
    const rest = [
      ...(find === undefined ? [] : ["--find", quoteShellWord(find)]),
      ...(lines === undefined ? [] : ["--lines", input.text("lines") ?? ""]),
    ];
    screen.aside("clew: there is more:", rebuildCommand("recall", input, ...rest, "--offset", String(next)));
  }
  return 0;
}
