/**
 * Scores texts by how well they answer a question, by its words alone.
 *
 * 1. A word's weight is computed from the offered texts only.
 * 2. Long texts contain many words by chance: each counts less there, and repetitions count little.
 */
import { listContentWords } from "@clewline/text/content-words.js";

/** Only the beginning of a long text counts. */
const looked = 4_000;
/** How soon a repeated word stops counting, and how much a text's length counts. */
const [saturation, lengthPart] = [1.2, 0.75];

/** A score for each text; 0 for one without any word of the question. */
export function scoreTexts(question: string, texts: readonly string[]): readonly number[] {
  const asked = new Set(listContentWords(question).map(({ stem }) => stem));
  const known = new Map<string, readonly string[]>();
  const counts = texts.map((text) => countAskedStems(text.slice(0, looked), asked, known));
  const weights = weighStems(counts);
  const mean = texts.reduce((sum, text) => sum + text.length, 0) / Math.max(1, texts.length);
  return counts.map((own, index) => {
    const length = 1 - lengthPart + (lengthPart * (texts[index]?.length ?? 0)) / Math.max(1, mean);
    let score = 0;
    for (const [stem, count] of own) {
      score += ((weights.get(stem) ?? 0) * count * (saturation + 1)) / (count + saturation * length);
    }
    return score;
  });
}

/** Runs of characters in content words. Most runs recur, and each is analysed once. */
const runs = /[\p{L}\p{M}\p{N}_]+/gu;

/** How often a text contains each of the question's words. */
function countAskedStems(
  text: string,
  asked: ReadonlySet<string>,
  known: Map<string, readonly string[]>,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const run of text.match(runs) ?? []) {
    const stems = known.get(run) ?? listContentWords(run).flatMap(({ stem }) => (asked.has(stem) ? [stem] : []));
    known.set(run, stems);
    for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  }
  return counts;
}

function weighStems(held: readonly ReadonlyMap<string, number>[]): ReadonlyMap<string, number> {
  const holders = new Map<string, number>();
  for (const counts of held) for (const stem of counts.keys()) holders.set(stem, (holders.get(stem) ?? 0) + 1);
  return new Map([...holders].map(([stem, count]) => [stem, Math.log(1 + held.length / count)]));
}
