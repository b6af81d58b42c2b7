import type { EntryId, Instant, LaneKey, SessionKey } from "../keys.js";

export const memoryKinds = ["fact", "preference", "instruction", "outcome", "event"] as const;
/** The kind of a memory. Preferences and instructions are wishes, and views show them before the others. */
export type MemoryKind = (typeof memoryKinds)[number];

/** The chats in which a memory is shown. */
export type MemoryScope =
  /** In every chat. */
  | { readonly kind: "everyone" }
  /** Where only this person speaks. */
  | { readonly kind: "person"; readonly person: string }
  /** In this chat, and in private chats of people who had spoken in it before the memory was made. */
  | { readonly kind: "session"; readonly session: SessionKey };

/** A message that the memory comes from. */
export interface MemorySource {
  /** The chat that it is in. */
  readonly session: SessionKey;
  /** The thread there. */
  readonly lane: LaneKey;
  /** The message. */
  readonly entry: EntryId;
}

/** The actor that made or changed a memory. */
export type MemoryMaker = "rule" | "model" | "agent" | "person" | "file";

/** Something that lasts beyond a chat. */
export interface Memory {
  /** Its beginning in words and a few letters of its own, as `dentist-dr-weber-k3f9`. Never changes. */
  readonly name: string;
  /** Its kind. */
  readonly kind: MemoryKind;
  /** One line, in the words of its source, without secrets. */
  readonly text: string;
  /** The person who said it; null if it comes from no person in the chat. */
  readonly person: string | null;
  /** The chats in which it is shown. */
  readonly scope: MemoryScope;
  /** When it was said last. */
  readonly saidAt: Instant;
  /** The time from which it holds. If absent, it holds from `saidAt`. */
  readonly from?: Instant;
  /** The time until which it holds. If absent, it has no end. */
  readonly until?: Instant;
  /** The subject that an earlier version noted, such as "dentist". It is no longer read. */
  readonly subject?: string;
  /** Shown before all unpinned memories, whatever its kind. */
  readonly pinned?: true;
  /** The messages that it comes from, the first one first. */
  readonly sources: readonly MemorySource[];
  /** The actor that made it. */
  readonly by: MemoryMaker;
  /** The name of the memory that replaced it. Views no longer show this one. */
  readonly replacedBy?: string;
}

/** One step in the life of a memory. It is never changed: an undo is a step of its own. */
export interface MemoryChange {
  /** The memory's name. */
  readonly name: string;
  /** Null for a new one. */
  readonly before: Memory | null;
  /** Null for one that is forgotten. */
  readonly after: Memory | null;
  /** The actor that made the change. */
  readonly by: MemoryMaker;
  /** Why, in a few words for people. */
  readonly because: string;
  /** The entry of the change that this one undoes. */
  readonly undoes?: EntryId;
  /** The first of several changes made as one, such as replacing one memory by another. An undo reverts all of them. */
  readonly together?: EntryId;
}

/** A change as the log has it. */
export interface KeptChange extends MemoryChange {
  /** The entry of the change, which an undo names. */
  readonly id: EntryId;
  /** When it was made. */
  readonly at: Instant;
}
