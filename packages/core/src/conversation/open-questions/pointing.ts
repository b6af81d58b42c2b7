import type { EntryId, Instant, TurnId } from "../../log/keys.js";
import type { AnchorMeaning } from "../../log/open-questions.js";
import { loadAnswerTables, splitPhrases } from "./answer-tables.js";
import { hasPlainMarks, readSpokenText } from "./spoken-words.js";

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
  const said = readSpokenText(text);
  if (!hasPlainMarks(said) || said.words.length < 2 || said.words.length > mostWords) return false;
  return loadAnswerTables().some((table) => {
    const phrases = splitPhrases(said.words, table, ["pointing", "doing", "polite"]) ?? [];
    const has = (field: "pointing" | "doing") => phrases.some(({ fields }) => fields.has(field));
    return has("pointing") && has("doing");
  });
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
