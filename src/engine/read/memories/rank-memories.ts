import type { Instant } from "../../../core/log/keys.js";
import type { Memory } from "../../../core/log/memories/memory.js";
import { scoreDate } from "../../../core/log/times/date-spans.js";
import { weighAge } from "../../../core/memory/memory-age.js";
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

/** Those that have a word of the question, or are of the time that it asks for, best first: rare words count more, and what happened long ago less. */
export function rankMemories(
  asked: string,
  memories: readonly Memory[],
  { person, people, now }: Asking,
): readonly Memory[] {
  const speakers = new Map(
    memories.map((memory) => [memory.person ?? "user", people.get(memory.person ?? "") ?? "user"]),
  );
  for (const [address, name] of people) if (speakers.has(address)) speakers.set(address, name);
  const question = readQuestion(asked, { speakers, asker: person, now });
  const texts = memories.map(toText);
  const read = readTexts(texts, question.stems);
  const isOfTime = ({ at }: RankedText) => question.spans.length > 0 && scoreDate(question.spans, at) > 0;
  const near = texts.filter((text, index) => (read[index]?.counts.size ?? 0) > 0 || isOfTime(text));
  return fade(rankMessages(question, near, { messages: texts.length }), now);
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
    .toSorted((a, b) => b.worth - a.worth)
    .map(({ memory }) => memory);
}
