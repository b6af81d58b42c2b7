/**
 * Finds secrets again that were told once with a label and now stand bare. Only prints of them are kept: a salted hash and
 * the length. A short or common one is not kept: anybody could guess it from its print, and it stands in many texts
 * without being meant.
 */
import { isListedWord } from "./ordinary-words.js";

/** What is kept of a secret that was told. */
export interface SecretPrint {
  /** What is hashed with it, so that equal secrets have different prints. */
  readonly salt: string;
  /** Its length in UTF-16 units. */
  readonly length: number;
  /** A few bits of it, so that most texts need no hash. */
  readonly check: number;
  /** The hash of salt and secret. */
  readonly hash: string;
}

type Hash = (text: string) => string;

/** The most prints that are kept of a session; the newest ones stay. */
export const mostPrints = 64;

/** Whether a secret is unlikely to stand somewhere by chance. */
export function isWorthKnowing(secret: string): boolean {
  if (secret.length < 6 || secret.length > 300 || /[\r\n]/.test(secret)) return false;
  if (/^\d+$/.test(secret)) return secret.length >= 8;
  return !/^\p{L}+$/u.test(secret) || (secret.length >= 8 && !isListedWord(secret));
}

export function makePrint(secret: string, salt: string, hash: Hash): SecretPrint {
  return {
    salt,
    length: secret.length,
    check: computeCheck(secret, 0, secret.length),
    hash: hash(`${salt} ${secret}`),
  };
}

/** The known secrets that a text holds as words of their own. */
export function findKnownSecrets(text: string, prints: readonly SecretPrint[], hash: Hash): readonly string[] {
  const found = new Set<string>();
  const lengths = groupByLength(prints);
  if (lengths.size === 0) return [];
  for (let start = 0; start < text.length; start++) {
    if (!isEdge(text, start)) continue;
    for (const [length, same] of lengths) {
      const end = start + length;
      if (end > text.length || !isEdge(text, end)) continue;
      const check = computeCheck(text, start, end);
      const likely = same.filter((print) => print.check === check);
      if (likely.length === 0) continue;
      const secret = text.slice(start, end);
      if (likely.some(({ salt, hash: kept }) => hash(`${salt} ${secret}`) === kept)) found.add(secret);
    }
  }
  return [...found];
}

/** Replaces values wherever they stand, longer ones first. */
export function hideValues(text: string, values: readonly string[]): string {
  const longestFirst = values.toSorted((a, b) => b.length - a.length);
  return longestFirst.reduce((rest, value) => (rest.includes(value) ? rest.replaceAll(value, mark) : rest), text);
}

const mark = "[redacted: secret]";

function groupByLength(prints: readonly SecretPrint[]): ReadonlyMap<number, readonly SecretPrint[]> {
  const groups = new Map<number, SecretPrint[]>();
  for (const print of prints) groups.set(print.length, [...(groups.get(print.length) ?? []), print]);
  return groups;
}

/** Whether a word or a sign begins or ends here: not between two letters or digits. */
function isEdge(text: string, place: number): boolean {
  if (place === 0 || place === text.length) return true;
  return !(isWordUnit(text.charCodeAt(place - 1)) && isWordUnit(text.charCodeAt(place)));
}

function isWordUnit(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code > 191;
}

function computeCheck(text: string, start: number, end: number): number {
  let sum = 0;
  for (let place = start; place < end; place++) sum = (Math.imul(sum, 31) + text.charCodeAt(place)) | 0;
  return (sum ^ (sum >>> 12)) & 0xfff;
}
