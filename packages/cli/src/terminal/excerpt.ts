import type { OpenLog } from "@clewline/clewline/compose/log-verbs.js";
import type { LogLine } from "@clewline/engine/read/inspect.js";
import type { SearchHit } from "@clewline/engine/read/search/search.js";
import { redactSecrets } from "@clewline/redact/redact-secrets.js";
import { findWordMatches } from "@clewline/text/word-match.js";

export interface Excerpt {
  /** Who said it, or which tool it belongs to. */
  readonly who: string;
  /** The line with most of the words. */
  readonly text: string;
}

/** How what is kept out begins. */
const redactionMark = "[redacted";

/** Pages of a long line to look through; after that, the entry's beginning is shown. */
const pagesAtMost = 4;
/** The same for a run of words, which stands in few places. */
const runPagesAtMost = 40;

/** `words` are single ones and runs of them; a line with a run is shown before any other. */
export async function makeExcerpt(clew: OpenLog, { ref, line }: SearchHit, words: readonly string[]): Promise<Excerpt> {
  const choice = { session: ref.session, lane: ref.lane, pointer: line.pointer };
  const runs = words.filter((word) => word.includes(" "));
  // A secret may stand on another line than the word for it: then only the hit, which has none, is shown.
  if (line.text.includes(redactionMark)) {
    const clean = pickBestLine(line.words.split("\n"), words) ?? line.words;
    return { who: nameSpeaker(line), text: clean };
  }
  const whole = runs.length === 0 ? null : await findBestLine(clew, choice, runs, runPagesAtMost);
  const text = whole ?? (await findBestLine(clew, choice, words, pagesAtMost)) ?? line.words;
  return { who: nameSpeaker(line), text };
}

interface Opened {
  readonly session: string;
  readonly lane: string;
  readonly pointer: string;
}

async function findBestLine(
  clew: OpenLog,
  choice: Opened,
  words: readonly string[],
  pages: number,
): Promise<string | null> {
  const pattern = words.map((word) => word.split(" ").map(shortenWord).join("*")).join("|");
  const found = await clew.recall({ ...choice, find: pattern });
  // The pattern does not ignore accents and has a length limit, so it may miss what the search found.
  const lines = found.kind === "nothing" ? [] : redactSecrets(found.text).split("\n");
  const best = pickBestLine(
    lines.map((each) => each.replace(/^\d+: /, "")),
    words,
  );
  return best ?? (await findBestInPages(clew, choice, words, pages));
}

/** For a line that is longer than a page, such as a tool's JSON. */
async function findBestInPages(
  clew: OpenLog,
  choice: Opened,
  words: readonly string[],
  pages: number,
): Promise<string | null> {
  let offset: number | null = 0;
  for (let page = 0; offset !== null && page < pages; page++) {
    const read: Awaited<ReturnType<OpenLog["recall"]>> = await clew.recall({ ...choice, offset });
    if (read.kind === "nothing") return null;
    const best = pickBestLine(redactSecrets(read.text).split("\n"), words);
    if (best !== null) return best;
    offset = read.next;
  }
  return null;
}

function nameSpeaker({ kind, who }: LogLine): string {
  if (kind === "revised") return "edit";
  if (who === null) return kind;
  return kind === "called" ? `call ${who}` : kind === "returned" ? `result of ${who}` : who;
}

/** The search compares word stems, so the pattern uses the beginning of the word. */
function shortenWord(word: string): string {
  return word.length > 4 ? word.slice(0, Math.max(4, word.length - 3)) : word;
}

function pickBestLine(lines: readonly string[], words: readonly string[]): string | null {
  let [best, most] = [null as string | null, 0];
  for (const line of lines) {
    const found = findWordMatches(line, words);
    const score = new Set(found.map(({ word }) => word)).size + found.filter(({ exact }) => exact).length / 1_000;
    if (score > most) [best, most] = [line, score];
  }
  return best;
}
