import type { EntryId } from "../../log/keys.js";
import type { Memory } from "../../log/memories/memory.js";
import { statesPlainly } from "../learn/learn-statements.js";

/** A memory that may be told, with the entry of the change that made it what it is. */
export interface ToldMemory {
  readonly memory: Memory;
  readonly entry: EntryId;
  /** Its place in the lane of the scope. */
  readonly seq: number;
  /** Set if somebody worded it anew: it is nobody's own words any more. */
  readonly isReworded?: true;
}

type Told = Pick<ToldMemory, "memory">;

export function compareNewest({ memory: a }: Told, { memory: b }: Told): number {
  return b.saidAt - a.saidAt || (a.name < b.name ? -1 : 1);
}

export function isWish({ kind }: Pick<Memory, "kind">): boolean {
  return kind === "instruction" || kind === "preference";
}

/** A pinned memory leaves the prefix last; before it go wishes, those with an end first; before these, plain facts. */
export const placesInPrefix = ["pinned", "wish", "wish that ends", "plain", "other"] as const;

export function findPlaceInPrefix(
  memory: Memory,
): "fact" | Exclude<(typeof placesInPrefix)[number], "plain" | "other"> {
  if (memory.pinned === true) return "pinned";
  if (!isWish(memory)) return "fact";
  return memory.until === undefined ? "wish" : "wish that ends";
}

/** "I'm allergic to penicillin" rather than a story, a mood or an exclamation. */
export function isPlain({ text }: Pick<Memory, "text">): boolean {
  return text.length <= longestPlain && !loud.test(text) && statesPlainly(text);
}

/** In characters. */
const longestPlain = 140;
/** Several sentences, or one that is no statement. */
const loud = /[!?！？]|[.…]\s+\p{Lu}|。./u;
