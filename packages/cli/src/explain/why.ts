import type { OpenLog } from "@clewline/clewline/compose/log-verbs.js";
import { countSentTokens } from "@clewline/core/model/prices.js";
import type { Receipt } from "@clewline/core/receipt/receipt.js";
import { describeBreak } from "@clewline/engine/commands/cache-text.js";
import type { CallCache } from "@clewline/engine/read/call-cache.js";
import type { ExplainedVerdict } from "@clewline/engine/read/inspect.js";
import { formatPercent } from "@clewline/text/percent.js";
import type { CommandDetails, Input } from "../program/command.js";
import { readLaneChoice, runWithLog } from "../program/open-log.js";
import { buildCommand, rebuildCommand } from "../program/rebuild-command.js";
import { isBookkeeping } from "../read/bookkeeping.js";
import { printSentence, printSentenceAndCommand } from "../terminal/prose.js";
import type { Screen } from "../terminal/screen.js";
import { fitLine, formatNumber, makePrintable } from "../terminal/text.js";
import { formatIsoTime, formatMoment } from "../terminal/time-text.js";
import { describeDecisions } from "./decision-lines.js";
import { findNamedTurn, readView, shortenTurn } from "./short-turn.js";
import { makeStandingData, renderStanding } from "./standing-lines.js";
import { makeVerdictData } from "./verdict-data.js";
import { foldVerdicts, pickTellingVerdicts, renderVerdicts, tally } from "./verdict-lines.js";

const shownAtFirst = 7;

export const why: CommandDetails = {
  example: 'clew why "contract number"    (or: clew why notes:garden, clew why 1a2b3c4d)',
  most: 1,
  heeds: ["lane"],
  options: [
    {
      name: "session",
      value: "KEY",
      line: "the chat in which the text is sought, or that is explained; the newest by default",
    },
    { name: "cache", line: "what the call paid again that its provider had cached, and why" },
    { name: "all", line: "one line per entry, nothing folded, notes for the log only too" },
  ],
  run: (input) =>
    runWithLog(input, async (clew) => {
      const [asked] = input.arguments;
      const session = await findNamedSession(input, clew);
      const turn = asked === undefined || session !== undefined ? undefined : await findNamedTurn(clew, asked);
      if (asked !== undefined && turn === null) {
        const { explainText } = await import("./why-words.js");
        return explainText(input, clew, asked);
      }
      const explained = turn ? await readView(clew, turn) : await clew.why(readLaneChoice(input, session));
      if (input.has("cache")) printCache(input, explained);
      else if (input.json) printData(input.screen, explained);
      else print(input, explained);
      return 0;
    }),
};

/** The session whose key was typed where the text may stand: undefined for any other text, and where --session names one. */
async function findNamedSession(input: Input, clew: OpenLog): Promise<string | undefined> {
  const [asked] = input.arguments;
  if (asked === undefined || input.has("session") || !/^\S+:\S+$/.test(asked)) return undefined;
  const listed = await clew.sessions({ which: "all" });
  return listed.find(({ session }) => session === asked)?.session;
}

type Whole = Awaited<ReturnType<OpenLog["why"]>>;

function printData(screen: Screen, { receipt, verdicts, standing }: Whole): void {
  const { id, ref, turn, call, at, tokens, window, compacted, layers, overheads, policy, calibration } = receipt;
  const { decisions } = receipt;
  const { session, lane } = ref;
  const headline = {
    receipt: id,
    session,
    lane,
    turn,
    call,
    at: formatIsoTime(at),
    tokens,
    window,
    compacted,
    layers,
    overheads,
  };
  const account = { verdicts: verdicts.map(makeVerdictData), standing: standing.map(makeStandingData) };
  screen.data({ ...headline, policy, calibration, decisions, ...account });
}

function printCache({ screen, json }: Input, { receipt, cache }: Whole): void {
  const { id, ref, turn, call, at } = receipt;
  if (json) {
    screen.data({ receipt: id, session: ref.session, lane: ref.lane, turn, call, at: formatIsoTime(at), cache });
    return;
  }
  screen.line(fitLine(`${ref.session}, lane ${ref.lane}`, null));
  screen.line(`${screen.paint("bold", `turn ${shortenTurn(turn)}, call ${call}`)}, ${formatMoment(at, screen)}`);
  for (const line of describeCache(cache, receipt)) printSentence(screen, line);
}

function print(input: Input, { receipt, verdicts, standing, cache }: Whole): void {
  const { screen } = input;
  for (const line of renderCallHeadline(screen, receipt, verdicts)) printSentence(screen, line);
  if (cache !== null && cache.broke !== null) printSentence(screen, makePrintable(describeBreak(cache.broke)));
  screen.line();
  const lines = input.has("all") ? verdicts : foldVerdicts(verdicts.filter((each) => !isBookkeeping(each)));
  const shown = input.has("all") ? lines : pickTellingVerdicts(lines, shownAtFirst);
  for (const line of renderVerdicts(screen, shown)) screen.line(line);
  const more = `  and ${formatNumber(lines.length - shown.length)} more:`;
  if (shown.length < lines.length) printSentenceAndCommand(screen, more, rebuildCommand("why", input, "--all"), 2);
  for (const line of renderStanding(screen, standing)) screen.line(line);
  const beside = describeBeside(receipt, verdicts);
  if (beside !== null) printSentence(screen, beside);
  const pointer = verdicts.find(({ verdict }) => verdict.pointer !== null)?.verdict.pointer;
  screen.line();
  if (pointer) printSentenceAndCommand(screen, "Open what is not shown:", buildCommand(input, "recall", pointer));
  printSentenceAndCommand(screen, "The exact request:     ", buildCommand(input, "replay", receipt.id));
}

const layersOfEntries: ReadonlySet<string> = new Set(["recent", "message", "memories", "quote", "actions"]);

/** The parts of a view besides its entries, so that the tokens add up; null where there are none. */
function describeBeside(receipt: Receipt, verdicts: readonly ExplainedVerdict[]): string | null {
  const tokens = receipt.tokens - verdicts.reduce((sum, { verdict }) => sum + verdict.tokens, 0);
  if (tokens <= 0) return null;
  const layers = Object.entries(receipt.layers).filter(([name]) => !layersOfEntries.has(name));
  const parts = [...layers, ...receipt.overheads.map(({ name, tokens: own }) => [name, own] as const)];
  const isAll = parts.reduce((sum, [, own]) => sum + own, 0) === tokens;
  const listed = parts.filter(([, own]) => own > 0).map(([name, own]) => `${name} ${formatNumber(own)}`);
  return `Beside the entries: ${formatNumber(tokens)} tokens${isAll ? ` (${listed.join(", ")})` : "; clew context lists them"}`;
}

export function renderCallHeadline(
  screen: Pick<Screen, "paint" | "zone">,
  receipt: Receipt,
  verdicts: readonly ExplainedVerdict[],
): readonly string[] {
  const compacted = receipt.compacted ? "; compacted on this call" : "";
  return [
    fitLine(`${receipt.ref.session}, lane ${receipt.ref.lane}`, null),
    `${screen.paint("bold", `turn ${shortenTurn(receipt.turn)}, call ${receipt.call}`)}, ${formatMoment(receipt.at, screen)}`,
    `${formatNumber(receipt.tokens)} tokens of a window of ${formatNumber(receipt.window)} (${formatPercent(receipt.tokens, receipt.window, 1)}), policy ${fitLine(receipt.policy.name, null)}${compacted}`,
    tally(verdicts),
    ...describeDecisions(screen, receipt),
  ];
}

/** How a call was served by its provider's cache, and what it had to pay again. */
function describeCache(cache: CallCache | null, { parent }: Pick<Receipt, "parent">): readonly string[] {
  if (cache === null) return ["Nobody has said yet what this call cost, so nothing is known of its cache."];
  const { spent, broke } = cache;
  const counted = spent === null ? [] : [describeCounts(spent)];
  if (broke !== null) return [...counted, makePrintable(describeBreak(broke))];
  return [
    ...counted,
    parent === null ? "It was the first call of its lane." : "Nothing that was cached was paid again.",
  ];
}

function describeCounts(spent: NonNullable<CallCache["spent"]>): string {
  const written = spent.written + spent.writtenLong;
  const parts = [
    `${formatNumber(spent.read)} read from the cache`,
    ...(written === 0 ? [] : [`${formatNumber(written)} written`]),
    ...(spent.fresh === 0 ? [] : [`${formatNumber(spent.fresh)} neither`]),
  ];
  return `${formatNumber(countSentTokens(spent))} tokens sent: ${parts.join(", ")}.`;
}
