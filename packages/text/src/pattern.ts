/** In characters. Callers refuse a longer pattern. */
export const longestPattern = 200;

/**
 * Compiles a pattern for lines: text, with `*` for anything, `|` between alternatives, `^` and `$` for the line's ends,
 * ignoring case. It never backtracks, so the time is at most in proportion to the line's length times the pattern's,
 * which is limited: a model's bad pattern can't stop the process.
 */
export function parsePattern(pattern: string): (line: string) => boolean {
  const alternatives = pattern.toLowerCase().split("|").map(parseAlternative);
  return (line) => {
    const lower = line.toLowerCase();
    return alternatives.some((matches) => matches(lower));
  };
}

function parseAlternative(text: string): (line: string) => boolean {
  const start = text.startsWith("^");
  const end = text.endsWith("$") && text.length > Number(start);
  const pieces = text.slice(Number(start), text.length - Number(end)).split(/\.?\*/);
  return (line) => {
    let place = 0;
    for (const [index, piece] of pieces.entries()) {
      const last = index === pieces.length - 1;
      const found = last && end ? findLastPlace(line, piece, place) : line.indexOf(piece, place);
      if (found === -1 || (index === 0 && start && found !== 0)) return false;
      place = found + piece.length;
    }
    return true;
  };
}

function findLastPlace(line: string, piece: string, from: number): number {
  const place = line.length - piece.length;
  return place >= from && line.endsWith(piece) ? place : -1;
}
