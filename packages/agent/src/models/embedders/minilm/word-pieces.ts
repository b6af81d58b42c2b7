/**
 * Cuts texts into the pieces that the model knows, as BERT without capitals does it: accents, capitals and control
 * characters go, punctuation and Chinese characters stand alone, and each word becomes the longest pieces of the
 * vocabulary from its beginning on.
 */

/** A longer word is unknown, whatever it is made of. */
const longestWord = 100;
const [unknown, begin, end] = ["[UNK]", "[CLS]", "[SEP]"] as const;

const whitespace = /\s/u;
const notShown = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\ufffd]/u;
const chinese =
  /[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{2a6df}\u{2a700}-\u{2b73f}\u{2b740}-\u{2b81f}\u{2b920}-\u{2ceaf}\u{2f800}-\u{2fa1f}]/u;
const alone = /[\p{P}!-/:-@[-`{-~]/u;
const [letter, latin] = [/\p{L}/u, /\p{Script=Latin}/u];
const accent = /\p{Mn}/gu;

export interface WordPieces {
  /** Returns the numbers of a text's pieces, at most `most` with the marks of its beginning and end. */
  cut(text: string, most: number): readonly number[];
  /** The part of a text's words that the vocabulary has whole. Of other scripts it has hardly more than their letters. */
  shareKnown(text: string): number;
}

/** `vocabulary` has one piece per line; its number is that of the line, from 0. */
export function makeWordPieces(vocabulary: string): WordPieces {
  const numbers = new Map(
    vocabulary
      .replace(/\n$/, "")
      .split("\n")
      .map((piece, number) => [piece, number]),
  );
  const find = (piece: string): number => {
    const number = numbers.get(piece);
    if (number === undefined) throw new Error(`the vocabulary lacks ${piece}`);
    return number;
  };
  const marks = { unknown: find(unknown), begin: find(begin), end: find(end) };
  return {
    cut(text, most) {
      const pieces = [marks.begin];
      for (const word of splitWords(text)) {
        if (pieces.length >= most - 1) break;
        pieces.push(...(cutWord(word, numbers) ?? [marks.unknown]));
      }
      return [...pieces.slice(0, most - 1), marks.end];
    },
    shareKnown(text) {
      const words = splitWords(text).filter((word) => letter.test(word));
      const known = words.filter((word) => latin.test(word) && numbers.has(word));
      return words.length === 0 ? 1 : known.length / words.length;
    },
  };
}

/** Null for a word that can't be put together from the vocabulary. */
function cutWord(word: string, numbers: ReadonlyMap<string, number>): readonly number[] | null {
  const letters = [...word];
  if (letters.length > longestWord) return null;
  const pieces: number[] = [];
  for (let from = 0; from < letters.length; ) {
    const prefix = from === 0 ? "" : "##";
    let to = letters.length;
    let number: number | undefined;
    for (; to > from && number === undefined; to--) number = numbers.get(prefix + letters.slice(from, to).join(""));
    if (number === undefined) return null;
    pieces.push(number);
    from = to + 1;
  }
  return pieces;
}

function splitWords(text: string): readonly string[] {
  let spaced = "";
  for (const letter of text) {
    if (whitespace.test(letter)) spaced += " ";
    else if (letter === "\0" || notShown.test(letter)) continue;
    else spaced += chinese.test(letter) ? ` ${letter} ` : letter;
  }
  let separate = "";
  for (const letter of spaced.normalize("NFD").replace(accent, "").toLowerCase()) {
    separate += alone.test(letter) ? ` ${letter} ` : letter;
  }
  return separate.split(" ").filter((word) => word !== "");
}
