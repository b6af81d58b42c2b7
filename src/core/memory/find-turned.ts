/**
 * Which of the facts that are known a sentence has ended that does not name its subject.
 *
 * 1. It must be the speaker's own: told in the first person, or of something that is the speaker's.
 * 2. It must say the contrary, and have most of the words.
 */
import type { Memory } from "../log/memories/memory.js";
import { isNegative } from "../summary/rules/classify.js";
import { cues } from "./learn/learn-cues.js";
import { readState } from "./learn/read-state.js";
import { speaksOfSelf } from "./learn/speaks-of-self.js";
import { turnCues } from "./learn/turn-cues.js";
import { listTurnedWords, shareWords } from "./learn/turned-words.js";
import type { Turn } from "./turn.js";

type Fact = Pick<Memory, "kind" | "text" | "subject" | "saidAt">;

/** The nearest, of equals the newest; null if none is near enough. */
export function findTurned<Each extends { readonly memory: Fact }>(known: readonly Each[], turn: Turn): Each | null {
  let [best, most] = [null as Each | null, mostWords];
  for (const each of known) {
    const { memory } = each;
    if (memory.kind !== "fact" || memory.text.length > longest || !canTurn(memory, turn)) continue;
    const share = shareWords(turn.words, memory.text);
    if (share < most || (share === most && best !== null && best.memory.saidAt > memory.saidAt)) continue;
    [best, most] = [each, share];
  }
  return best;
}

/** The part of the words that it must have: of two, both. */
const mostWords = 0.6;

/** In characters: of a long text the words of a clause say little. */
const longest = 160;

/** Whether it is sure that this one is over, or whether the sentence only lets one think so. */
export function isSureTurn({ kind, clause, isFollowed }: Turn): boolean {
  return kind !== "gone" || isFollowed === true || isOwned(clause);
}

function canTurn({ text, subject }: Fact, { kind, clause, words, isFollowed }: Turn): boolean {
  const isOfSelf = speaksOfSelf(text);
  switch (kind) {
    case "denied":
      return !denies(text) && (isOfSelf || isPossessed(clause, words, subject));
    case "again":
      return isOfSelf && denies(text);
    case "left":
      return isOfSelf && !denies(text) && isPlace(text, isFollowed === true);
    case "parted":
      return !denies(text) && (isOfSelf || (isOwned(text) && isWhole(words, subject)));
    case "gone":
      return (subject !== undefined && isOwned(text)) || (isOwned(clause) && isOfSelf && !denies(text));
    case "counted":
      return isOfSelf && !denies(text) && counts(text) && listTurnedWords(text).length <= words.length;
    default:
      return kind satisfies never;
  }
}

function denies(text: string): boolean {
  return isNegative(text) || turnCues.over.isIn(text);
}

function isOwned(text: string): boolean {
  return cues.mine.isIn(text) || cues.ours.isIn(text);
}

const possession =
  /(?<![\p{L}])(?:have|got|habe|hab|haben|ai|n['’]ai|avons|n['’]avons|on a|tengo|tenemos|у меня|у нас)(?![\p{L}])|有/iu;

/** "I don't have a dentist any more" ends the one that was told. */
function isPossessed(clause: string, words: readonly string[], subject: string | undefined): boolean {
  if (subject === undefined || !possession.test(clause)) return false;
  return words.join(" ") === subject.replace(/^our /u, "");
}

/** The thing itself or its value, and not a word of it: whoever lost a phone still has the number. */
function isWhole(words: readonly string[], subject: string | undefined): boolean {
  const named = (subject ?? "").replace(/^our /u, "").split(" ");
  return words.join(" ") === named.join(" ") || !words.every((word) => named.includes(word));
}

/** Whoever leaves a town comes back, unless something else holds instead. */
function isPlace(text: string, isFollowed: boolean): boolean {
  const state = readState(text);
  return state === "work" || state === "study" || (state === "home" && isFollowed);
}

function counts(text: string): boolean {
  return turnCues.number.isIn(text) || /\p{N}/u.test(text);
}
