import { listContentWords, type Word } from "@clewline/text/content-words.js";
import { findMatches } from "@clewline/text/find-matches.js";
import { lower, negation, neutral, promise, restriction, upper } from "./cues.js";
import type { Span } from "./phrases.js";

/** The denials and obligations of a text: the part of its meaning that a bag of words loses. */
export interface Stance {
  readonly denials: readonly Denial[];
  readonly upper: boolean;
  readonly lower: boolean;
  readonly binds: boolean;
  readonly promises: boolean;
}

interface Denial {
  /** The word that it most likely denies: the next one of its clause, or the one before. */
  readonly first: string | null;
  readonly reach: ReadonlySet<string>;
}

const furthest = 3;

export function readStance(text: string, words: readonly Word[] = listContentWords(text)): Stance {
  const plain = neutral.blankedIn(text);
  // "No more than" is a bound and denies nothing, and "no less than" is not the bound that its end suggests.
  const atMost = findFirmUppers(plain);
  const atLeast = lower.isIn(clearSpans(plain, atMost));
  const bare = lower.blankedIn(upper.blankedIn(plain));
  return {
    denials: negation.spansIn(bare).map((span) => makeDenial(span, text, words)),
    upper: atMost.length > 0,
    lower: atLeast,
    binds: restriction.isIn(text),
    promises: promise.isIn(text),
  };
}

function findFirmUppers(text: string): readonly Span[] {
  const lowers = lower.spansIn(text);
  const covers = (outer: Span, inner: Span) =>
    outer.start <= inner.start && outer.end >= inner.end && outer.end - outer.start > inner.end - inner.start;
  return upper.spansIn(text).filter((span) => !lowers.some((other) => covers(other, span)));
}

function clearSpans(text: string, spans: readonly Span[]): string {
  let rest = text;
  for (const { start, end } of spans) rest = rest.slice(0, start) + " ".repeat(end - start) + rest.slice(end);
  return rest;
}

function makeDenial({ start, end }: Span, text: string, words: readonly Word[]): Denial {
  const clause = findClause(text, start, end);
  const inside = words.filter((word) => word.start >= clause.start && word.end <= clause.end);
  const after = inside.filter((word) => word.start >= start && word.end > end).slice(0, furthest);
  const before = inside.filter((word) => word.end <= start).slice(-furthest);
  const reached = after.length > 0 ? after : before.toReversed();
  return { first: reached[0]?.stem ?? null, reach: new Set([...after, ...before].map(({ stem }) => stem)) };
}

function findClause(text: string, start: number, end: number): Span {
  let from = 0;
  for (const match of findMatches(text, clauseMarks)) {
    if (match.index >= end) return { start: from, end: match.index };
    if (match.index < start) from = match.index + match[0].length;
  }
  return { start: from, end: text.length };
}

const clauseMarks = /[,;:!?，。；！？、\n]|\.\s|→/gu;
