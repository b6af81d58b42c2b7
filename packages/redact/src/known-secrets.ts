/**
 * Finds known secrets again, which a label introduced once and which now appear without it. Each is kept as a print:
 * a salted hash and the length. A short or common secret has none: its print would be easy to guess, and the same word
 * appears in many texts without being the secret.
 */
import { isOrdinaryWord } from "./ordinary-words.js";

/** The stored print of a known secret. */
export interface SecretPrint {
  /** A salt that is hashed with the secret, so that equal secrets have different prints. */
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

/** Whether a secret is unlikely to appear by chance. A word may, unless it is long or was given in quotes. */
export function isWorthKnowing(secret: string, isQuoted: boolean): boolean {
  if (secret.length < 6 || secret.length > 300 || /[\r\n]/.test(secret)) return false;
  if (/^\d+$/.test(secret)) return secret.length >= 8;
  if (!/^\p{L}+$/u.test(secret) || /\p{Ll}\p{Lu}/u.test(secret)) return true;
  return secret.length >= (isQuoted ? 8 : 10) && !isOrdinaryWord(secret);
}

export function makePrint(secret: string, salt: string, hash: Hash): SecretPrint {
  return {
    salt,
    length: secret.length,
    check: computeCheck(secret),
    hash: hash(`${salt} ${secret}`),
  };
}

/** Whether a print is of this secret. */
export function matchesPrint(secret: string, { salt, length, check, hash: kept }: SecretPrint, hash: Hash): boolean {
  if (length !== secret.length || check !== computeCheck(secret)) return false;
  return hash(`${salt} ${secret}`) === kept;
}

/**
 * The known secrets that a text holds as words of their own. The check of any piece comes from two sums over the text's
 * beginning, so a place costs a few operations for each length, however long the secrets are; a hash is made for one
 * different piece in some thousands.
 */
export function findKnownSecrets(text: string, prints: readonly SecretPrint[], hash: Hash): readonly string[] {
  const found = new Set<string>();
  const tried = new Set<string>();
  const edges = listEdges(text);
  const sums = sumBeginnings(text);
  for (const [length, same] of groupByLength(prints)) {
    if (length > text.length) continue;
    const power = raise(length);
    const checks = new Uint8Array(checkValues);
    for (const { check } of same) checks[check] = 1;
    for (let start = 0; start + length <= text.length; start++) {
      if (edges[start] === 0 || edges[start + length] === 0) continue;
      const sum = ((sums[start + length] ?? 0) - Math.imul(sums[start] ?? 0, power)) | 0;
      if (checks[foldSum(sum)] === 0) continue;
      const piece = text.slice(start, start + length);
      if (tried.has(piece)) continue;
      tried.add(piece);
      if (same.some((print) => matchesPrint(piece, print, hash))) found.add(piece);
    }
  }
  return [...found];
}

/** Replaces all occurrences of the values, longer ones first. */
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

/** Where a word or a sign begins or ends: not between two letters or digits. */
function listEdges(text: string): Uint8Array {
  const edges = new Uint8Array(text.length + 1).fill(1);
  let before = false;
  for (let place = 0; place < text.length; place++) {
    const isWord = isWordUnit(text.charCodeAt(place));
    if (before && isWord) edges[place] = 0;
    before = isWord;
  }
  return edges;
}

function isWordUnit(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code > 191;
}

const factor = 31;
const checkValues = 4_096;

/** At each place the sum of all before it. */
function sumBeginnings(text: string): Int32Array {
  const sums = new Int32Array(text.length + 1);
  let sum = 0;
  for (let place = 0; place < text.length; place++) {
    sum = (Math.imul(sum, factor) + text.charCodeAt(place)) | 0;
    sums[place + 1] = sum;
  }
  return sums;
}

function raise(exponent: number): number {
  let power = 1;
  for (let step = 0; step < exponent; step++) power = Math.imul(power, factor);
  return power;
}

function foldSum(sum: number): number {
  return (sum ^ (sum >>> 12)) & (checkValues - 1);
}

function computeCheck(secret: string): number {
  return foldSum(sumBeginnings(secret).at(-1) ?? 0);
}
