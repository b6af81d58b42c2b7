import { ClewError } from "../errors.js";
import { type LaneRef, makeLaneAddress, type Pointer } from "./keys.js";

/** Hashes a text to lowercase hexadecimal digits; sha256 in practice. */
export interface Hash {
  (text: string): string;
  /** The hash of the pieces' concatenation, without making that; they may be as large as a file. */
  hashPieces?(pieces: readonly string[]): string;
}

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/**
 * Makes the short address of an entry from its position, never from its text.
 * The kind says how to read: `e` this entry, `s` this entry and what follows it.
 */
export function makePointer(kind: "e" | "s", ref: LaneRef, seq: number, hash: Hash): Pointer {
  return `clew:${kind}${makeAddress(ref, seq, hash)}` as Pointer;
}

/** The ten characters that both kinds of pointer share; stores index them. */
export function makeAddress(ref: LaneRef, seq: number, hash: Hash): string {
  const place = `${makeLaneAddress(ref)} ${seq}`;
  const made = known.get(hash) ?? new Map<string, string>();
  const before = made.get(place);
  if (before !== undefined) return before;
  if (made.size >= mostKnown) made.clear();
  const address = hashPlace(place, hash);
  made.set(place, address);
  known.set(hash, made);
  return address;
}

/** Kept by hash, because every view of a lane names the same entries again. */
const known = new WeakMap<Hash, Map<string, string>>();
const mostKnown = 20_000;

function hashPlace(place: string, hash: Hash): string {
  const digits = hash(place);
  // A number holds 50 bits without loss, but bitwise operators take only 32, so each half has 25.
  const bits = Math.floor(Number.parseInt(digits.slice(0, 13), 16) / 4);
  return encodeHalf(Math.floor(bits / 2 ** 25)) + encodeHalf(bits % 2 ** 25);
}

function encodeHalf(bits: number): string {
  let text = "";
  for (let shift = 20; shift >= 0; shift -= 5) text += alphabet.charAt((bits >> shift) & 31);
  return text;
}

export function parsePointer(raw: string): { readonly kind: "e" | "s"; readonly address: string } {
  const match = /^(?:clew:)?([es])([0-9a-hjkmnp-tv-z]{10})$/.exec(raw.trim().toLowerCase());
  if (match?.[1] === undefined || match[2] === undefined) {
    throw new ClewError("pointer/unknown", `Not a pointer: ${JSON.stringify(raw.slice(0, 40))}`, {
      hint: "A pointer looks like clew:e0123456789; copy it from the view, clew context or clew why",
    });
  }
  return { kind: match[1] === "s" ? "s" : "e", address: match[2] };
}
