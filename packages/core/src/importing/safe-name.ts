/** Makes other programs' names fit into keys: equal names give equal results, and short ones stay unchanged. */
import { computeFingerprint } from "./fingerprint.js";

/** Returns the id unchanged if it is valid text and not too long; else its ends around a fingerprint. */
export function shortenId(raw: string, most = 200, mostEncoded = most): string {
  // A fast path for the many short and plain ids.
  if (raw.length <= Math.min(most, mostEncoded) && /^[\w.~-]*$/.test(raw)) return raw;
  const proper = /[\ud800-\udfff]/.test(raw) ? raw.replace(/\p{Surrogate}/gu, "\uFFFD") : raw;
  if (
    proper.length <= most * 2 &&
    countFittingUnits(proper, { letters: most, encoded: mostEncoded }, 1) === proper.length
  ) {
    return proper;
  }
  const middle = `~${computeFingerprint(proper)}~`;
  const room = { letters: Math.floor((most - middle.length) / 2), encoded: (mostEncoded - middle.length) / 2 };
  const [begin, end] = [countFittingUnits(proper, room, 1), countFittingUnits(proper, room, -1)];
  return `${proper.slice(0, begin)}${middle}${proper.slice(proper.length - end)}`;
}

/** Spaces, control characters, colons and slashes. Without the Unicode flag, matching takes half the time. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const separators = /[\s\u0000-\u001f\u007f-\u009f:/\\]+/g;

/** Makes the last part of a session key, which has no spaces and no colons. */
export function makeSafeName(raw: string): string {
  return shortenId(raw.replace(separators, "-"), 160, 960) || "-";
}

interface Room {
  readonly letters: number;
  /** Characters after `encodeURIComponent`. */
  readonly encoded: number;
}

/** How many UTF-16 units from the beginning, or from the end, fit into the room. */
function countFittingUnits(text: string, room: Room, step: 1 | -1): number {
  let [units, encoded] = [0, 0];
  for (let letters = 0; letters < room.letters && units < text.length; letters++) {
    const point = step === 1 ? text.codePointAt(units) : readPointBefore(text, text.length - units);
    encoded += measureEncodedLength(point ?? 0);
    if (encoded > room.encoded) break;
    units += (point ?? 0) > 0xffff ? 2 : 1;
  }
  return units;
}

function readPointBefore(text: string, end: number): number | undefined {
  const unit = text.charCodeAt(end - 1);
  return unit >= 0xdc00 && unit <= 0xdfff ? text.codePointAt(end - 2) : unit;
}

/** The length after `encodeURIComponent`: three for each byte, but one for letters, digits and a few signs. */
function measureEncodedLength(point: number): number {
  if (point > 0x7f) return point > 0xffff ? 12 : point > 0x7ff ? 9 : 6;
  return encodedAscii[point] ?? 3;
}

const encodedAscii: readonly number[] = Array.from(
  { length: 0x80 },
  (_, point) => encodeURIComponent(String.fromCharCode(point)).length,
);

/** Makes a part of a key from a file's name, without the ending .json or .jsonl. */
export function makeFileKey(name: string): string {
  return shortenId(makeSafeName(name.replace(/\.jsonl?$/i, "")), 90, 540);
}

/** Makes keys for records without an id from their content; repeated content gets a number from the second on. */
export function makeContentKeys(): (...said: readonly (string | number | null)[]) => string {
  const counts = new Map<string, number>();
  return (...said) => {
    const key = makeSafeName(said.map((each) => each ?? "").join(" "));
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count === 1 ? `said:${key}` : `said:${key}:${count}`;
  };
}
