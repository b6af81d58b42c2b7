import type { Hash } from "../log/pointer.js";

const mostLetters = 32;
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/**
 * The beginning of the text in any script, and four letters by which two memories that begin alike are told apart. It is a
 * safe name for a file on every system: letters, digits and dashes alone.
 */
export function makeMemoryName(text: string, salt: string, hash: Hash): string {
  return `${makeSlug(text) || "memory"}-${makeTail(hash(`${salt} ${text}`))}`;
}

function makeSlug(text: string): string {
  const folded = text.slice(0, 500).normalize("NFKC").toLowerCase().normalize("NFC");
  const words = folded.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [];
  let slug = "";
  for (const word of words) {
    const longer = slug === "" ? [...word].slice(0, mostLetters).join("") : `${slug}-${word}`;
    if ([...longer].length > mostLetters) break;
    slug = longer;
  }
  return slug;
}

function makeTail(digits: string): string {
  const bits = Number.parseInt(digits.slice(0, 5), 16);
  return [15, 10, 5, 0].map((shift) => alphabet.charAt((bits >> shift) & 31)).join("");
}
