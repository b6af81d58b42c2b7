import { interjections, pleasantries, weather } from "./cues.js";

/** Removes polite phrases. Nothing of weight is left of a greeting. */
export function stripSmallTalk(sentence: string): string {
  return pleasantries.blankedIn(dropInterjections(sentence));
}

/** Removes clauses that consist of interjections. No such phrase extends beyond its clause. */
function dropInterjections(sentence: string): string {
  const blanked = interjections.blankedIn(sentence);
  if (blanked === sentence) return sentence;
  let kept = "";
  let start = 0;
  for (const clause of sentence.split(/(?<=[,;!.?…，。！？、])|(?<=\s[–—-]\s)/u)) {
    const end = start + clause.length;
    if (!saysWord.test(clause) || saysWord.test(blanked.slice(start, end))) kept += clause;
    start = end;
  }
  return kept;
}

const saysWord = /[\p{L}\p{N}]/u;

export function isWeather(sentence: string): boolean {
  return weather.isIn(sentence);
}
