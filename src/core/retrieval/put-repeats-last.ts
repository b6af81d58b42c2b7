/** Puts the copies of what somebody said more than once behind all that is said only there. */
import { rememberByText } from "../text/remember.js";
import { compareAge, type RankedMessage, type SaidMessage } from "./said-message.js";

/** Which of the copies stays: the newest with the best place of all, or the one that ranks best. */
export type KeptCopy = "newest" | "best";

/** `sizeOf` differs only for texts that differ, and spares comparing them. */
export function putRepeatsLast<Message extends SaidMessage>(
  ranked: readonly RankedMessage<Message>[],
  sizeOf: (message: Message) => number,
  keep: KeptCopy,
): readonly RankedMessage<Message>[] {
  const sizes = new Map<number, number>();
  for (const { message } of ranked) sizes.set(sizeOf(message), (sizes.get(sizeOf(message)) ?? 0) + 1);
  const alike = new Map<string, RankedMessage<Message>[]>();
  for (const each of ranked) {
    if ((sizes.get(sizeOf(each.message)) ?? 0) < 2) continue;
    const text = foldRepeat(each.message.text);
    const same = alike.get(text);
    if (same === undefined) alike.set(text, [each]);
    else same.push(each);
  }
  const repeated = [...alike.values()].flatMap(groupBySpeaker).filter((each) => each.length > 1);
  if (repeated.length === 0) return ranked;
  // In the place of each copy stands the one that is kept, or nothing.
  const places = new Map<RankedMessage<Message>, RankedMessage<Message> | null>();
  const kept = new Set<Message>();
  for (const same of repeated) {
    const [best] = same;
    const chosen = keep === "best" ? best : same.reduce((a, b) => (compareAge(a.message, b.message) < 0 ? b : a));
    for (const each of same) places.set(each, null);
    if (best === undefined || chosen === undefined) continue;
    places.set(best, { ...chosen, score: best.score });
    kept.add(chosen.message);
  }
  const first: RankedMessage<Message>[] = [];
  const last: RankedMessage<Message>[] = [];
  for (const each of ranked) {
    const placed = places.get(each);
    if (placed === undefined) first.push(each);
    else if (placed !== null) first.push(placed);
    if (placed !== undefined && !kept.has(each.message)) last.push(each);
  }
  return [...first, ...last];
}

function groupBySpeaker<Message extends SaidMessage>(
  alike: readonly RankedMessage<Message>[],
): readonly (readonly RankedMessage<Message>[])[] {
  if (alike.length < 2) return [];
  const groups = new Map<string, RankedMessage<Message>[]>();
  for (const each of alike) {
    const same = groups.get(each.message.speaker);
    if (same === undefined) groups.set(each.message.speaker, [each]);
    else same.push(each);
  }
  return [...groups.values()];
}

/** Equal but for its case and the space around its words. What is looked up for one message often is for the next. */
export const foldRepeat = rememberByText((text) => text.trim().replace(/\s+/gu, " ").toLowerCase(), {
  texts: 2_000,
  characters: 500_000,
});
