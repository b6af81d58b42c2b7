import { isQuestion, tellsDone } from "./classify.js";
import { stemsOf } from "./content-words.js";
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

/** Items are immutable and are compared many times. */
const known = new WeakMap<SummaryItem, Meaning>();

export function meaningOf(item: SummaryItem): Meaning {
  const before = known.get(item);
  if (before !== undefined) return before;
  const { text } = item;
  const tokens = hardTokens(text);
  const meaning = {
    stems: stemsOf(text),
    tokens,
    keys: new Set(tokens.map(({ key }) => key)),
    stance: stanceOf(text),
    asks: isQuestion(text),
    tellsDone: tellsDone(text),
  };
  known.set(item, meaning);
  return meaning;
}
