/** Which of a client's tasks a request belongs to. */
import {
  doubtfulMonths,
  monthWords,
  shortDayWords,
  weekdayWords,
} from "../../core/conversation/open-questions/date-words.js";
import type { Hash } from "../../core/log/pointer.js";
import { encodeCanonicalJson } from "../../core/text/json.js";
import type { WireRequest } from "../wire/wire.js";

/** Characters of the system text that tell one task of a client from another; what follows may change within a session. */
const headLength = 1_000;
/** Characters that are looked at for it. */
const readLength = 8 * headLength;

/** Titles, summaries and the work of subagents have other instructions than the conversation, or no tools. */
export function describeKind(hash: Hash, { instructions, tools }: WireRequest): string {
  const head = readHead(instructions);
  return hash(encodeCanonicalJson([head, tools.length > 0])).slice(0, 8);
}

/** The heads of the last instructions: those of a client are long, and the same in every call. */
const heads = new Map<string, string>();
const mostHeads = 16;

function readHead(instructions: string): string {
  const known = heads.get(instructions);
  if (known !== undefined) return known;
  const text = instructions.slice(0, readLength).replace(/^x-anthropic-billing-header:.*$/gm, "");
  const head = dropDates(text.replace(/\s+/g, " ").replace(/\d+/g, "0")).trim().slice(0, headLength);
  const [oldest] = heads.keys();
  if (heads.size >= mostHeads && oldest !== undefined) heads.delete(oldest);
  heads.set(instructions, head);
  return head;
}

/** A bot that tells its model what day it is goes on in its lane after midnight: a date is one figure, however it is written. */
function dropDates(text: string): string {
  // The month stands beside a figure, and the weekday beside the month.
  const drop = (given: string) =>
    given.replace(/(?<=0[,.]? )\p{L}+|\p{L}+(?=[,.]? 0)/gu, (word) => (isDateWord(word.toLowerCase()) ? "0" : word));
  return drop(drop(text)).replace(/0(?:[\s,.:/-]+0)+/g, "0");
}

const dateWords = [weekdayWords, shortDayWords, monthWords, doubtfulMonths];

function isDateWord(word: string): boolean {
  return dateWords.some((words) => words.has(word));
}
