import { listContentWords } from "@clewline/text/content-words.js";
import { rememberByText } from "@clewline/text/remember.js";
import { classifySentence, type SentenceKind } from "./rules/classify.js";
import { splitSentences } from "./rules/sentences.js";
import { asksToRemember } from "./rules/weight.js";

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
  const texts = joinRequests(splitSentences(message));
  const isEssay = texts.length > mostPlain;
  return texts.map((text) => {
    const kind = classifySentence(text, byAgent);
    return { text, kind: kind?.isPlain && !kind.pinned && isEssay ? null : kind };
  });
}

/** More sentences than a person says about themselves at once: an article, a mail, a transcript. */
const mostPlain = 12;

/** "Remember this." belongs to what comes after it. */
function joinRequests(texts: readonly string[]): readonly string[] {
  const joined: string[] = [];
  let before = "";
  for (const text of texts) {
    const both = before === "" ? text : `${before} ${text}`;
    before = text.length <= longestRequest && asksToRemember(text) && listContentWords(text).length <= 2 ? both : "";
    if (before === "") joined.push(both);
  }
  return before === "" ? joined : [...joined, before];
}

/** In characters. */
const longestRequest = 40;
