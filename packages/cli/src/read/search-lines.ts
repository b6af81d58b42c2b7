/** Prints search hits as lines and as data. */
import type { SearchHit, SearchHits } from "@clewline/engine/read/search/search.js";
import type { Input } from "../program/command.js";
import { buildCommand } from "../program/rebuild-command.js";
import { clipAroundWords } from "../terminal/clip-around-words.js";
import type { Excerpt } from "../terminal/excerpt.js";
import { printSentence, printSentenceAndCommand } from "../terminal/prose.js";
import type { Screen } from "../terminal/screen.js";
import { fitLine, formatCount, formatNumber, makePrintable, measureColumns } from "../terminal/text.js";
import { formatIsoTime, formatMoment } from "../terminal/time-text.js";

/** Characters of an entry to show in a pipe. */
const pipeRoom = 160;
const whoRoom = 24;

interface Sought {
  readonly terms: readonly string[];
  /** The terms and the single words in them, to show their places. */
  readonly words: readonly string[];
  /** Whether more was found than is shown. */
  readonly isCut: boolean;
  /** Whether a higher limit would show it. */
  readonly mayHaveMore: boolean;
}

export interface SearchRow extends SearchHit {
  readonly excerpt: Excerpt;
}

const narrowing = ["session", "lane", "person", "since", "until", "kind"];

export function reportNoMatch(input: Input, words: readonly string[]): void {
  const { screen } = input;
  const given = narrowing.filter((option) => input.has(option)).map((option) => `--${option}`);
  const narrowed = given.length > 0;
  const asked = words.map((word) => JSON.stringify(word)).join(words.length > 1 ? " or " : "");
  screen.aside(
    `clew: no entry ${narrowed ? "there " : ""}holds ${words.some((word) => word.includes(" ")) ? "" : "the word "}${makePrintable(asked)}`,
  );
  const wider = narrowed ? `Without ${given.join(" and ")} it looks everywhere. ` : "";
  screen.aside(
    `clew: ${wider}It goes by words and their forms; for letters within a word of this chat:`,
    buildCommand(input, "why", ...words.slice(0, 1)),
  );
}

/** How far the search came, where there is more to it than words: where it was cut short, or did not see everything. */
function listShortfalls({ stage, looked }: SearchHits): readonly string[] {
  const { because, indexed = 0, of = 0 } = stage;
  const messages = formatCount(of, "message", "messages");
  return [
    ...(because === undefined ? [] : [`not compared by meaning: ${makePrintable(because)}`]),
    ...(indexed < of
      ? [`compared by meaning: ${formatNumber(indexed)} of ${messages}; clew index --wait finishes it`]
      : []),
    ...(looked === undefined
      ? []
      : [`looked at ${formatNumber(looked)} entries with these words, of more; other words find what is not here`]),
  ];
}

/** With hits, JSON has it in every object; without any, it is printed as a note. */
export function tellReach({ screen, json }: Input, found: SearchHits): void {
  if (json && found.length > 0) return;
  for (const each of listShortfalls(found)) {
    if (found.length === 0) screen.aside(`clew: ${each}`);
    else printSentence(screen, screen.paint("dim", each));
  }
}

export function makeHitData({ ref, line, matched, asked, excerpt }: SearchRow, { stage, looked }: SearchHits) {
  const { session, lane } = ref;
  const { seq, pointer, at, kind, turn, text } = line;
  const place = { session, lane, seq, pointer, at: formatIsoTime(at), kind, turn };
  const isByWords = stage.reached === "words" && stage.because === undefined;
  const reach = { ...(isByWords ? {} : { stage }), ...(looked === undefined ? {} : { looked }) };
  return { ...place, matched, asked, text, excerpt: excerpt.text, ...reach };
}

export function printFound(input: Input, found: readonly SearchRow[], sought: Sought): void {
  const { screen } = input;
  const inWords = found.filter(({ matched }) => matched > 0);
  const others = found.filter(({ matched }) => matched === 0);
  if (inWords.length > 0) printInWords(screen, inWords, sought);
  if (others.length > 0) {
    const none = inWords.length === 0 ? `No entry holds ${makePrintable(sought.terms.join(" or "))}. ` : "";
    printSentence(screen, `${none}In other words:`);
    printGroups(screen, others, sought.words);
  }
  printSentenceAndCommand(screen, "Open one with:", buildCommand(input, "recall", found[0]?.line.pointer ?? ""));
}

function printInWords(screen: Screen, found: readonly SearchRow[], { terms, words, isCut, mayHaveMore }: Sought): void {
  const whole = found.filter(({ matched, asked }) => matched >= asked);
  const part = found.filter(({ matched, asked }) => matched < asked);
  const more = mayHaveMore ? "; --limit N shows more" : "";
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
    const newest = `The ${sought.length > 1 ? "first" : "newest"} ${formatCount(whole.length, "entry", "entries")} with ${all}${more}`;
    printSentence(screen, isCut && part.length === 0 ? newest : `${holding(whole.length)} ${all}`);
    printGroups(screen, whole, words);
  }
  if (part.length > 0) {
    if (whole.length === 0) printSentence(screen, `No entry holds all of ${quoted}.`);
    const most = Math.max(...part.map(({ matched }) => matched));
    const some = `some of the words, at most ${most} of ${found[0]?.asked ?? terms.length}`;
    const first = `The first ${formatCount(part.length, "entry", "entries")} with ${some}${more}`;
    printSentence(screen, isCut ? first : `${holding(part.length)} ${some}`);
    printGroups(screen, part, words);
  }
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
  const moment = formatMoment(line.at, screen);
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
