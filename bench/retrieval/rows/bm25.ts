/** BM25 in its usual form, with what a retriever may add to it one by one. */
import { listContentWords } from "@clewline/text/content-words.js";
import type { ChatMessage, Question } from "../chat.js";
import type { Ranker } from "../retriever.js";

export interface Bm25Options {
  /** Without them, words are compared as they are written, common ones included. */
  readonly stems: boolean;
  /** The part of a message's score that those beside it get, next to it first. */
  readonly neighbours?: readonly number[];
  /** Names of people are no words of the question, but what they said gets this part of the best score more. */
  readonly named?: number;
  readonly saturation?: number;
  readonly lengthPart?: number;
}

interface ReadMessage {
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
}

/** Each message has the score of its whole session. */
export function makeSessionBm25(name: string, options: Pick<Bm25Options, "stems">): Ranker {
  return {
    name,
    open: () => {
      const sessions = new Map<string, { readonly counts: Map<string, number>; length: number }>();
      const holders = new Map<string, number>();
      let [seen, total] = [0, 0];
      return async (known, question) => {
        for (const message of known.slice(seen)) {
          const { counts, length } = readMessage(message, options);
          const session = sessions.get(message.session) ?? { counts: new Map<string, number>(), length: 0 };
          sessions.set(message.session, session);
          session.length += length;
          total += length;
          for (const [word, count] of counts) {
            if (!session.counts.has(word)) holders.set(word, (holders.get(word) ?? 0) + 1);
            session.counts.set(word, (session.counts.get(word) ?? 0) + count);
          }
        }
        seen = known.length;
        const asked = [...new Set(listWords(question.text, options.stems))];
        const scores = scoreMessages({ read: [...sessions.values()], holders, total }, asked, options);
        const bySession = new Map([...sessions.keys()].map((session, index) => [session, scores[index] ?? 0]));
        return known.map(({ session }) => bySession.get(session) ?? 0);
      };
    },
  };
}

export function makeBm25(name: string, options: Bm25Options): Ranker {
  return {
    name,
    open: ({ people }) => {
      const read: ReadMessage[] = [];
      const holders = new Map<string, number>();
      let total = 0;
      const names = new Set(people.flatMap((each) => listWords(each, options.stems)));
      return async (known, question) => {
        for (const message of known.slice(read.length)) {
          const each = readMessage(message, options);
          read.push(each);
          total += each.length;
          for (const word of each.counts.keys()) holders.set(word, (holders.get(word) ?? 0) + 1);
        }
        const asked = [...new Set(listWords(question.text, options.stems))];
        const words = options.named === undefined ? asked : asked.filter((word) => !names.has(word));
        const own = scoreMessages({ read, holders, total }, words, options);
        const spread = spreadScores(known, own, options.neighbours ?? []);
        return addNamed(known, question, spread, options.named ?? 0);
      };
    },
  };
}

function readMessage({ text }: ChatMessage, { stems }: Bm25Options): ReadMessage {
  const words = listWords(text, stems);
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { counts, length: words.length };
}

const unspaced = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}]+$/u;

/** Scripts without spaces are pairs of characters in either form. */
function listWords(text: string, stems: boolean): readonly string[] {
  if (stems) return listContentWords(text).map(({ stem }) => stem);
  const runs = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return runs.flatMap((run) => (unspaced.test(run) ? pairCharacters(run) : [run]));
}

function pairCharacters(run: string): readonly string[] {
  const characters = [...run];
  return characters.length < 2 ? characters : characters.slice(1).map((next, index) => `${characters[index]}${next}`);
}

interface Index {
  readonly read: readonly ReadMessage[];
  readonly holders: ReadonlyMap<string, number>;
  readonly total: number;
}

function scoreMessages(
  { read, holders, total }: Index,
  words: readonly string[],
  { saturation = 1.2, lengthPart = 0.75 }: Bm25Options,
): readonly number[] {
  const mean = Math.max(1, total / Math.max(1, read.length));
  const weights = words.map((word): readonly [string, number] => {
    const held = holders.get(word) ?? 0;
    return [word, Math.log(1 + (read.length - held + 0.5) / (held + 0.5))];
  });
  return read.map(({ counts, length }) => {
    const long = saturation * (1 - lengthPart + (lengthPart * length) / mean);
    let score = 0;
    for (const [word, weight] of weights) {
      const count = counts.get(word) ?? 0;
      if (count > 0) score += (weight * count * (saturation + 1)) / (count + long);
    }
    return score;
  });
}

/** Neighbours are of one session. */
function spreadScores(
  messages: readonly ChatMessage[],
  scores: readonly number[],
  parts: readonly number[],
): readonly number[] {
  if (parts.length === 0) return scores;
  return scores.map((score, index) => {
    const session = messages[index]?.session;
    const at = (place: number) => (messages[place]?.session === session ? (scores[place] ?? 0) : 0);
    return parts.reduce((sum, part, far) => sum + part * (at(index - far - 1) + at(index + far + 1)), score);
  });
}

function addNamed(
  messages: readonly ChatMessage[],
  { text }: Question,
  scores: readonly number[],
  part: number,
): readonly number[] {
  if (part === 0) return scores;
  const asked = text.toLowerCase();
  const most = scores.reduce((best, score) => Math.max(best, score), 0);
  const isNamed = new Map(
    [...new Set(messages.map(({ by }) => by))].map((by) => [by, asked.includes(by.toLowerCase())]),
  );
  return scores.map((score, index) => score + (isNamed.get(messages[index]?.by ?? "") ? part * most : 0));
}
