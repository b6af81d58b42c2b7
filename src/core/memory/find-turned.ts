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
import { dropLack } from "./learn/read-turn.js";
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
    if (memory.kind === "instruction" || memory.text.length > longest) continue;
    const share = weighShare(turn, memory.text);
    if (share < most || (share === most && best !== null && best.memory.saidAt > memory.saidAt)) continue;
    // Last, because it costs most.
    if (!canTurn(memory, turn)) continue;
    [best, most] = [each, share];
  }
  return best;
}

/** Of a denial half of the words are enough, if they are half of what was told too: the verb is often another one. */
function weighShare({ kind, clause, words }: Turn, text: string): number {
  const share = shareWords(words, text);
  const isHalf = kind === "denied" && share >= 0.5 && share < mostWords && !wants.test(clause);
  return isHalf && shareWords(listTurnedWords(text), words.join(" ")) >= 0.5 ? mostWords : share;
}

/** Whoever wants something no more may still have it. */
const wants = /(?<![\p{L}])(?:want|like|will|mag|möchte|veux|aime|quiero|gusta|хочу|люблю)(?![\p{L}])|想|喜欢/iu;

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
      return !denies(text) && isAsOften(clause, text) && (isOfSelf || isPossessed(clause, words, subject));
    case "again":
      return isOfSelf && denies(text);
    case "left":
      return isOfSelf && !denies(text) && (isPlace(text, isFollowed === true) || isLeft(text, words, isFollowed));
    case "parted":
      return !denies(text) && (isOfSelf || (isOwned(text) && isWhole(words, subject)));
    case "gone":
      return (subject !== undefined && isOwned(text)) || (isOwned(clause) && isOfSelf && !denies(text));
    case "counted":
      return isOfSelf && !denies(text) && counts(text) && tellsOnly(text, words);
    default:
      return kind satisfies never;
  }
}

/** Whoever works no nights any more still works. */
function isAsOften(clause: string, text: string): boolean {
  return !partOfTime.test(clause) || partOfTime.test(text);
}

const partOfTime =
  /(?<![\p{L}])(?:nights?|evenings?|mornings?|weekends?|\p{L}+days|nachts|abends|morgens|\p{L}*wochenenden?|\p{L}+tags|nuits?|soirs?|matins?|week-ends?|noches?|tardes|mañanas|fin(?:es)? de semana|ноч\p{L}+|вечер\p{L}+|утр\p{L}+|выходн\p{L}+)(?![\p{L}])|夜班|晚上|早上|周末/iu;

function denies(text: string): boolean {
  return isNegative(dropLack(text)) || turnCues.over.isIn(text);
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

/** A club, a course or a school that all words of are told, and not a place that one comes back to. */
function isLeft(text: string, words: readonly string[], isFollowed: true | undefined): boolean {
  return shareWords(words, text) === 1 && (isFollowed === true || belongs.test(text));
}

const belongs =
  /(?<![\p{L}])(?:members?|club|course|class|team|choir|band|party|union|association|society|group|board|mitglied|verein|\p{L}*verein|\p{L}*kurs|chor|mannschaft|partei|gewerkschaft|gruppe|membre|cours|équipe|chorale|parti|syndicat|association|groupe|soci[oa]|miembro|curso|equipo|coro|partido|sindicato|asociación|grupo|состою|член|клуб\p{L}*|курс\p{L}*|команд\p{L}+|хор\p{L}*|парти\p{L}+|групп\p{L}+|секци\p{L}+)(?![\p{L}])|会员|成员|俱乐部|课|班|队|合唱团|协会|社/iu;

/** Whoever leaves a town comes back, unless something else holds instead. */
function isPlace(text: string, isFollowed: boolean): boolean {
  const state = readState(text);
  return state === "work" || state === "study" || (state === "home" && isFollowed);
}

/** "We have a dog" and not "we have a dog called Rex": of what has a name there may be another one. */
function tellsOnly(text: string, words: readonly string[]): boolean {
  return listTurnedWords(text).every((word) => shareWords([word], words.join(" ")) === 1);
}

function counts(text: string): boolean {
  return turnCues.number.isIn(text) || /\p{N}/u.test(text);
}
