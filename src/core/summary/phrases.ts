/** The languages that the cue tables know. Numbers, dates, paths and names are found in any. */
type Language = "en" | "de" | "fr" | "es" | "ru" | "zh";

/**
 * Phrases parted by `|`, by language: `*` stands for any letters, `…` for up to four words between. Upper and lower case
 * are one, and so are both apostrophes. Chinese puts no space between words, so its phrases are found anywhere.
 */
export type Phrases = Readonly<Partial<Record<Language, string>>>;

export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Matcher {
  isIn(text: string): boolean;
  spansIn(text: string): readonly Span[];
  /** The text with spaces where the phrases were; every other character stays as it is, where it is. */
  blankedIn(text: string): string;
}

export function matcherOf(phrases: Phrases): Matcher {
  const pattern = Object.entries(phrases)
    .map(([language, list]) => patternOf(list, language === "zh"))
    .join("|");
  const once = new RegExp(pattern, "u");
  const all = new RegExp(pattern, "gu");
  const spansIn = (text: string) =>
    [...straight(text).matchAll(all)].map((match) => ({ start: match.index, end: match.index + match[0].length }));
  return {
    isIn: (text) => once.test(straight(text)),
    spansIn,
    blankedIn: (text) => blanked(text, spansIn(text)),
  };
}

function blanked(text: string, spans: readonly Span[]): string {
  let [shown, end] = ["", 0];
  for (const span of spans) {
    shown += text.slice(end, span.start) + " ".repeat(span.end - span.start);
    end = span.end;
  }
  return shown + text.slice(end);
}

function patternOf(list: string, anywhere: boolean): string {
  const phrases = list.split("|").sort((a, b) => b.length - a.length);
  const either = phrases.map(phrasePattern).join("|");
  return anywhere ? `(?:${either})` : `(?<![\\p{L}\\p{N}_])(?:${either})(?![\\p{L}\\p{N}_])`;
}

function phrasePattern(phrase: string): string {
  return phrase
    .replace(/[.()[\]?+^$\\]/g, "\\$&")
    .replaceAll(" … ", "(?:[^\\S\\n]+[^\\s.!?;:,]+){0,4}?[^\\S\\n]+")
    .replaceAll(" ", "\\s+")
    .replace(/\*(ed)?/g, (_, ending?: string) => (ending === undefined ? "[\\p{L}\\p{M}]*" : pastEnding));
}

/** "need" and "red" end so too, and are no past. */
const pastEnding = "\\p{L}{2,}(?<!e)ed";

/** No character gets longer or shorter, so that places stay. */
function straight(text: string): string {
  return text.replaceAll("İ", "I").toLowerCase().replace(/[’ʼ]/g, "'");
}
