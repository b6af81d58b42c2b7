/** Puts the copies of what somebody said more than once behind all that is said only there. */
import { rememberByText } from "../text/remember.js";
import { compareAge, type RankedMessage, type SaidMessage } from "./said-message.js";

/** Which of the copies stays: the newest with the best place of all, or the one that ranks best. */
export type KeptCopy = "newest" | "best";

/** `sizeOf` differs only for texts that differ, and spares comparing them. */
export function putRepeatsLast<Message extends SaidMessage>(
  ranked: readonly RankedMessage<Message>[],
  sizeOf: (message: Message) => number,
  kept: KeptCopy,
): readonly RankedMessage<Message>[] {
  const sizes = new Map<string, number>();
  const keys = ranked.map(({ message }) => `${message.speaker} ${sizeOf(message)}`);
  for (const key of keys) sizes.set(key, (sizes.get(key) ?? 0) + 1);
  const copies = new Map<string, RankedMessage<Message>[]>();
  for (const [place, each] of ranked.entries()) {
    if ((sizes.get(keys[place] ?? "") ?? 0) < 2) continue;
    const text = `${each.message.speaker} ${foldRepeat(each.message.text)}`;
    const same = copies.get(text);
    if (same === undefined) copies.set(text, [each]);
    else same.push(each);
  }
  const repeated = [...copies.values()].filter((each) => each.length > 1);
  if (repeated.length === 0) return ranked;
  const places = new Map<RankedMessage<Message>, RankedMessage<Message> | null>();
  for (const same of repeated) {
    const [best] = same;
    const chosen = kept === "best" ? best : same.toSorted((a, b) => compareAge(b.message, a.message))[0];
    for (const each of same) places.set(each, null);
    if (best !== undefined && chosen !== undefined) places.set(best, { ...chosen, score: best.score });
  }
  const first = ranked.flatMap((each) => (places.has(each) ? (places.get(each) ?? []) : [each]));
  const shown = new Set(first.map(({ message }) => message));
  return [...first, ...ranked.filter(({ message }) => !shown.has(message))];
}

/** Equal but for its case and the space around its words. What is looked up for one message often is for the next. */
export const foldRepeat = rememberByText((text) => text.trim().replace(/\s+/gu, " ").toLowerCase(), {
  texts: 2_000,
  characters: 500_000,
});
