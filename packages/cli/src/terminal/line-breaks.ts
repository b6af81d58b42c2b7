import { measureColumns } from "./text.js";

/** Breaks text that comes in pieces between words, so that a terminal does not break it inside one. */
export interface LineBreaker {
  /** Returns the text that can be written so far. Near the end of a line, a word waits until it is complete. */
  next(piece: string): string;
  /** The word that waits. */
  rest(): string;
}

/** Columns. Further than this from the end of a line, a word is written as it comes: few are longer. */
const longWord = 24;

/** `readColumns` is asked for every word, because a window may change its size; null for output without line breaks. */
export function makeLineBreaker(readColumns: () => number | null): LineBreaker {
  let column = 0;
  let word = "";
  let isBegun = false;
  const placed = (isWhole: boolean): string => {
    const width = measureColumns(word);
    const room = readColumns() ?? Number.POSITIVE_INFINITY;
    if (!isWhole && !isBegun && column + width + longWord > room) return "";
    const breaks = !isBegun && column > 0 && column + width > room ? "\n" : "";
    const written = breaks + word;
    column = breaks === "" ? column + width : width;
    isBegun = !isWhole && (isBegun || word !== "");
    word = "";
    return written;
  };
  return {
    next(piece) {
      if (readColumns() === null) return piece;
      let written = "";
      for (const part of piece.split(/(\s)/)) {
        if (!/^\s$/.test(part)) {
          word += part;
          continue;
        }
        written += placed(true) + part;
        column = part === "\n" ? 0 : column + measureColumns(part);
      }
      return written + placed(false);
    },
    rest() {
      const written = placed(true);
      column = 0;
      return written;
    },
  };
}
