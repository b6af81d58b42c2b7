/**
 * What a model's answer may add to what was learned by rule.
 *
 * 1. What is kept are whole sentences of the message, as the person wrote them: the answer only says which.
 * 2. Its own words must be words of these sentences, in their order, and deny what they deny.
 * 3. A sentence is kept once, and never one of which a rule has learned.
 */
import { memoryKinds } from "../../log/memories/memory.js";
import { isNegative } from "../../summary/rules/classify.js";
import { listContentWords } from "../../text/content-words.js";
import { isObject, tryParseJson } from "../../text/json.js";
import { normaliseText } from "../../text/normalise-text.js";
import { readValidity } from "../learn/read-validity.js";
import type { LearnedStatement, ToldMessage } from "../learned.js";
import { readWrittenEnd } from "../read-end.js";

const mostStatements = 5;
/** In characters: five statements are shorter. */
const longestAnswer = 8_000;

/** Null for an answer that is none. */
export function readStatements(
  answer: string,
  candidates: readonly string[],
  told: ToldMessage,
): readonly LearnedStatement[] | null {
  if (answer.length > longestAnswer) return null;
  const found = new Map<string, LearnedStatement>();
  for (const line of answer.split("\n")) {
    const given = tryParseJson(line.trim().replace(/,$/, ""));
    const statement = isObject(given) ? readStatement(given, candidates, told) : null;
    if (statement !== null && ![...found.keys()].some((text) => overlaps(text, statement.text)))
      found.set(statement.text, statement);
  }
  return [...found.values()].slice(0, mostStatements);
}

function overlaps(one: string, other: string): boolean {
  return one.includes(other) || other.includes(one);
}

function readStatement(
  given: Readonly<Record<string, unknown>>,
  candidates: readonly string[],
  told: ToldMessage,
): LearnedStatement | null {
  const kind = memoryKinds.find((each) => each === given.kind);
  const words = typeof given.text === "string" ? given.text : "";
  const text = candidates.find((candidate) => isSaidIn(candidate, words));
  if (kind === undefined || text === undefined) return null;
  return {
    kind,
    text,
    level: 3,
    ...readTimes(given.until, text, told),
  };
}

function isSaidIn(sentence: string, words: string): boolean {
  const stems = listStems(words);
  if (stems.length === 0) return false;
  if (normaliseText(sentence).includes(normaliseText(words))) return true;
  return isNegative(sentence) === isNegative(words) && isInOrder(stems, listStems(sentence));
}

function listStems(text: string): readonly string[] {
  return listContentWords(text).map(({ stem }) => stem);
}

function isInOrder(some: readonly string[], all: readonly string[]): boolean {
  let next = 0;
  for (const each of all) if (each === some[next]) next += 1;
  return next === some.length;
}

/** What the sentence itself says of its end goes before what the model makes of it. */
function readTimes(given: unknown, text: string, { at, zone }: ToldMessage): Pick<LearnedStatement, "from" | "until"> {
  const { from, until } = readValidity(text, at, zone);
  const end = until ?? (typeof given === "string" ? readWrittenEnd(given, zone) : null);
  if (end === null || end <= at) return {};
  return { ...(from === undefined ? {} : { from }), until: end };
}
