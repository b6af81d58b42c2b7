import { rememberByText } from "@clewline/text/remember.js";
import { findPhraseEnd, type Phrase } from "./phrase.js";
import { indexPhrases, type PhraseIndex, type Phrases } from "./phrase-index.js";
import { type StraightText, straighten } from "./straighten.js";

export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Matcher {
  isIn(text: string): boolean;
  spansIn(text: string): readonly Span[];
  /** Replaces the phrases by spaces; every other character keeps its place. */
  blankedIn(text: string): string;
}

/**
 * Makes a matcher for each table. All share one prepared form of a text, made once, with the places where any phrase
 * may begin; the tables are indexed at the first text.
 */
export function makeMatchers<Name extends string>(
  tables: Readonly<Record<Name, Phrases>>,
): Readonly<Record<Name, Matcher>> {
  let index: PhraseIndex | undefined;
  const remembered = rememberByText(
    (text) => {
      index ??= indexPhrases(Object.values(tables));
      return straighten(text, index);
    },
    { texts: 400, characters: 80_000 },
  );
  // Many tables are asked about one text after another.
  let [last, lastStraight]: [string, StraightText | null] = ["", null];
  const straightened = (text: string) => {
    if (lastStraight !== null && text === last) return lastStraight;
    last = text;
    lastStraight = remembered(text);
    return lastStraight;
  };
  const matchers = Object.keys(tables).map((name, table) => [name, makeMatcher(table, straightened)] as const);
  return Object.fromEntries(matchers) as Record<Name, Matcher>;
}

function makeMatcher(table: number, straightened: (text: string) => StraightText): Matcher {
  const spansIn = (text: string) => findSpans(table, straightened(text));
  return {
    isIn: (text) => isFound(table, straightened(text)),
    spansIn,
    blankedIn: (text) => clearSpans(text, spansIn(text)),
  };
}

function isFound(table: number, { text, starts, beginnings }: StraightText): boolean {
  for (let place = 0; place < starts.length; place += 1) {
    const phrases = beginnings[place]?.[table];
    if (phrases !== undefined && findFirstEnd(phrases, text, starts[place] ?? 0) !== -1) return true;
  }
  return false;
}

function findSpans(table: number, { text, starts, beginnings }: StraightText): readonly Span[] {
  const spans: Span[] = [];
  let done = 0;
  for (let place = 0; place < starts.length; place += 1) {
    const phrases = beginnings[place]?.[table];
    const start = starts[place] ?? 0;
    if (phrases === undefined || start < done) continue;
    const end = findFirstEnd(phrases, text, start);
    if (end === -1) continue;
    spans.push({ start, end });
    done = end;
  }
  return spans;
}

function findFirstEnd(phrases: readonly Phrase[], text: string, start: number): number {
  for (const phrase of phrases) {
    const end = findPhraseEnd(phrase, text, start);
    if (end !== -1) return end;
  }
  return -1;
}

function clearSpans(text: string, spans: readonly Span[]): string {
  let [shown, end] = ["", 0];
  for (const span of spans) {
    shown += text.slice(end, span.start) + " ".repeat(span.end - span.start);
    end = span.end;
  }
  return shown + text.slice(end);
}
