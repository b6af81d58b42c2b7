/** Names of other programs, made to fit into keys: one name always gives the same, and short ones stay themselves. */

/** As it was, if it is proper text and not too long; else its ends and its length. */
export function boundedId(raw: string, most = 200): string {
  const proper = raw.replace(/\p{Surrogate}/gu, "\uFFFD");
  if (encodeURIComponent(proper).length <= most) return proper;
  const letters = [...proper];
  const middle = `~${letters.length}~`;
  const room = Math.floor((most - middle.length) / 2);
  return `${fitting(letters, room)}${middle}${[...fitting(letters.toReversed(), room)].toReversed().join("")}`;
}

/** For the last part of a session's key, which has no spaces and no colons. */
export function safeName(raw: string): string {
  return boundedId(raw.replace(/[\s\p{Cc}:/\\]+/gu, "-"), 160) || "-";
}

function fitting(letters: readonly string[], room: number): string {
  let text = "";
  let length = 0;
  for (const letter of letters) {
    length += encodeURIComponent(letter).length;
    if (length > room) break;
    text += letter;
  }
  return text;
}
