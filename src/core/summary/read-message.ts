import { rememberByText } from "../text/remember.js";
import { classifySentence, type SentenceKind } from "./rules/classify.js";
import { splitSentences } from "./rules/sentences.js";

export interface Sentence {
  readonly text: string;
  /** Null if it is not worth keeping. */
  readonly kind: SentenceKind | null;
}

/** The sentences of a message. Each is a new object: the same words may be said again, and answered only once. */
export function readMessage(text: string, byAgent: boolean): readonly Sentence[] {
  const sentences = byAgent ? recallByAgent(text) : recallByUser(text);
  return sentences.map((sentence) => ({ ...sentence }));
}

/** Cached, because summaries of the same messages may be made for every view. */
const bounds = { texts: 2_000, characters: 600_000 };
const recallByUser = rememberByText((text) => readSentences(text, false), bounds);
const recallByAgent = rememberByText((text) => readSentences(text, true), bounds);

function readSentences(message: string, byAgent: boolean): readonly Sentence[] {
  return splitSentences(message).map((text) => ({ text, kind: classifySentence(text, byAgent) }));
}
