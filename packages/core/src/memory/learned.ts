import type { Instant } from "../log/keys.js";
import type { Memory, MemorySource } from "../log/memories/memory.js";

/** A message to learn from. */
export interface ToldMessage {
  /** Its text, without what it quotes, and without secrets. */
  readonly text: string;
  readonly at: Instant;
  /** IANA name of the zone, for "until Friday". */
  readonly zone: string;
  /** Who said it; null for the only person of a session. */
  readonly person: string | null;
  readonly source: MemorySource;
}

/** How likely a statement is worth keeping: 3 a wish, 2 of the speaker and lasting, 1 of the speaker or the household, 0 anything else. */
export type Level = 0 | 1 | 2 | 3;

/** A sentence of a message that may be kept as it stands. */
export interface LearnedStatement extends Pick<Memory, "kind" | "text" | "from" | "until"> {
  readonly level: Level;
  /** Set if it is kept where it follows something kept at once. */
  readonly follows?: true;
  /** Set if it asks that something be forgotten: as the words that name it, or what was just said. */
  readonly forgets?: string | true;
}

/** What is to become of memories, by the names of those that there are. */
export type WantedChange =
  | { readonly op: "add"; readonly memory: Omit<Memory, "name" | "scope" | "by"> }
  /** Said again: the memory gets the source and the time. */
  | { readonly op: "confirm"; readonly name: string; readonly source: MemorySource; readonly saidAt: Instant }
  | { readonly op: "forget"; readonly name: string; readonly because: string };
