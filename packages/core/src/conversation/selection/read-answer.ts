/**
 * Reads which of the numbered exchanges a model's answer names.
 *
 * 1. In doubt more is kept: several lists are joined, and an unreadable answer is null, never an empty list.
 * 2. It takes one pass over the text, and none over a text longer than a real answer can be.
 */
import { isObject } from "@clewline/text/json.js";

/** Room for ten thousand numbers with some reasoning. */
const longestAnswer = 200_000;

/** Numbers from 1 to `count`, ascending, each once. Null for an unreadable answer. */
export function parsePickedNumbers(answer: string, count: number): readonly number[] | null {
  if (answer.length > longestAnswer) return null;
  const pieces = splitPieces(answer);
  if (pieces === null) return null;
  const lists = pieces.flatMap((piece) => {
    const list = readPieceList(piece);
    return list === null ? [] : [{ list, alone: piece.alone }];
  });
  // A list on its own lines is the answer; if there is one, lists in running text are reasons.
  const alone = lists.filter((each) => each.alone);
  const named = (alone.length > 0 ? alone : lists).map(({ list }) => list);
  const entries = named.flatMap(keepNumbers);
  const picked = [...new Set(entries)].filter(
    (number) => Number.isSafeInteger(number) && number >= 1 && number <= count,
  );
  const isExplicit = named.length > 0 && named.every((list) => list.length === 0);
  // An answer with only invalid numbers is a misunderstanding, not "none".
  return picked.length > 0 || isExplicit ? picked.sort((a, b) => a - b) : null;
}

/** A stretch of the answer from a bracket to the one that closes it. */
interface Piece {
  readonly text: string;
  /** Whether nothing else is on its lines. */
  readonly alone: boolean;
}

/** The outermost pieces. Null if a bracket is never closed: the answer was cut off. */
function splitPieces(answer: string): readonly Piece[] | null {
  const pieces: Piece[] = [];
  let depth = 0;
  let start = 0;
  let quoted = false;
  for (let place = 0; place < answer.length; place++) {
    const character = answer.charAt(place);
    if (quoted) {
      if (character === "\\") place++;
      else if (character === '"') quoted = false;
    } else if (character === '"') {
      quoted = depth > 0;
    } else if (character === "[" || character === "{") {
      if (depth === 0) start = place;
      depth += 1;
    } else if ((character === "]" || character === "}") && depth > 0) {
      depth -= 1;
      if (depth === 0) pieces.push({ text: answer.slice(start, place + 1), alone: isAlone(answer, start, place + 1) });
    }
  }
  return depth === 0 ? pieces : null;
}

/** Longer than a code fence with its language. */
const longestFrame = 16;

function isAlone(answer: string, start: number, end: number): boolean {
  const before =
    answer
      .slice(Math.max(0, start - longestFrame), start)
      .split(/[\r\n]/)
      .at(-1) ?? "";
  const after = answer.slice(end, end + longestFrame).split(/[\r\n]/, 1)[0] ?? "";
  return [before, after].every((frame) => frame.length < longestFrame && /^\s*[`*]*(?:json)?[`*\s]*$/i.test(frame));
}

/** The list in a piece, or the only list in an object; null for anything else. */
function readPieceList({ text, alone }: Piece): readonly unknown[] | null {
  // An empty checkbox, as in a list of tasks.
  if (!alone && /^\[\s+\]$/.test(text)) return null;
  const value = tryParseJson(text);
  if (Array.isArray(value)) return value;
  const lists = isObject(value) ? Object.values(value).filter((held) => Array.isArray(held)) : [];
  return lists.length === 1 ? (lists[0] ?? null) : null;
}

function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Brackets may contain ordinary words.
    return null;
  }
}

/** Strings of digits count only in a list without anything else: beside numbers they mean something else. */
function keepNumbers(list: readonly unknown[]): readonly number[] {
  const isWritten = list.every((each) => typeof each === "string" && /^\d{1,9}$/.test(each));
  return isWritten ? list.map(Number) : list.filter((each) => typeof each === "number");
}
