import type { Pending } from "../../log/pending.js";
import { namedIn, readChoice } from "./choice.js";
import { readDate } from "./date.js";
import { readNumber } from "./number.js";
import { phraseAt, type Spoken } from "./spoken-words.js";
import { actuallyWords } from "./word-tables.js";
import { readYesNo } from "./yes-no.js";

/** The answer, if the message fits what was asked. A free text has no value of its own: the message is the answer. */
export function readAnswer(
  said: Spoken,
  text: string,
  { expects, about, options }: Pending,
  replied: boolean,
): { readonly value: string | null } | null {
  const found = (value: string | null) => (value === null ? null : { value });
  switch (expects) {
    case "yes-no":
      return found(readYesNo(withoutActually(said), about));
    case "number":
      return found(readNumber(said));
    case "date":
      return found(readDate(said));
    case "choice": {
      const place = readChoice(said, options) ?? (replied && !said.question ? namedIn(said, options) : null);
      return found(place === null ? null : (options[place] ?? null));
    }
    case "text":
      return isFreeText(text) ? { value: null } : null;
    default:
      return expects satisfies never;
  }
}

function withoutActually(said: Spoken): Spoken {
  const start = [0, 1].find((at) => phraseAt(said.words, at, actuallyWords) > 0);
  if (start === undefined) return said;
  const end = start + phraseAt(said.words, start, actuallyWords);
  return end === said.words.length ? said : { ...said, words: said.words.slice(end) };
}

const asking =
  /^(?:what|who|whom|whose|where|when|why|how|which|was|wer|wo|wann|warum|wie|welche[rs]?|que|qui|où|quand|pourquoi|comment|quel(?:le)?s?|qué|quién|dónde|cuándo|cómo|cuál|che|chi|dove|perché|come|что|кто|где|когда|почему|как)\b/iu;

/** Anything but a command, a question or nothing at all. */
function isFreeText(text: string): boolean {
  const trimmed = text.trim();
  return trimmed !== "" && !trimmed.startsWith("/") && !/[?？؟]$/u.test(trimmed) && !asking.test(trimmed);
}
