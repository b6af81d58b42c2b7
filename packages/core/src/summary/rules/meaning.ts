import { collectStems, listContentWords, type Word } from "@clewline/text/content-words.js";
import { rememberByText } from "@clewline/text/remember.js";
import type { SummaryItem } from "../../log/summary.js";
import { isDoneStatement, isQuestion } from "./classify.js";
import { type HardToken, listHardTokens } from "./hard-tokens.js";
import { readStance, type Stance } from "./stance.js";
import { asksToRemember, canHurt } from "./weight.js";

export interface Meaning {
  readonly stems: ReadonlySet<string>;
  readonly tokens: readonly HardToken[];
  readonly keys: ReadonlySet<string>;
  readonly stance: Stance;
  readonly asks: boolean;
  readonly tellsDone: boolean;
  /** The stems in a fixed order. */
  readonly sorted: readonly string[];
  /** Items of equal meaning share these besides words: hard tokens, the number of denials, and bounds. */
  readonly frame: string;
  /** The text without its figures and days, which nearly equal items share. "" if none is left. */
  readonly pattern: string;
  /** Whether a person asks to remember it. */
  readonly isAsked: boolean;
  /** Whether a person may be harmed if it is forgotten. */
  readonly canHurt: boolean;
}

/** By text, because items come from the store as new objects with the same texts. */
const recallMeaning = rememberByText(readMeaning, { texts: 4_000, characters: 1_000_000 });
/** By object, because each is compared many times. */
const known = new WeakMap<SummaryItem, Meaning>();

export function recallItemMeaning(item: SummaryItem): Meaning {
  const before = known.get(item);
  if (before !== undefined) return before;
  const meaning = recallMeaning(item.text);
  known.set(item, meaning);
  return meaning;
}

function readMeaning(text: string): Meaning {
  const tokens = listHardTokens(text);
  const words = listContentWords(text);
  const stems = collectStems(words);
  const keys = new Set(tokens.map(({ key }) => key));
  const stance = readStance(text, words);
  const bounds = [stance.denials.length, stance.upper, stance.lower];
  return {
    stems,
    tokens,
    keys,
    stance,
    asks: isQuestion(text),
    tellsDone: isDoneStatement(text),
    sorted: [...stems].sort(),
    frame: JSON.stringify([[...keys].sort(), ...bounds]),
    pattern: drawPattern(words, tokens, bounds),
    isAsked: asksToRemember(text),
    canHurt: canHurt(text),
  };
}

function drawPattern(words: readonly Word[], tokens: readonly HardToken[], bounds: readonly unknown[]): string {
  const figures = tokens.filter(({ kind }) => kind !== "name" && kind !== "exact");
  const isFigure = ({ start, end }: Word) => figures.some((token) => token.start < end && start < token.end);
  const stems = [...collectStems(words.filter((word) => !isFigure(word)))].sort();
  return stems.length === 0 ? "" : JSON.stringify([...bounds, ...stems]);
}
