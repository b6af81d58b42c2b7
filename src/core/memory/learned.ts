import type { Instant } from "../log/keys.js";
import type { Memory, MemorySource } from "../log/memories/memory.js";
import type { Turn } from "./turn.js";

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

/** What one sentence of a message says that lasts, before it is compared with what is known. */
export interface LearnedStatement extends Pick<Memory, "kind" | "text" | "subject" | "from" | "until"> {
  /** Set if it corrects or ends what was said before: with a text, that which it names. */
  readonly ends?: string | true;
  /** Set if it corrects only what has the words that it names: nothing else in it says that it is a correction. */
  readonly endsNamedOnly?: true;
  /** Set if it may correct what the same person has just said: it is kept beside that; or beside what has a value of the same sort. */
  readonly endsBesideOnly?: true | "alike";
  /** Set if it is a wish of its own where it ends none: "Stop using emojis". */
  readonly endsOrForbids?: true;
  /** What it says has turned: it takes the place of the fact that said otherwise. */
  readonly turns?: readonly Turn[];
  /** Set if it is kept only where it takes the place of something: nothing in it tells what would last by itself. */
  readonly ifKnown?: true;
  /** Set if nothing but a word of change speaks for it: it may be about something that is known. */
  readonly mayFollow?: true;
  /** Set for a whole message that may say anew what is known: it is told beside that, and changes nothing. */
  readonly mayRetell?: true;
  /** Set if it asks that something be forgotten: as the words that name it, or what was just said. */
  readonly forgets?: string | true;
}

/** What is to become of memories, by the names of those that there are. */
export type WantedChange =
  | { readonly op: "add"; readonly memory: Omit<Memory, "name" | "scope" | "by"> }
  /** Said again: the memory gets the source and the time. */
  | { readonly op: "confirm"; readonly name: string; readonly source: MemorySource; readonly saidAt: Instant }
  /** A new one takes the place of another, which is kept and not told any more. */
  | { readonly op: "replace"; readonly name: string; readonly memory: Omit<Memory, "name" | "scope" | "by"> }
  | { readonly op: "forget"; readonly name: string; readonly because: string };
