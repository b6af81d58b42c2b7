import type { EntryId, Instant, Tokens } from "../keys.js";
import type { Memory } from "./memory.js";

/** A memory that stands in the view, whatever the message asks. */
export interface StandingMemory extends Pick<Memory, "name" | "text"> {
  /** Who said it, where several people may have; null otherwise. */
  readonly person: string | null;
  readonly saidAt: Instant;
  /** The entry of the change that made it what it is. */
  readonly entry: EntryId;
  /** The place of that entry, for a pointer. */
  readonly place: { readonly scope: Memory["scope"]; readonly seq: number };
  /** What its line takes. */
  readonly tokens: Tokens;
}

/** What a view tells of the memories that stand. */
export interface StandingMemories {
  /** Oldest first. */
  readonly shown: readonly StandingMemory[];
  /** Those whose message the view has still, with its seq: they are shown when it leaves. */
  readonly waiting: readonly { readonly memory: StandingMemory; readonly seq: number }[];
  /** Those that have no place. */
  readonly hidden: readonly StandingMemory[];
  /** What there was room for, as `name=value`. */
  readonly limit: string;
}
