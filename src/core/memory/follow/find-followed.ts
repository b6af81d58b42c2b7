/**
 * Which memory a later sentence goes on from: one about the same thing, of which it says that it is otherwise now.
 *
 * 1. It has a sign of change: a word for it, or something that is over.
 * 2. It is about the same: what one of the two begins with stands in the other, and not about two of a family.
 * 3. It gives another value of a sort that the memory has (a number, a day, a class), tells anew where somebody lives or works,
 *    or has most of its words.
 */
import { countShared } from "../../text/content-words.js";
import { isSameWord } from "../learn/turned-words.js";
import { isOfOther } from "./other-thing.js";
import { readTelling, type Telling } from "./read-telling.js";

/** How much speaks for it that `later` goes on from `before`; 0 if nothing does. */
export function weighFollowing(before: string, later: string): number {
  const [old, now] = [readTelling(before), readTelling(later)];
  if (countShared(now.heads, old.heads) === 0) return 0;
  const shared = now.words.filter((word) => hasWord(old, word));
  if (shared.length === 0 || !isSameTopic(old, now) || isOfOther(before, later)) return 0;
  const share = shared.length / Math.max(1, Math.min(old.words.length, now.words.length));
  const isValue = givesOtherValue(old, now) || countShared(now.matters, old.matters) > 0;
  if (isValue || (share >= 0.5 && namesNew(later, old))) return 1 + share;
  return shared.length > 1 && share >= mostShared ? share : 0;
}

/** The part of the fewer words that two sentences must share where no value of one sort stands in both. */
const mostShared = 0.66;

/** "A new phone" of somebody who has told of one. */
function namesNew(later: string, old: Telling): boolean {
  return [...later.matchAll(newThing)].some(({ groups = {} }) => {
    const thing = groups.thing ?? groups.before ?? groups.eastern ?? "";
    return readTelling(thing).words.some((word) => hasWord(old, word));
  });
}

const newThing =
  /(?<![\p{L}])(?:new|different|neue[nmrs]?|andere[nmrs]?|nouve(?:au|l|lle)|autre|nuev[oa]|otr[oa]|distint[oa]|нов(?:ый|ая|ое|ую|ого|ой|ым|ом)|друг(?:ой|ая|ое|ую|ого)) (?<thing>\p{L}+)|(?<before>\p{L}+) (?:nuev[oa]|nouve(?:au|lle)|distint[oa]|diferente)(?![\p{L}])|新的?(?<eastern>\p{sc=Han}{2,4})/giu;

function hasWord({ words }: Telling, word: string): boolean {
  return words.some((other) => isSameWord(other, word));
}

/** Of two members of a family. */
export function isOfOtherKin(old: Telling, now: Telling): boolean {
  return old.kin.size > 0 && now.kin.size > 0 && countShared(now.kin, old.kin) === 0;
}

function isSameTopic(old: Telling, now: Telling): boolean {
  if (isOfOtherKin(old, now)) return false;
  const [first, begun] = [now.words[0], old.words[0]];
  return (first !== undefined && hasWord(old, first)) || (begun !== undefined && hasWord(now, begun));
}

/** Another value of a sort that both have: a number, a day, a class. */
export function givesOtherValue(old: Telling, now: Telling): boolean {
  for (const [sort, values] of now.values) {
    const known = old.values.get(sort);
    if (known !== undefined && [...values].some((value) => !known.has(value))) return true;
  }
  return false;
}
