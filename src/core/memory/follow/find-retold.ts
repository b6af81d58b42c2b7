/**
 * Whether a message says anew what was told before, where no rule can read what holds now: "Just dug the passport out, it's 2028".
 * Nothing in it has to say that something changed.
 *
 * 1. It has all words of what was told and more, or most of them and another value or name.
 * 2. Right after it was told, one word and another value or name are enough.
 * 3. With a sign of change, what the memory is of or whom it names is enough, beside another name.
 * 4. What is of somebody else, or of another thing, is never meant: 2 and 3 are of things that have an owner alone.
 */
import { countShared } from "../../text/content-words.js";
import { readSubject } from "../learn/read-subject.js";
import { isSameWord, saysItTurned } from "../learn/turned-words.js";
import { givesOtherValue, isOfOtherKin } from "./find-followed.js";
import { isOfOther } from "./other-thing.js";
import { readTelling, type Telling } from "./read-telling.js";

export interface Retelling {
  readonly before: string;
  readonly later: string;
  readonly sentences: readonly string[];
  readonly isJustSaid: boolean;
}

/** How much speaks for it; 0 if nothing does. `sentences` are those of the later words. */
export function weighRetelling({ before, later, sentences, isJustSaid }: Retelling): number {
  const [old, now] = [readTelling(before), readTelling(later)];
  if (countShared(now.heads, old.heads) === 0 || isOfOtherKin(old, now)) return 0;
  const shared = old.words.filter((word) => hasWord(now, word));
  if (shared.length === 0 || sentences.every((each) => isOfOther(before, each))) return 0;
  const share = shared.length / Math.max(1, Math.min(old.words.length, now.words.length));
  const isWhole = shared.length > 1 && shared.length === old.words.length && now.words.length > shared.length;
  const isOther = givesOtherValue(old, now) || givesOtherName(old, now);
  if (isWhole || (isOther && shared.length > 1 && share >= mostShared)) return 1 + share;
  if (!isOther) return 0;
  // What somebody is or does is theirs: the same said of another one begins with that one, in whatever words.
  if (readSubject(before)?.isNamed !== true) return 0;
  if (isJustSaid) return share;
  return saysItTurned(later) && isNamedBy(shared, before, old) && givesOtherName(old, now) ? share / 2 : 0;
}

/** The part of the fewer words that both must have. */
const mostShared = 0.66;

function hasWord({ words }: Pick<Telling, "words">, word: string): boolean {
  return words.some((other) => isSameWord(other, word));
}

/** A name for a name. */
function givesOtherName(old: Telling, now: Telling): boolean {
  return old.names.length > 0 && now.names.some((name) => !old.words.some((word) => isSameWord(word, name)));
}

/** Whether these are words for what the memory tells the value of, or its names. */
function isNamedBy(shared: readonly string[], before: string, { names }: Telling): boolean {
  const subject = readTelling(readSubject(before)?.words ?? "");
  return shared.some((word) => hasWord(subject, word) || hasWord({ words: names }, word));
}
