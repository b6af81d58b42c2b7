import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { makeRandom } from "../own-talk/seeded-random.js";

/** Some lines of a file. */
export interface Piece {
  readonly kind: string;
  readonly from: string;
  readonly text: string;
}

const linesInPiece = 40;
const mostPieces = 5_000;
const mostBytes = 4_000_000;
/** Longer pieces are packed code, which nobody reads by lines. */
const mostCharacters = 8_000;

/** Kinds of text by the names of files, and how many pieces of one file are enough. There are few lockfiles, logs and chats, and all are long. */
const kinds: readonly (readonly [kind: string, names: RegExp, mostOfFile: number])[] = [
  ["lockfile", /(?:[.-]lock(?:\.json|\.ya?ml)?|go\.sum)$/, 200],
  ["log", /\.log$/, 100],
  ["chat", /\.(?:txt|jsonl)$/, 40],
  ["yaml", /\.ya?ml$/, 8],
  ["markdown", /\.(?:mdx?|rst|adoc)$/, 8],
  ["data", /\.(?:json|csv|tsv|xml|svg|toml|ini|map)$/, 8],
  ["source", /./, 8],
];

/** At most 5,000 pieces of 40 lines, as many of each kind as there are, drawn from all files in the places, the same in every run. */
export function readOrdinary(places: readonly string[]): readonly Piece[] {
  const random = makeRandom(1);
  const files = shuffle(places.flatMap(listTexts), random.pickNumber);
  const drawn = kinds.map((row) => drawPieces(files, row, random.pickNumber));
  const pieces: Piece[] = [];
  let fresh: readonly Piece[] = [];
  do {
    fresh = drawn.flatMap((each) => each.next().value ?? []);
    pieces.push(...fresh);
  } while (fresh.length > 0 && pieces.length < mostPieces);
  return pieces.slice(0, mostPieces);
}

function* drawPieces(
  files: readonly string[],
  [kind, , most]: (typeof kinds)[number],
  pick: (limit: number) => number,
): Generator<Piece, undefined> {
  for (const file of files) {
    if (kinds.find(([, names]) => names.test(file))?.[0] !== kind) continue;
    for (const text of shuffle(cutPieces(file), pick).slice(0, most)) yield { kind, from: file, text };
  }
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
function cutPieces(path: string): readonly string[] {
  const text = readFileSync(path, "utf8");
  if (/[\0\ufffd]/.test(text)) return [];
  const lines = text.split("\n");
  const count = Math.ceil(lines.length / linesInPiece);
  return Array.from({ length: count }, (_, index) =>
    lines.slice(index * linesInPiece, (index + 1) * linesInPiece).join("\n"),
  ).filter((part) => part.trim() !== "" && part.length <= mostCharacters);
}

function shuffle<Item>(items: readonly Item[], pick: (limit: number) => number): readonly Item[] {
  const mixed = [...items];
  for (let place = mixed.length - 1; place > 0; place--) {
    const other = pick(place + 1);
    [mixed[place], mixed[other]] = [mixed[other] as Item, mixed[place] as Item];
  }
  return mixed;
}
