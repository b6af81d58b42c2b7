import { pickSearchTerms } from "../../core/log/search-terms.js";
import { pickAskedWords } from "../../core/log/search-words.js";
import type { SearchHit } from "../../engine/read/search.js";
import { makeUsageError } from "../program/arguments.js";
import { checkSession } from "../program/check-session.js";
import type { CommandDetails, Input } from "../program/command.js";
import { readLaneChoice, runWithLog } from "../program/open-log.js";
import { buildCommand } from "../program/rebuild-command.js";
import { clipAroundWords } from "../terminal/clip-around-words.js";
import { type Excerpt, makeExcerpt } from "../terminal/excerpt.js";
import { printSentence, printSentenceAndCommand } from "../terminal/prose.js";
import type { Screen } from "../terminal/screen.js";
import { fitLine, formatCount, makePrintable, measureColumns } from "../terminal/text.js";
import { formatIsoTime, formatMoment } from "../terminal/time-text.js";

const defaultLimit = 20;
const largestLimit = 1_000;
/** Characters of an entry to show in a pipe. */
const pipeRoom = 160;
const whoRoom = 24;

export const search: CommandDetails = {
  example: `clew search contract number    (a phrase: clew search '"contract number"')`,
  least: 1,
  most: Number.POSITIVE_INFINITY,
  heeds: ["lane"],
  options: [
    { name: "session", value: "KEY", line: "only this chat" },
    { name: "limit", value: "N", line: `entries to show, ${defaultLimit} by default, at most 1000` },
  ],
  run: (input) => {
    const question = input.arguments.join(" ");
    const limit = input.number("limit", 1, largestLimit) ?? defaultLimit;
    const { terms } = pickSearchTerms(question);
    const words = [...new Set([...terms, ...pickAskedWords(question)])];
    if (terms.length === 0) {
      throw makeUsageError(`There is no word in ${JSON.stringify(question)}`, "Give words of letters or digits");
    }
    return runWithLog(input, async (clew) => {
      const choice = readLaneChoice(input);
      if (choice.session !== undefined) await checkSession(input, clew, choice.session);
      // Asks for one more than is shown, to know whether there are more.
      const looked = await clew.search(question, { ...choice, limit: Math.min(limit + 1, largestLimit) });
      const hits = looked.slice(0, limit);
      if (hits.length === 0) return reportNoMatch(input, terms);
      const found: SearchRow[] = [];
      for (const hit of hits) found.push({ ...hit, excerpt: await makeExcerpt(clew, hit, words) });
      if (input.json) for (const each of found) input.screen.data(makeHitData(each));
      else
        print(
          input,
          found,
          { terms, words },
          looked.length > limit || (limit === looked.length && limit === largestLimit),
        );
      return 0;
    });
  },
};

interface Sought {
  readonly terms: readonly string[];
  /** The terms and the single words in them, to show where they stand. */
  readonly words: readonly string[];
}

interface SearchRow extends SearchHit {
  readonly excerpt: Excerpt;
}

function reportNoMatch(input: Input, words: readonly string[]): number {
  const { screen } = input;
  const narrowed = input.has("session") || input.has("lane");
  const asked = words.map((word) => JSON.stringify(word)).join(words.length > 1 ? " or " : "");
  screen.aside(
    `clew: no entry ${narrowed ? "there " : ""}holds ${words.some((word) => word.includes(" ")) ? "" : "the word "}${makePrintable(asked)}`,
  );
  const wider = narrowed ? "Without --session and --lane it looks everywhere. " : "";
  screen.aside(`clew: ${wider}It looks for whole words; for a part of one:`, buildCommand(input, "why", "part"));
  return 1;
}

function makeHitData({ ref, line, matched, asked, excerpt }: SearchRow) {
  const { session, lane } = ref;
  const { seq, pointer, at, kind, turn, text } = line;
  const place = { session, lane, seq, pointer, at: formatIsoTime(at), kind, turn };
  return { ...place, matched, asked, text, excerpt: excerpt.text };
}

function print(input: Input, found: readonly SearchRow[], { terms, words }: Sought, cut: boolean): void {
  const { screen } = input;
  const whole = found.filter(({ matched, asked }) => matched >= asked);
  const part = found.filter(({ matched, asked }) => matched < asked);
  const more = found.length < largestLimit ? "; --limit N shows more" : "";
  const isApart = found.some(({ apart }) => apart === true);
  const sought = isApart ? words.filter((word) => !word.includes(" ")) : terms;
  const named = sought.map((term) => (term.includes(" ") ? JSON.stringify(term) : term));
  const quoted = screen.paint("bold", makePrintable(named.join(" ")));
  const holding = (many: number) => formatCount(many, "entry holds", "entries hold");
  if (isApart) {
    const names = terms.filter((term) => term.includes(" ")).map((term) => makePrintable(JSON.stringify(term)));
    printSentence(screen, `No entry holds ${names.join(" or ")} as one; these hold the words of it apart.`);
  }
  if (whole.length > 0) {
    const all = `${sought.length > 1 ? "all of " : ""}${quoted}`;
    const newest = `The newest ${formatCount(whole.length, "entry", "entries")} with ${all}${more}`;
    printSentence(screen, cut && part.length === 0 ? newest : `${holding(whole.length)} ${all}`);
    printGroups(screen, whole, words);
  }
  if (part.length > 0) {
    if (whole.length === 0) printSentence(screen, `No entry holds all of ${quoted}.`);
    const most = Math.max(...part.map(({ matched }) => matched));
    const some = `some of the words, at most ${most} of ${found[0]?.asked ?? terms.length}`;
    const first = `The first ${formatCount(part.length, "entry", "entries")} with ${some}${more}`;
    printSentence(screen, cut ? first : `${holding(part.length)} ${some}`);
    printGroups(screen, part, words);
  }
  printSentenceAndCommand(screen, "Open one with:", buildCommand(input, "recall", found[0]?.line.pointer ?? ""));
}

/** Groups by lane, in the order in which the lanes first appear. */
function printGroups(screen: Screen, found: readonly SearchRow[], words: readonly string[]): void {
  const groups = new Map<string, SearchRow[]>();
  for (const each of found) {
    const title = `${each.ref.session}, lane ${each.ref.lane}`;
    groups.set(title, [...(groups.get(title) ?? []), each]);
  }
  screen.line();
  for (const [title, group] of groups) {
    screen.line(screen.paint("dim", fitLine(title, screen.columns)));
    for (const each of group) screen.line(renderHit(screen, each, words));
  }
  screen.line();
}

function renderHit(screen: Screen, { line, excerpt }: SearchRow, words: readonly string[]): string {
  const moment = formatMoment(line.at);
  const room = screen.columns === null ? null : Math.max(20, screen.columns - moment.length - line.pointer.length - 6);
  const who = fitLine(excerpt.who, room === null ? null : Math.min(whoRoom, Math.max(6, room - whoRoom)));
  const pieces = clipAroundWords(
    excerpt.text,
    words,
    room === null ? pipeRoom : Math.max(12, room - measureColumns(who) - 2),
  );
  const shown = pieces.map(({ text, asked }) => (asked ? screen.paint("bold", text) : text)).join("");
  return `  ${screen.paint("dim", moment)}  ${screen.paint("cyan", line.pointer)}  ${who}: ${shown}`;
}
