import type { OpenLog } from "../../compose/log-verbs.js";
import { ClewError } from "../../core/errors.js";
import { sameLane } from "../../core/log/keys.js";
import type { Receipt } from "../../core/receipt/receipt.js";
import type { ViewDiff } from "../../core/receipt/view-diff.js";
import type { Verdict } from "../../core/view/verdict.js";
import { again, next } from "../program/again.js";
import type { CommandDetails, Input } from "../program/command.js";
import { choiceOf, withLog } from "../program/open-log.js";
import { isoOf, momentOf } from "../terminal/moment.js";
import { sentence, sentenceWith } from "../terminal/prose.js";
import type { Screen } from "../terminal/screen.js";
import { count, oneLine } from "../terminal/text.js";
import { type Change, changeLines, explained } from "./diff-lines.js";
import { shortTurn, viewNamed } from "./short-turn.js";

const shownAtFirst = 6;

export const diff: CommandDetails = {
  example: "clew diff 1a2b3c4d 5e6f7a8b    (or: clew diff, clew diff 5e6f7a8b)",
  most: 2,
  heeds: ["lane"],
  options: [
    { name: "session", value: "KEY", line: "the chat, for its last two calls; the newest unless told" },
    { name: "all", line: `all changes, not only ${shownAtFirst}, and notes for the log only` },
  ],
  run: (input) =>
    withLog(input, async (clew) => {
      const [before, after] = await pairOf(input, clew);
      const found = await clew.diff(before, after);
      if (input.json) printData(input.screen, found);
      else await print(input, clew, found);
      return 0;
    }),
};

async function pairOf(input: Input, clew: OpenLog): Promise<readonly [before: string, after: string]> {
  const [first, second] = input.arguments;
  if (first !== undefined && second !== undefined) {
    return [(await viewNamed(clew, first)).receipt.id, (await viewNamed(clew, second)).receipt.id];
  }
  const { receipt } = first === undefined ? await clew.why(choiceOf(input)) : await viewNamed(clew, first);
  if (receipt.parent !== null) return [receipt.parent, receipt.id];
  throw new ClewError(
    "receipt/unknown",
    `Before turn ${shortTurn(receipt.turn)}, call ${receipt.call}, there is none`,
    {
      hint: "It is the first call of its lane with this window and policy; name two: clew diff A B",
    },
  );
}

function printData(screen: Screen, found: ViewDiff): void {
  const side = ({ id, ref, turn, call, at, tokens, window, compacted }: Receipt) => {
    const { session, lane } = ref;
    return { receipt: id, session, lane, turn, call, at: isoOf(at), tokens, window, compacted };
  };
  const lot = (verdict: Verdict | null) => {
    if (verdict === null) return null;
    const { kind, rule, limit, tokens, pointer } = verdict;
    return { verdict: kind, rule, limit, tokens, pointer };
  };
  const changes = comparable(found).map(({ from, to, before, after }) => {
    return { from, to, before: lot(before), after: lot(after) };
  });
  const { before, after, shared, sizes } = found;
  screen.data({ before: side(before), after: side(after), shared, sizes, changes });
}

/** Entries of two lanes have nothing to do with each other, though their numbers are the same. */
function comparable({ before, after, changes }: ViewDiff): ViewDiff["changes"] {
  return sameLane(before.ref, after.ref) ? changes : [];
}

async function print(input: Input, clew: OpenLog, found: ViewDiff): Promise<void> {
  const { screen } = input;
  for (const line of headline(screen, found)) sentence(screen, line);
  screen.line();
  const all = input.has("all");
  const listed = comparable(found).filter(({ before, after }) => all || !isDull(before, after));
  const shown = all ? listed : mostTelling(listed);
  for (const line of changeLines(screen, await explained(clew, found, shown))) screen.line(line);
  if (listed.length === 0) screen.line(sameLane(found.before.ref, found.after.ref) ? same : strangers);
  const more = `  and ${count(listed.length - shown.length)} more:`;
  if (shown.length < listed.length) sentenceWith(screen, more, again("diff", input, "--all"), 2);
  screen.line();
  sentenceWith(screen, "The later request:", next(input, "context", "--at", found.after.id));
}

const same = "Both views did the same with every entry.";
const strangers = "They are of two lanes: their entries can't be compared.";

function headline(screen: Screen, { before, after, shared, sizes }: ViewDiff): readonly string[] {
  const name = ({ turn, call }: Receipt) => screen.paint("bold", `turn ${shortTurn(turn)}, call ${call}`);
  const where = ({ ref }: Receipt) => oneLine(`${ref.session}, lane ${ref.lane}`, null);
  const difference = after.tokens - before.tokens;
  const signed = difference < 0 ? `−${count(-difference)}` : `+${count(difference)}`;
  const windows = [...new Set([before.window, after.window])].map(count).join(" → ");
  const percent = ((shared / Math.max(1, sizes[1])) * 100).toFixed(1);
  const compacted = after.compacted ? "; the later call compacted" : "";
  return [
    [...new Set([where(before), where(after)])].join(" → "),
    `${name(before)} → ${name(after)}, ${momentOf(after.at)}`,
    `${count(before.tokens)} → ${count(after.tokens)} tokens (${signed}) of a window of ${windows}${compacted}`,
    `The first ${percent} % of the later request are as before, for a provider's cache`,
  ];
}

/** Notes for the log only, and a message that was answered and is in full as before. */
function isDull(before: Verdict | null, after: Verdict | null): boolean {
  const isWhole = (verdict: Verdict | null) => verdict?.rule === "fits" || verdict?.rule === "message";
  const isNote = (verdict: Verdict | null) => verdict === null || verdict.rule === "bookkeeping";
  return (isWhole(before) && isWhole(after)) || (isNote(before) && isNote(after));
}

/** What was taken away first, then the newest; in the order of the log. */
function mostTelling(changes: readonly Change[]): readonly Change[] {
  const taken = changes.filter(({ after }) => after !== null && after.kind !== "kept");
  const others = changes.filter((change) => !taken.includes(change));
  const chosen = [...taken.toReversed(), ...others.toReversed()].slice(0, shownAtFirst);
  return chosen.sort((a, b) => a.from - b.from);
}
