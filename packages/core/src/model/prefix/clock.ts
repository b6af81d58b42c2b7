/** Tells a text that only has another date or time from one that says something else. */

const dated =
  /\d[-/.:]\d|\b(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b|\d{10}|[ap]m\b/i;
const clockWord =
  /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?$|^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*$|^(?:am|pm|utc|gmt|t|z|st|nd|rd|th)$/i;

/** A longer difference is more than a date. */
const longest = 4_000;
/** Characters around a difference in which a date is looked for: only its seconds may differ. */
const around = 24;

/** Whether two texts differ in nothing but a date or a time. */
export function differsInClock(before: string, after: string): boolean {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  if (before.length - start - end > longest || after.length - start - end > longest || before === after) return false;
  const cut = (text: string) => widen(text, start, text.length - end);
  const [old, now] = [cut(before), cut(after)];
  return dated.test(now.near) && dropClock(old.words) === dropClock(now.words);
}

/** The difference with the words that it is in, and what stands around it. */
function widen(text: string, start: number, end: number): { readonly words: string; readonly near: string } {
  const isWord = (place: number) => /[\p{L}\p{N}]/u.test(text.charAt(place));
  let from = start;
  while (from > 0 && start - from < around && isWord(from - 1)) from -= 1;
  let to = end;
  while (to < text.length && to - end < around && isWord(to)) to += 1;
  return { words: text.slice(from, to), near: text.slice(Math.max(0, start - around), end + around) };
}

function dropClock(text: string): string {
  return text.replace(/\p{L}+/gu, (word) => (clockWord.test(word) ? "" : word)).replace(/[\d\s:.,/+-]+/g, "");
}
