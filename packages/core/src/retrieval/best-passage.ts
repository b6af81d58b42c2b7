import { isLongText, looked, readText } from "./read-text.js";
import { averageLength, countStems, scoreWords, sumParts } from "./score-words.js";

export interface BestPassage {
  readonly text: string;
  readonly stems: ReadonlySet<string>;
}

/** A view shows a passage or two of a text, and looks for them no further on than this. */
const mostStretches = 25;

/** The passage of a long text that answers best, the first where none has a word of the question; all of a short text. */
export function findBestPassage(text: string, weights: ReadonlyMap<string, number>): BestPassage {
  const count = Math.max(1, Math.min(mostStretches, Math.ceil(text.length / looked)));
  const stretches = Array.from({ length: count }, (_, index) => text.slice(index * looked, (index + 1) * looked));
  const found = stretches.flatMap((stretch) => scorePassages(stretch, weights));
  const [first = { text, stems: new Set<string>(), score: 0 }] = found;
  const best = found.reduce((one, other) => (other.score > one.score ? other : one), first);
  const isLong = stretches.some((stretch) => isLongText(readText(stretch)));
  return isLong ? best : { ...first, text };
}

function scorePassages(stretch: string, weights: ReadonlyMap<string, number>) {
  const read = readText(stretch);
  const mean = averageLength(read.passages);
  return countStems(read, weights.keys()).passages.map((passage, place) => {
    const { from, to } = read.passages[place] ?? { from: 0, to: stretch.length };
    const stems = [...read.stems].filter(([, places]) => places.includes(place)).map(([stem]) => stem);
    const score = sumParts(scoreWords(passage, weights, mean));
    return { text: stretch.slice(from, to).trim(), stems: new Set(stems), score };
  });
}
