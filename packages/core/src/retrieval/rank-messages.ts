/**
 * Ranks messages by how well they answer a question.
 *
 * 1. Words weigh by their rarity in the scope that is searched, and nowhere else.
 * 2. Messages lend weight to their neighbours: an answer seldom holds the words of its question.
 * 3. A long message counts by its best passage, and a little as a whole.
 * 4. Every sign is between 0 and 1 before its weight; see `recipe.ts`.
 */
import { scoreDate } from "../log/times/date-spans.js";
import { type Question, tellsMuch } from "./question.js";
import { type ReadText, readText } from "./read-text.js";
import { type Recipe, recipe as shipped } from "./recipe.js";
import { compareAge, type Ranking, type SaidMessage } from "./said-message.js";
import { scoreRoutine } from "./score-routine.js";
import {
  averageLength,
  averageLengths,
  type CountedText,
  countStems,
  type Parts,
  type Rarity,
  scoreText,
  scoreWords,
  sumParts,
  weighStems,
} from "./score-words.js";
import { holdsTime } from "./time-words.js";

/** Messages of a lane follow one another in the list, oldest first. The answer is best first. */
export function rankMessages<Message extends SaidMessage>(
  question: Question,
  messages: readonly Message[],
  rarity: Rarity,
  recipe: Recipe = shipped,
): Ranking<Message> {
  const texts = messages.map(({ text }) => readText(text));
  const asked = [...question.stems.keys()];
  const counted = texts.map((text, index) => countStems(text, asked, messages[index]?.held));
  const weights = weighStems(question.stems, counted, rarity);
  const means = averageLengths(counted);
  const parts = counted.map((each) => scoreText(each, weights, means));
  const signs: Signs = {
    ...{ messages, texts, counted, parts, question, recipe },
    groups: findConversations(messages),
    spoken: orderSpoken(messages),
  };
  const words = scale(spreadWords(signs));
  const meaning = scoreMeaning(signs);
  const around = scoreConversations(signs);
  const conversation = recipe.conversation * (tellsMuch(question) ? 2 : 1);
  const routine = recipe.routine === 0 ? [] : scoreRoutine(texts, signs.groups, new Set(asked));
  const scored = messages.map((message, index) => ({
    message,
    score:
      (words[index] ?? 0) +
      recipe.meaning * (meaning[index] ?? 0) +
      conversation * (around[index] ?? 0) +
      scoreMessage(signs, index),
  }));
  // The score says how much of the question a message answers. Routine answers no less of it, but comes later.
  const ranked = scored
    .map((each, index) => ({ each, place: each.score - recipe.routine * (routine[index] ?? 0) }))
    .sort((a, b) => b.place - a.place || compareAge(b.each.message, a.each.message))
    .map(({ each }) => each);
  return { ranked, weights };
}

interface Signs {
  readonly messages: readonly SaidMessage[];
  readonly texts: readonly ReadText[];
  readonly counted: readonly CountedText[];
  readonly parts: readonly Parts[];
  /** The conversation that each belongs to. */
  readonly groups: readonly number[];
  readonly spoken: Spoken;
  readonly question: Question;
  readonly recipe: Recipe;
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
  const rank = spoken.ranks[index];
  const place = rank === undefined ? undefined : spoken.order[rank + step];
  const [one, other] = [messages[index], place === undefined ? undefined : messages[place]];
  if (place === undefined || one === undefined || other === undefined || groups[index] !== groups[place]) return null;
  return Math.abs(other.seq - one.seq) <= reach * Math.abs(step) ? place : null;
}

/** The places of what was said, and the rank of each place among them. */
interface Spoken {
  readonly order: readonly number[];
  /** Undefined for what a tool said. */
  readonly ranks: readonly (number | undefined)[];
}

function orderSpoken(messages: readonly SaidMessage[]): Spoken {
  const order: number[] = [];
  const ranks = messages.map(({ isOfTool }, index) => (isOfTool === true ? undefined : order.push(index) - 1));
  return { order, ranks };
}

/**
 * Neighbours lend a part of what their words are worth: half of that if the message has the word itself, since messages in
 * a row often share theirs, and all of them together less than having it. A long message borrows from the next ones alone.
 */
function spreadWords(signs: Signs): readonly number[] {
  const { parts, texts, recipe } = signs;
  return parts.map((own, index) => {
    const reach = (texts[index]?.length ?? 0) > shortWords ? 1 : recipe.neighbours.length;
    const lent = own.map(() => 0);
    for (let far = 1; far <= reach; far++) {
      const part = (reach === 1 ? recipe.neighbours[1] : recipe.neighbours[far - 1]) ?? 0;
      for (const step of [-far, far]) {
        const place = findNeighbour(signs, index, step);
        for (const [word, value] of ((place === null ? undefined : parts[place]) ?? []).entries()) {
          if (value === 0) continue;
          const worth = part * value * ((own[word] ?? 0) > 0 ? 0.5 : 1);
          lent[word] = Math.min(value * mostLent, (lent[word] ?? 0) + worth);
        }
      }
    }
    return sumParts(own) + sumParts(lent);
  });
}

/** In content words, about half of all. */
const [shortWords, shortAsking] = [40, 20];
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

/**
 * Each conversation as one text, so that a long one does not win by its length; words weigh by how few conversations have
 * them. For a long message the mean likeness of what was said there counts as much as its words.
 */
function scoreConversations({ messages, counted, groups, question }: Signs): readonly number[] {
  const whole = new Map<number, Conversation>();
  for (const [index, { counts, length }] of counted.entries()) {
    const group = groups[index] ?? 0;
    const conversation = whole.get(group) ?? { counts: new Map<string, number>(), length: 0, likenesses: [] };
    whole.set(group, conversation);
    conversation.length += length;
    for (const [stem, count] of counts) conversation.counts.set(stem, (conversation.counts.get(stem) ?? 0) + count);
    conversation.likenesses.push(...pickKnown(messages[index]?.likeness));
  }
  const conversations = [...whole.values()];
  const weights = weighStems(question.stems, conversations, { messages: conversations.length });
  const mean = averageLength(conversations);
  const words = scale(conversations.map((each) => sumParts(scoreWords(each, weights, mean))));
  const meaning = tellsMuch(question) ? scoreMeans(conversations) : [];
  const byGroup = new Map(
    [...whole.keys()].map((group, place) => [group, (words[place] ?? 0) + (meaning[place] ?? 0)]),
  );
  return scale(groups.map((group) => byGroup.get(group) ?? 0));
}

interface Conversation {
  readonly counts: Map<string, number>;
  length: number;
  readonly likenesses: number[];
}

function pickKnown(likeness: number | null | undefined): readonly number[] {
  return likeness === null || likeness === undefined ? [] : [likeness];
}

/** The mean likeness of each, between the least and the most alike. */
function scoreMeans(conversations: readonly Conversation[]): readonly number[] {
  const means = conversations.map(({ likenesses }) =>
    likenesses.length === 0 ? null : likenesses.reduce((sum, each) => sum + each, 0) / likenesses.length,
  );
  const least = means.flatMap(pickKnown).reduce((a, b) => Math.min(a, b), 1);
  return scale(means.map((mean) => (mean ?? least) - least));
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
    (read.asks && read.length <= shortAsking ? -recipe.asking : 0) -
    (message.isOfTool === true ? recipe.ofTool : 0)
  );
}
