import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { makeRandom } from "../own-talk/seeded-random.js";

/** Some lines of a file. */
export interface Piece {
  readonly from: string;
  readonly text: string;
}

const linesInPiece = 40;
const mostPieces = 5_000;
const mostBytes = 400_000;
const mostOfFile = 8;
/** Longer pieces are packed code, which nobody reads by lines. */
const mostCharacters = 8_000;

/** At most 5,000 pieces of 40 lines, drawn from all files of text in the places, the same in every run. */
export function readOrdinary(places: readonly string[]): readonly Piece[] {
  const random = makeRandom(1);
  const files = shuffle(places.flatMap(listTexts), random.pickNumber);
  const pieces: Piece[] = [];
  for (const file of files) {
    if (pieces.length >= mostPieces) break;
    pieces.push(...shuffle(cutPieces(file), random.pickNumber).slice(0, mostOfFile));
  }
  return pieces.slice(0, mostPieces);
}

function listTexts(place: string): readonly string[] {
  if (!statSync(place).isDirectory()) return [place];
  return readdirSync(place, { withFileTypes: true }).flatMap((entry) => {
    const path = join(place, entry.name);
    if (entry.isDirectory()) return entry.name === ".git" ? [] : listTexts(path);
    return entry.isFile() && statSync(path).size <= mostBytes ? [path] : [];
  });
}

/** Files with bytes that no text has give nothing. */
function cutPieces(path: string): readonly Piece[] {
  const text = readFileSync(path, "utf8");
  if (/[\0\ufffd]/.test(text)) return [];
  const lines = text.split("\n");
  const count = Math.ceil(lines.length / linesInPiece);
  return Array.from({ length: count }, (_, index) => ({
    from: path,
    text: lines.slice(index * linesInPiece, (index + 1) * linesInPiece).join("\n"),
  })).filter(({ text: part }) => part.trim() !== "" && part.length <= mostCharacters);
}

function shuffle<Item>(items: readonly Item[], pick: (limit: number) => number): readonly Item[] {
  const mixed = [...items];
  for (let place = mixed.length - 1; place > 0; place--) {
    const other = pick(place + 1);
    [mixed[place], mixed[other]] = [mixed[other] as Item, mixed[place] as Item];
  }
  return mixed;
}
