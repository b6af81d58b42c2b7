import { stripSmallTalk } from "../../summary/rules/small-talk.js";
import { listContentWords } from "../../text/content-words.js";
import { listToldParts } from "../learn/told-parts.js";
import type { LearnedStatement, ToldMessage } from "../learned.js";

/** Content words of something that may be worth keeping; right after something that was kept, it may be about that. */
const leastWords = { alone: 3, after: 1 } as const;
/** In characters. */
const longest = 600;

/** What of a message a model may find something in: sentences, and two that follow each other, of which no rule has learned. */
export function listCandidates(
  { text }: ToldMessage,
  byRule: readonly LearnedStatement[],
  place: keyof typeof leastWords,
): readonly string[] {
  const learned = new Set(byRule.map((statement) => statement.text));
  const parts = listToldParts(text);
  const pairs = parts.slice(1).map((part, index) => [parts[index] ?? "", part]);
  return [...parts.map((part) => [part]), ...pairs]
    .filter((sentences) => !sentences.some((sentence) => learned.has(sentence)))
    .map((sentences) => sentences.join(" "))
    .filter((words) => words.length <= longest && listContentWords(stripSmallTalk(words)).length >= leastWords[place]);
}
