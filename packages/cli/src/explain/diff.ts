import type { OpenLog } from "@clewline/clewline/compose/log-verbs.js";
import { ClewError } from "@clewline/core/errors.js";
import { isSameLane } from "@clewline/core/log/keys.js";
import type { Receipt } from "@clewline/core/receipt/receipt.js";
import type { ViewDiff } from "@clewline/core/receipt/view-diff.js";
import type { Verdict } from "@clewline/core/view/verdict.js";
import { formatPercent } from "@clewline/text/percent.js";
import type { CommandDetails, Input } from "../program/command.js";
import { readLaneChoice, runWithLog } from "../program/open-log.js";
import { buildCommand, rebuildCommand } from "../program/rebuild-command.js";
import { printSentence, printSentenceAndCommand } from "../terminal/prose.js";
import type { Screen } from "../terminal/screen.js";
import { fitLine, formatNumber } from "../terminal/text.js";
import { formatIsoTime, formatMoment } from "../terminal/time-text.js";
import { type Change, explainChanges, renderChanges } from "./diff-lines.js";
import { findNamedView, shortenTurn } from "./short-turn.js";

const shownAtFirst = 6;

export const diff: CommandDetails = {
  example: "clew diff 1a2b3c4d 5e6f7a8b    (or: clew diff, clew diff 5e6f7a8b)",
  most: 2,
  heeds: ["lane"],
  options: [
    { name: "session", value: "KEY", line: "the chat, for its last two calls; the newest by default" },
    { name: "all", line: `all changes, not only ${shownAtFirst}, and notes for the log only` },
  ],
  run: (input) =>
    runWithLog(input, async (clew) => {
      const [before, after] = await pickViewPair(input, clew);
      const found = await clew.diff(before, after);
      if (input.json) printData(input.screen, found);
      else await print(input, clew, found);
      return 0;
    }),
};

async function pickViewPair(input: Input, clew: OpenLog): Promise<readonly [before: string, after: string]> {
  const [first, second] = input.arguments;
  if (first !== undefined && second !== undefined) {
    return [(await findNamedView(clew, first)).receipt.id, (await findNamedView(clew, second)).receipt.id];
  }
  const { receipt } = first === undefined ? await clew.why(readLaneChoice(input)) : await findNamedView(clew, first);
  if (receipt.parent !== null) return [receipt.parent, receipt.id];
  throw new ClewError(
    "receipt/unknown",
    `Before turn ${shortenTurn(receipt.turn)}, call ${receipt.call}, there is none`,
    {
      hint: "It is the first call of its lane with this window and policy; name two: clew diff A B",
    },
  );
}

function printData(screen: Screen, found: ViewDiff): void {
  const side = ({ id, ref, turn, call, at, tokens, window, compacted }: Receipt) => {
    const { session, lane } = ref;
    return { receipt: id, session, lane, turn, call, at: formatIsoTime(at), tokens, window, compacted };
  };
  const lot = (verdict: Verdict | null) => {
    if (verdict === null) return null;
    const { kind, rule, limit, tokens, pointer } = verdict;
    return { verdict: kind, rule, limit, tokens, pointer };
  };
  const changes = listComparableChanges(found).map(({ from, to, before, after }) => {
    return { from, to, before: lot(before), after: lot(after) };
  });
  const { before, after, shared, sizes } = found;
  screen.data({ before: side(before), after: side(after), shared, sizes, changes });
}

/** Entries of two lanes are not comparable, though they have the same numbers. */
function listComparableChanges({ before, after, changes }: ViewDiff): ViewDiff["changes"] {
  return isSameLane(before.ref, after.ref) ? changes : [];
}

async function print(input: Input, clew: OpenLog, found: ViewDiff): Promise<void> {
  const { screen } = input;
  for (const line of renderDiffHeadline(screen, found)) printSentence(screen, line);
  screen.line();
  const all = input.has("all");
  const listed = listComparableChanges(found).filter(({ before, after }) => all || !isDull(before, after));
  const shown = all ? listed : pickTellingChanges(listed);
  for (const line of renderChanges(screen, await explainChanges(clew, found, shown))) screen.line(line);
  if (listed.length === 0) screen.line(isSameLane(found.before.ref, found.after.ref) ? same : strangers);
  const more = `  and ${formatNumber(listed.length - shown.length)} more:`;
  if (shown.length < listed.length) printSentenceAndCommand(screen, more, rebuildCommand("diff", input, "--all"), 2);
  screen.line();
  printSentenceAndCommand(screen, "The later request:", buildCommand(input, "context", "--at", found.after.id));
}

const same = "Both views did the same with every entry.";
const strangers = "They are of two lanes: their entries can't be compared.";

function renderDiffHeadline(screen: Screen, { before, after, shared, sizes }: ViewDiff): readonly string[] {
  const name = ({ turn, call }: Receipt) => screen.paint("bold", `turn ${shortenTurn(turn)}, call ${call}`);
  const where = ({ ref }: Receipt) => fitLine(`${ref.session}, lane ${ref.lane}`, null);
  const difference = after.tokens - before.tokens;
  const signed = difference < 0 ? `−${formatNumber(-difference)}` : `+${formatNumber(difference)}`;
  const windows = [...new Set([before.window, after.window])].map(formatNumber).join(" → ");
  const percent = formatPercent(shared, Math.max(1, sizes[1]), 1);
  const compacted = after.compacted ? "; the later call compacted" : "";
  return [
    [...new Set([where(before), where(after)])].join(" → "),
    `${name(before)} → ${name(after)}, ${formatMoment(after.at, screen)}`,
    `${formatNumber(before.tokens)} → ${formatNumber(after.tokens)} tokens (${signed}) of a window of ${windows}${compacted}`,
    `The first ${percent} of the later request are as before, for a provider's cache`,
  ];
}

/** Whether the change says nothing: a note for the log only, or an entry that is in full before and after. */
function isDull(before: Verdict | null, after: Verdict | null): boolean {
  const isWhole = (verdict: Verdict | null) => verdict?.rule === "fits" || verdict?.rule === "message";
  const isNote = (verdict: Verdict | null) => verdict === null || verdict.rule === "bookkeeping";
  return (isWhole(before) && isWhole(after)) || (isNote(before) && isNote(after));
}

/** Prefers entries that were looked up, then those that left, then the newest, and returns them in the order of the log. */
function pickTellingChanges(changes: readonly Change[]): readonly Change[] {
  const found = changes.filter(({ after }) => after?.kind === "retrieved");
  const left = changes.filter(({ after }) => after !== null && after.kind !== "kept" && after.kind !== "retrieved");
  const others = changes.filter((change) => !found.includes(change) && !left.includes(change));
  const chosen = [...found.toReversed(), ...left.toReversed(), ...others.toReversed()].slice(0, shownAtFirst);
  return chosen.sort((a, b) => a.from - b.from);
}
