/** Names of other programs, made to fit into keys: one name always gives the same, and short ones stay themselves. */
import { fingerprint } from "./fingerprint.js";

/** As it was, if it is proper text and not too long; else its ends, with its fingerprint between them. */
export function boundedId(raw: string, most = 200, mostEncoded = most): string {
  const proper = raw.replace(/\p{Surrogate}/gu, "\uFFFD");
  const letters = [...proper];
  if (letters.length <= most && encodeURIComponent(proper).length <= mostEncoded) return proper;
  const middle = `~${fingerprint(proper)}~`;
  const room = { letters: (most - middle.length) / 2, encoded: (mostEncoded - middle.length) / 2 };
  return `${fitting(letters, room)}${middle}${[...fitting(letters.toReversed(), room)].toReversed().join("")}`;
}

/** For the last part of a session's key, which has no spaces and no colons. */
export function safeName(raw: string): string {
  return boundedId(raw.replace(/[\s\p{Cc}:/\\]+/gu, "-"), 160, 960) || "-";
}

function fitting(letters: readonly string[], room: { readonly letters: number; readonly encoded: number }): string {
  let text = "";
  let length = 0;
  for (const letter of letters.slice(0, Math.floor(room.letters))) {
    length += encodeURIComponent(letter).length;
    if (length > room.encoded) break;
    text += letter;
  }
  return text;
}
