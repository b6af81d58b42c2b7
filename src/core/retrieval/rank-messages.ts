/**
 * Ranks messages by how well they answer a question.
 *
 * 1. Words weigh by their rarity in the scope that is searched, and nowhere else.
 * 2. Messages lend weight to their neighbours: an answer seldom holds the words of its question.
 * 3. Every sign is between 0 and 1 before its weight; see `recipe.ts`.
 */
import { listContentWords } from "../text/content-words.js";
import { rememberByText } from "../text/remember.js";
import { scoreDate } from "./date-spans.js";
import { preferNewest } from "./prefer-newest.js";
import type { Question } from "./question.js";
import type { RankedMessage, Rarity, SaidMessage } from "./ranked-message.js";
import { type Recipe, recipe as shipped } from "./recipe.js";
import { holdsTime } from "./time-words.js";
import { weighWord } from "./weigh-word.js";

/** Messages of a lane follow one another in the list, oldest first. The answer is best first. */
export function rankMessages<Message extends SaidMessage>(
  question: Question,
  messages: readonly Message[],
  rarity: Rarity,
  recipe: Recipe = shipped,
): readonly RankedMessage<Message>[] {
  if (messages.length === 0) return [];
  const texts = readTexts(messages, question.stems);
  const weights = weighStems(question.stems, texts, rarity);
  const parts = scoreWords(texts, weights);
  const own = parts.map(sumParts);
  const groups = findConversations(messages);
  const spoken = orderSpoken(messages);
  const signs = { messages, texts, weights, parts, own, groups, spoken, question, recipe };
  const words = scale(spreadWords(signs));
  const meaning = scoreMeaning(signs);
  const around = scoreConversations(signs);
  const scored = messages.map((message, index) => ({
    message,
    matched: texts[index]?.counts.size ?? 0,
    score:
      (words[index] ?? 0) +
      recipe.meaning * (meaning[index] ?? 0) +
      recipe.conversation * (around[index] ?? 0) +
      scoreMessage(signs, index),
  }));
  const best = scored.sort((a, b) => b.score - a.score || b.message.at - a.message.at || b.message.seq - a.message.seq);
  if (!recipe.newestFirst) return best;
  const places = new Map<SaidMessage, number>(messages.map((message, index) => [message, index]));
  return preferNewest(best, {
    heldBy: (message) => texts[places.get(message) ?? -1]?.counts ?? new Map(),
    weightOf: (stem) => weights.get(stem) ?? 0,
    stemsOf: ({ text }) => new Set(listStems(text.slice(0, looked))),
  });
}

interface ReadText {
  /** How often it holds each stem of the question that it holds. */
  readonly counts: ReadonlyMap<string, number>;
  /** Its content words. */
  readonly length: number;
  readonly asks: boolean;
}

interface Signs {
  readonly messages: readonly SaidMessage[];
  readonly texts: readonly ReadText[];
  readonly weights: ReadonlyMap<string, number>;
  readonly parts: readonly ReadonlyMap<string, number>[];
  readonly own: readonly number[];
  /** The conversation that each belongs to. */
  readonly groups: readonly number[];
  readonly spoken: Spoken;
  readonly question: Question;
  readonly recipe: Recipe;
}

/** Only the beginning of a long text counts. */
const looked = 4_000;

function readTexts(messages: readonly SaidMessage[], stems: readonly string[]): readonly ReadText[] {
  const asked = new Set(stems);
  return messages.map(({ text, held = [] }) => {
    const counts = new Map<string, number>(held.filter((stem) => asked.has(stem)).map((stem) => [stem, 0]));
    const words = listStems(text.slice(0, looked));
    for (const stem of words) if (asked.has(stem)) counts.set(stem, (counts.get(stem) ?? 0) + 1);
    for (const [stem, count] of counts) if (count === 0) counts.set(stem, 1);
    return { counts, length: words.length, asks: /[?？]["'”’»)\]\s]*$/u.test(text) };
  });
}

const listStems = rememberByText((text: string) => listContentWords(text).map(({ stem }) => stem), {
  texts: 4_000,
  characters: 1_000_000,
});

function weighStems(
  stems: readonly string[],
  texts: readonly ReadText[],
  { messages, holders }: Rarity,
): ReadonlyMap<string, number> {
  return new Map(
    stems.map((stem) => {
      const among = texts.reduce((sum, { counts }) => sum + (counts.has(stem) ? 1 : 0), 0);
      const held = Math.max(among, holders?.get(stem) ?? 0);
      return [stem, held === 0 ? 0 : weighWord(held, messages)];
    }),
  );
}

/** How soon a repeated word stops counting, and how much a text's length counts. */
const [saturation, lengthPart] = [0.9, 0.4];

/** What each word of the question adds to a message's score. */
function scoreWords(
  texts: readonly ReadText[],
  weights: ReadonlyMap<string, number>,
): readonly ReadonlyMap<string, number>[] {
  const mean = Math.max(1, texts.reduce((sum, { length }) => sum + length, 0) / texts.length);
  return texts.map(({ counts, length }) => {
    const long = 1 - lengthPart + (lengthPart * length) / mean;
    const parts = new Map<string, number>();
    for (const [stem, count] of counts) {
      parts.set(stem, ((weights.get(stem) ?? 0) * count * (saturation + 1)) / (count + saturation * long));
    }
    return parts;
  });
}

function sumParts(parts: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const part of parts.values()) sum += part;
  return sum;
}

/** Messages further apart in their lane or in time are no neighbours. */
const [reach, pauseMs] = [8, 4 * 3_600_000];

/** Numbers the conversations: a run of messages of one lane without a long pause. */
function findConversations(messages: readonly SaidMessage[]): readonly number[] {
  let group = 0;
  return messages.map((message, index) => {
    const before = messages[index - 1];
    const isSoon = before !== undefined && message.at - before.at <= pauseMs;
    const isOfTurn = before?.turn !== undefined && before.turn !== null && before.turn === message.turn;
    const goesOn = before?.lane === message.lane && (isSoon || isOfTurn);
    if (!goesOn) group += 1;
    return group;
  });
}

/** The place of a neighbour in the list, tools passed over; null if nobody spoke there. */
function findNeighbour({ messages, groups, spoken }: Signs, index: number, step: number): number | null {
  const rank = spoken.get(index);
  const place = rank === undefined ? undefined : spoken.order[rank + step];
  const [one, other] = [messages[index], place === undefined ? undefined : messages[place]];
  if (place === undefined || one === undefined || other === undefined || groups[index] !== groups[place]) return null;
  return Math.abs(other.seq - one.seq) <= reach * Math.abs(step) ? place : null;
}

/** The places of what was said, and the rank of each among them. */
interface Spoken {
  readonly order: readonly number[];
  get(index: number): number | undefined;
}

function orderSpoken(messages: readonly SaidMessage[]): Spoken {
  const order = messages.flatMap(({ isOfTool }, index) => (isOfTool === true ? [] : [index]));
  const ranks = new Map(order.map((index, rank) => [index, rank]));
  return { order, get: (index) => ranks.get(index) };
}

/**
 * Neighbours lend a part of what their words are worth: half of that if the message has the word itself, since messages in
 * a row often share theirs, and all of them together less than having it.
 */
function spreadWords(signs: Signs): readonly number[] {
  const { own, parts, recipe } = signs;
  const steps = recipe.neighbours.flatMap((part, far) => [
    { part, step: -far - 1 },
    { part, step: far + 1 },
  ]);
  return own.map((score, index) => {
    const lent = new Map<string, number>();
    for (const { part, step } of steps) {
      const place = findNeighbour(signs, index, step);
      if (place === null) continue;
      for (const [stem, value] of parts[place] ?? []) {
        const worth = part * value * (parts[index]?.has(stem) ? 0.5 : 1);
        lent.set(stem, Math.min(value * mostLent, (lent.get(stem) ?? 0) + worth));
      }
    }
    let sum = score;
    for (const worth of lent.values()) sum += worth;
    return sum;
  });
}

/** The most that neighbours lend of a word, as a part of its worth to one of them. */
const mostLent = 0.7;

/** Divides by the largest. */
function scale(values: readonly number[]): readonly number[] {
  const most = values.reduce((best, value) => Math.max(best, value), 0);
  return most === 0 ? values : values.map((value) => value / most);
}

/** Between the least and the most alike; 0 everywhere where nothing is known. */
function scoreMeaning(signs: Signs): readonly number[] {
  const { messages, recipe } = signs;
  const known = messages.flatMap(({ likeness }) => likeness ?? []);
  if (known.length === 0 || recipe.meaning === 0) return [];
  const least = known.reduce((a, b) => Math.min(a, b));
  const alike = messages.map(({ likeness }) => (likeness ?? least) - least);
  const beside = (index: number, step: number) => {
    const place = findNeighbour(signs, index, step);
    return place === null ? 0 : (alike[place] ?? 0);
  };
  return scale(alike.map((own, index) => own + recipe.meaningBeside * (beside(index, -1) + beside(index, 1))));
}

function scoreConversations({ texts, groups, weights, recipe }: Signs): readonly number[] {
  if (recipe.conversation === 0) return [];
  const held = new Map<number, Map<string, number>>();
  for (const [index, { counts }] of texts.entries()) {
    const group = groups[index] ?? 0;
    const sums = held.get(group) ?? new Map<string, number>();
    held.set(group, sums);
    for (const stem of counts.keys()) sums.set(stem, (sums.get(stem) ?? 0) + 1);
  }
  const scores = new Map(
    [...held].map(([group, sums]) => {
      let score = 0;
      for (const [stem, count] of sums) score += ((weights.get(stem) ?? 0) * count) / (count + 2);
      return [group, score];
    }),
  );
  return scale(groups.map((group) => scores.get(group) ?? 0));
}

/** The signs of the message itself, besides its words. */
function scoreMessage({ messages, texts, question, recipe }: Signs, index: number): number {
  const [message, read] = [messages[index], texts[index]];
  if (message === undefined || read === undefined) return 0;
  const isNamed = question.named.has(message.speaker);
  return (
    (isNamed ? recipe.named : 0) +
    (message.speaker === question.addressed ? recipe.addressed : 0) +
    (question.spans.length === 0 ? 0 : recipe.date * scoreDate(question.spans, message.at)) +
    (question.asksWhen && holdsTime(message.text) ? recipe.time : 0) +
    (read.asks ? -recipe.asking : 0) -
    (message.isOfTool === true ? recipe.ofTool : 0)
  );
}
