import { rememberByText } from "@clewline/text/remember.js";
import type { Instant } from "../../log/keys.js";

/** A message of a group chat, with what linking considers. */
export interface ChatLine {
  readonly sender: string;
  readonly at: Instant;
  readonly text: string;
}

/** A line after parsing, shared by all comparisons. */
export interface ReadLine {
  readonly sender: string;
  readonly at: Instant;
  /** In lower case, with the marks around them. */
  readonly tokens: readonly string[];
  /** Words to compare, of more than two letters; pairs of characters in scripts without spaces. */
  readonly words: ReadonlySet<string>;
  readonly length: number;
  readonly asks: boolean;
  /** The addressee, if known from something other than its words. */
  readonly to: string | null;
}

export interface PlacedLine extends ReadLine {
  readonly id: string;
  /** The key that all lines of a conversation share. */
  readonly thread: string;
}

/** A line's beginning says what it is about; the rest of a long one would only cost time. */
const longestText = 1_000;

const marksBefore = /^[^\p{L}\p{N}\p{M}]+/u;
const marksAfter = /[^\p{L}\p{N}\p{M}]+$/u;
const unspaced = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u;
const question = /[?？؟](?:\s|$)/u;

export function readLine({ sender, at, text }: ChatLine, to: string | null = null): ReadLine {
  const { tokens, words, length, asks } = readText(text.slice(0, longestText));
  return { sender, at, tokens, words, length, asks, to };
}

/** Cached, because a line is read again for each of the next hundred messages. */
const readText = rememberByText(
  (text) => {
    const tokens = splitTokens(text);
    const distinct = new Set(tokens.map(stripMarks).filter((word) => word !== ""));
    const words: ReadonlySet<string> = new Set([...distinct].flatMap(listComparableParts));
    return { tokens, words, length: distinct.size, asks: question.test(text) };
  },
  { texts: 2_000, characters: 500_000 },
);

/** Splits at spaces, and after the marks that other scripts put between words without a space. */
export function splitTokens(text: string): readonly string[] {
  const plain = text.normalize("NFKC").toLowerCase();
  return plain.split(/\s+|(?<=[、。，！？：])/u).filter((token) => token !== "");
}

export function stripMarks(token: string): string {
  return token.replace(marksBefore, "").replace(marksAfter, "");
}

function listComparableParts(word: string): readonly string[] {
  if (!unspaced.test(word)) return word.length > 2 ? [word] : [];
  const characters = [...word];
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}
