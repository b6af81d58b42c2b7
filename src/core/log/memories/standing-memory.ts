import type { EntryId, Pointer, Tokens } from "../keys.js";
import type { Memory } from "./memory.js";

/** A memory that stands in the view, whatever the message asks. */
export interface StandingMemory extends Pick<Memory, "name" | "text" | "person" | "saidAt"> {
  /** A wish is an instruction or a preference. */
  readonly form: "wish" | "fact";
  /** The speaker's own words, or what somebody noted: the owner, or the agent. */
  readonly told: "said" | "noted" | "noted by the agent";
  /** The entry of the change that made it what it is. */
  readonly entry: EntryId;
  /** Opens that entry. */
  readonly pointer: Pointer;
  readonly isPinned?: true;
  /** What its line takes. */
  readonly tokens: Tokens;
}

/** The part of a memory that its line in the view shows. */
export type KnownLine = Pick<StandingMemory, "text" | "person" | "saidAt" | "told">;

/** The memories that a view tells in its prefix. */
export interface StandingMemories {
  /** Whose own words need no name in their lines; null in a group, and where messages have no address. */
  readonly person: string | null;
  /** Newest first. */
  readonly shown: readonly StandingMemory[];
  /** Those whose message the view still has, with its seq. They are shown when it leaves. */
  readonly waiting: readonly { readonly memory: StandingMemory; readonly seq: number }[];
  /** The newest of those that had no place when the list was made. */
  readonly hidden: readonly Pointer[];
  /** Whether something holds that is not in the list, nor in a message of the view. */
  readonly hasRest: boolean;
  /** What the budget has left for those that the message needs. */
  readonly left: Tokens;
  /** The budget, as `name=value`. */
  readonly limit: string;
}

/** How many without a place are named and counted. */
export const mostHidden = 20;
