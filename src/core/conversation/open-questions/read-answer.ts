import type { PendingQuestion } from "../../log/open-questions.js";
import { readChoice } from "./choice.js";
import { readDate } from "./date.js";
import { isFreeText } from "./free-text.js";
import { readNumber } from "./number.js";
import type { SpokenText } from "./spoken-words.js";
import { readYesNo } from "./yes-no.js";

/** The answer, if the whole message can be read as nothing else. A free text has no value: the message itself is the answer. */
export function readAnswer(
  said: SpokenText,
  text: string,
  { expects, about, options }: PendingQuestion,
): { readonly value: string | null } | null {
  const found = (value: string | null) => (value === null ? null : { value });
  switch (expects) {
    case "yes-no":
      return found(readYesNo(said, about));
    case "number":
      return found(readNumber(said, about));
    case "date":
      return found(readDate(said));
    case "choice": {
      const place = readChoice(said, options);
      return found(place === null ? null : (options[place] ?? null));
    }
    case "text":
      return isFreeText(said, text, about) ? { value: null } : null;
    default:
      return expects satisfies never;
  }
}
