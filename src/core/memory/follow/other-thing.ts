import { foldWord } from "../../text/content-words.js";
import { readSubject, type ToldSubject } from "../learn/read-subject.js";
import { shortenWord } from "../learn/shorten-word.js";
import { isSameWord } from "../learn/turned-words.js";

/**
 * Whether two sentences tell of two things that have an owner each. They may mean one if the words of one are among the other's, and what that has
 * beside them is no name.
 */
export function isOfOther(before: string, later: string): boolean {
  const [one, other] = [readSubject(before), readSubject(later)];
  if (one?.isNamed !== true || other?.isNamed !== true || one.key === other.key) return false;
  if (/\p{sc=Han}/u.test(one.key)) return true;
  // "My old dentist" is another one than "my dentist".
  if (splitKey(other).length > splitKey(one).length) return true;
  const [short, long] = one.key.length < other.key.length ? [one, other] : [other, one];
  const [some, others] = [splitKey(short), splitKey(long)];
  const more = others.filter((word) => !some.includes(word));
  return more.length !== others.length - some.length || more.some((word) => isName(word, long));
}

function splitKey({ key }: ToldSubject): readonly string[] {
  return key.replace(/^our /u, "").split(" ");
}

/** Of "Nora's dentist", "Nora". */
function isName(word: string, { words }: ToldSubject): boolean {
  const meant = words.split(/[\s'’]+/u).filter((each) => isSameWord(shortenWord(foldWord(each)), word));
  return meant.some((each) => /^\p{Lu}/u.test(each));
}
