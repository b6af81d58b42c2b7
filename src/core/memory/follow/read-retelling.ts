import { cues } from "../learn/learn-cues.js";
import { readValidity } from "../learn/read-validity.js";
import { isFleeting } from "../learn/tells-plainly.js";
import { listToldParts } from "../learn/told-parts.js";
import { turnCues } from "../learn/turn-cues.js";
import type { LearnedStatement, ToldMessage } from "../learned.js";

/** In characters: a longer message tells of more than of one thing. */
const longest = 180;

/** A short message as a whole, which may be about something that is known; null for one of today, of what may be, or of others. */
export function readRetelling({ text, at, zone }: ToldMessage): LearnedStatement | null {
  if (text.length > longest) return null;
  const told = listToldParts(text).join(" ");
  const isOpen = turnCues.unsure.isIn(told) || cues.quoting.isIn(told) || isFleeting(told);
  if (told === "" || isOpen || readValidity(told, at, zone).until !== undefined) return null;
  return { kind: "fact", text: told, ifKnown: true, mayRetell: true };
}
