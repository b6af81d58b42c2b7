import type { EntryId, Instant } from "../keys.js";
import type { Memory } from "./memory.js";

/** A memory that stands in the view, whatever the message asks. */
export interface StandingMemory extends Pick<Memory, "name" | "text"> {
  /** Who said it, where several people may have; null otherwise. */
  readonly person: string | null;
  readonly saidAt: Instant;
  /** The entry of the change that made it what it is. */
  readonly entry: EntryId;
}

/** What a view tells of the memories that stand. */
export interface StandingMemories {
  /** Oldest first. */
  readonly shown: readonly StandingMemory[];
  /** Those whose message the view has still, with its seq: they are shown when it leaves. */
  readonly waiting: readonly { readonly memory: StandingMemory; readonly seq: number }[];
  /** How many have no place. */
  readonly hidden: number;
}
