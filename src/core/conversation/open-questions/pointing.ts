import type { EntryId, Instant, TurnId } from "../../log/keys.js";
import type { AnchorMeaning } from "../../log/open-questions.js";
import { countPhraseWords, readSpokenText } from "./spoken-words.js";
import { doingWords, pointingWords, politeWords } from "./word-tables.js";

/** A message of the agent after the user's last one. */
export interface AgentMessage {
  readonly entry: EntryId;
  readonly turn: TurnId;
  readonly at: Instant;
  readonly text: string;
}

const mostWords = 8;

/** Whether a message only points at something and says what to do with it: "cancel that", "do it again". */
export function isPointing(text: string): boolean {
  const { words, question } = readSpokenText(text);
  if (question || words.length < 2 || words.length > mostWords) return false;
  const isKnown = words.every((_, at) =>
    [at, at - 1, at - 2].some((from) =>
      [pointingWords, doingWords, politeWords].some(
        (known) => from >= 0 && from + countPhraseWords(words, from, known) > at,
      ),
    ),
  );
  return (
    isKnown &&
    [pointingWords, doingWords].every((known) => words.some((_, at) => countPhraseWords(words, at, known) > 0))
  );
}

/** Two messages within this time count as equally new. */
const closeMs = 10 * 60_000;
const excerptLength = 80;

/** The possible meanings of a pointing message, newest last: several if none is clearly the newest. */
export function listPointedMeanings(told: readonly AgentMessage[]): readonly AnchorMeaning[] {
  const byTurn = [...new Map(told.map((each) => [each.turn, each])).values()].sort((a, b) => a.at - b.at);
  const newest = byTurn.at(-1)?.at ?? 0;
  const close = byTurn.filter(({ at }) => newest - at < closeMs).slice(-4);
  return close.map(({ entry, text }) => ({ about: cutExcerpt(text), value: null, pending: null, entry }));
}

function cutExcerpt(text: string): string {
  const line = [...text.replace(/\s+/g, " ").trim()];
  return line.length <= excerptLength ? line.join("") : `${line.slice(0, excerptLength).join("").trimEnd()}…`;
}
