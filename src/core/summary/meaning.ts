import { rememberByText } from "../text/remember.js";
import { isQuestion, tellsDone } from "./classify.js";
import { contentWords, stemsIn } from "./content-words.js";
import { type HardToken, hardTokens } from "./hard-tokens.js";
import { type Stance, stanceOf } from "./stance.js";
import type { SummaryItem } from "./summary.js";

/** What two items are compared by. */
export interface Meaning {
  readonly stems: ReadonlySet<string>;
  readonly tokens: readonly HardToken[];
  readonly keys: ReadonlySet<string>;
  readonly stance: Stance;
  readonly asks: boolean;
  readonly tellsDone: boolean;
}

/** Keyed by text: items come back from the store as new objects, and each is compared many times. */
const meaningOfText = rememberByText(readMeaning, { texts: 8_000, characters: 2_000_000 });

export function meaningOf({ text }: Pick<SummaryItem, "text">): Meaning {
  return meaningOfText(text);
}

function readMeaning(text: string): Meaning {
  const tokens = hardTokens(text);
  const words = contentWords(text);
  return {
    stems: stemsIn(words),
    tokens,
    keys: new Set(tokens.map(({ key }) => key)),
    stance: stanceOf(text, words),
    asks: isQuestion(text),
    tellsDone: tellsDone(text),
  };
}
