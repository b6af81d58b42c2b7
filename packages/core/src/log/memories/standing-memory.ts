import type { EntryId, Pointer, Tokens } from "../keys.js";
import type { Memory } from "./memory.js";

/** A memory that the view shows whatever the message asks. */
export interface StandingMemory extends Pick<Memory, "name" | "text" | "person" | "saidAt"> {
  /** A wish is an instruction or a preference. */
  readonly form: "wish" | "fact";
  /** Whether the text is the speaker's own words, or a note by the owner or the agent. */
  readonly told: "said" | "noted" | "noted by the agent";
  /** The entry of the memory's newest change. */
  readonly entry: EntryId;
  /** Opens that entry. */
  readonly pointer: Pointer;
  readonly isPinned?: true;
  /** The tokens of its line. */
  readonly tokens: Tokens;
}

/** The part of a memory that its line in the view shows. */
export type KnownLine = Pick<StandingMemory, "text" | "person" | "saidAt" | "told">;

/** The memories that a view shows in its prefix. */
export interface StandingMemories {
  /** The person whose memories need no name in their lines; null in a group, and if messages have no address. */
  readonly person: string | null;
  /** Newest first. */
  readonly shown: readonly StandingMemory[];
  /** Memories whose message is still in the view, with its seq. They are shown once it leaves. */
  readonly waiting: readonly { readonly memory: StandingMemory; readonly seq: number }[];
  /** The newest memories that did not fit when the list was made. */
  readonly hidden: readonly Pointer[];
  /** Whether a current memory is neither in the list nor in a message of the view. */
  readonly hasRest: boolean;
  /** The rest of the budget, for memories that the message needs. */
  readonly left: Tokens;
  /** The budget, as `name=value`. */
  readonly limit: string;
}

/** The most memories without a place that are listed and counted. */
export const mostHidden = 20;
