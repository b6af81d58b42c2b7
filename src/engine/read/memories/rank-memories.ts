import type { Instant } from "../../../core/log/keys.js";
import type { Memory } from "../../../core/log/memories/memory.js";
import { scoreDate } from "../../../core/log/times/date-spans.js";
import { weighAge } from "../../../core/memory/memory-age.js";
import { listNameWords, meetsName, readMemoryNames } from "../../../core/memory/memory-names.js";
import { spellWords } from "../../../core/memory/spell-words.js";
import { readQuestion } from "../../../core/retrieval/question.js";
import { rankMessages } from "../../../core/retrieval/rank-messages.js";
import type { SaidMessage } from "../../../core/retrieval/said-message.js";
import { readTexts } from "../../../core/retrieval/score-words.js";

interface Asking {
  readonly person: string | null;
  readonly people: ReadonlyMap<string, string>;
  readonly now: Instant;
}

interface RankedText extends SaidMessage {
  readonly memory: Memory;
}

/**
 * Those that have a word of the question, or are of the time that it asks for, best first: rare words count more, and what
 * happened long ago less. A memory with names is found by them; by its other words only if nothing is called what is asked for, or if it is pinned.
 */
export function rankMemories(
  asked: string,
  memories: readonly Memory[],
  { person, people, now }: Asking,
): readonly Memory[] {
  const speakers = new Map(
    memories.map((memory) => [memory.person ?? "user", people.get(memory.person ?? "") ?? "user"]),
  );
  for (const [address, name] of people) if (speakers.has(address)) speakers.set(address, name);
  const words = spellQuestion(asked, memories);
  const question = readQuestion([asked, ...words.meant].join(" "), { speakers, asker: person, now });
  const texts = memories.map(toText);
  const read = readTexts(texts, question.stems);
  const isOfTime = ({ at }: RankedText) => question.spans.length > 0 && scoreDate(question.spans, at) > 0;
  const named = findNamed(memories, words.all);
  const least = named.size > 0 ? Number.POSITIVE_INFINITY : question.stems.length / 2;
  const near = texts.filter((text, index) => {
    const hits = read[index]?.counts.size ?? 0;
    if (readMemoryNames(text.memory).length === 0) return hits > 0 || isOfTime(text);
    return named.has(text.memory) || hits > (text.memory.pinned === true ? 0 : least);
  });
  return fade(rankMessages(question, near, { messages: texts.length }), now);
}

/** The question's words, with those that it was meant to have: a word that no memory has may be misspelt. */
function spellQuestion(asked: string, memories: readonly Memory[]) {
  const words = listNameWords(asked.slice(0, mostLetters));
  const known = new Set(memories.flatMap(({ text }) => listNameWords(text)));
  const all = spellWords(words, known);
  return { all, meant: [...all].filter((word) => !words.includes(word)) };
}

const mostLetters = 2_000;

/** Those that are called what is asked for, and where such a name joins two others, these: "auth depends on Redis" brings "Redis". */
function findNamed(memories: readonly Memory[], words: ReadonlySet<string>): ReadonlySet<Memory> {
  const named = memories.filter((memory) => meetsName(readMemoryNames(memory), words));
  const joined = named.flatMap((memory) =>
    readMemoryNames(memory).flatMap((name) => {
      const own = new Set(name);
      const parts = memories.filter((each) => each !== memory && meetsName(readMemoryNames(each), own));
      return parts.length > 1 ? parts : [];
    }),
  );
  return new Set([...named, ...joined]);
}

/** Each stands alone: memories are no neighbours. */
function toText(memory: Memory): RankedText {
  const { name, person, saidAt, from, text } = memory;
  return { lane: name, seq: 1, speaker: person ?? "user", at: from ?? saidAt, text, memory };
}

/** By score and age. What the ranking put first for another reason than its score stays before what it was put before, at equal age. */
function fade(
  ranked: readonly { readonly message: RankedText; readonly score: number }[],
  now: Instant,
): readonly Memory[] {
  let least = 0;
  const worth = ranked.toReversed().map(({ message: { memory }, score }) => {
    least = Math.max(least, score);
    return { memory, worth: least * weighAge(memory, now) };
  });
  return worth
    .toReversed()
    .toSorted((a, b) => b.worth - a.worth || comparePlace(a.memory, b.memory))
    .map(({ memory }) => memory);
}

/** Among equals: what is pinned, then what is told to fewer. */
function comparePlace(a: Memory, b: Memory): number {
  return Number(b.pinned === true) - Number(a.pinned === true) || width[a.scope.kind] - width[b.scope.kind];
}

const width = { session: 0, person: 1, everyone: 2 } as const;
