import type { PendingQuestion } from "../../log/open-questions.js";
import { findNamedLabel, readChoice } from "./choice.js";
import { readDate } from "./date.js";
import { readNumber } from "./number.js";
import { countPhraseWords, type SpokenText } from "./spoken-words.js";
import { actuallyWords } from "./word-tables.js";
import { readYesNo } from "./yes-no.js";

/** The answer, if the message fits the question. A free text has no value: the message itself is the answer. */
export function readAnswer(
  said: SpokenText,
  text: string,
  { expects, about, options }: PendingQuestion,
  replied: boolean,
): { readonly value: string | null } | null {
  const found = (value: string | null) => (value === null ? null : { value });
  switch (expects) {
    case "yes-no":
      return found(readYesNo(dropActually(said), about));
    case "number":
      return found(readNumber(said));
    case "date":
      return found(readDate(said));
    case "choice": {
      const place = readChoice(said, options) ?? (replied && !said.question ? findNamedLabel(said, options) : null);
      return found(place === null ? null : (options[place] ?? null));
    }
    case "text":
      return isFreeText(text) ? { value: null } : null;
    default:
      return expects satisfies never;
  }
}

function dropActually(said: SpokenText): SpokenText {
  const start = [0, 1].find((at) => countPhraseWords(said.words, at, actuallyWords) > 0);
  if (start === undefined) return said;
  const end = start + countPhraseWords(said.words, start, actuallyWords);
  return end === said.words.length ? said : { ...said, words: said.words.slice(end) };
}

const asking =
  /^(?:what|who|whom|whose|where|when|why|how|which|was|wer|wo|wann|warum|wie|welche[rs]?|que|qui|où|quand|pourquoi|comment|quel(?:le)?s?|qué|quién|dónde|cuándo|cómo|cuál|che|chi|dove|perché|come|что|кто|где|когда|почему|как)\b/iu;

/** Whether the text is neither empty nor a command or a question. */
function isFreeText(text: string): boolean {
  const trimmed = text.trim();
  return trimmed !== "" && !trimmed.startsWith("/") && !/[?？؟]$/u.test(trimmed) && !asking.test(trimmed);
}
