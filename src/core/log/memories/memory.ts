import type { EntryId, Instant, LaneKey, SessionKey } from "../keys.js";

export const memoryKinds = ["fact", "preference", "instruction", "outcome", "event"] as const;
/** What a memory is of: preferences and instructions are wishes, and told before the others. */
export type MemoryKind = (typeof memoryKinds)[number];

/** Who is told a memory. */
export type MemoryScope =
  /** In every chat. */
  | { readonly kind: "everyone" }
  /** Where only this person speaks. */
  | { readonly kind: "person"; readonly person: string }
  /** In this chat, and where one of those speaks alone who spoke in it before the memory was told. */
  | { readonly kind: "session"; readonly session: SessionKey };

/** A message that told it. */
export interface MemorySource {
  /** The chat that it is in. */
  readonly session: SessionKey;
  /** The thread there. */
  readonly lane: LaneKey;
  /** The message. */
  readonly entry: EntryId;
}

/** What made a memory or changed it. */
export type MemoryMaker = "rule" | "model" | "agent" | "person" | "file";

/** Something that lasts beyond a chat. */
export interface Memory {
  /** Its beginning in words and a few letters of its own, as `dentist-dr-weber-k3f9`. Never changes. */
  readonly name: string;
  /** What it is of. */
  readonly kind: MemoryKind;
  /** One line, in the words that told it, without secrets. */
  readonly text: string;
  /** Who said it; null if nobody of the chat did. */
  readonly person: string | null;
  /** Who is told it. */
  readonly scope: MemoryScope;
  /** When it was said last. */
  readonly saidAt: Instant;
  /** From when on it holds; from when it was said, if it is not told. */
  readonly from?: Instant;
  /** When it ends to hold; never, if it is not told. */
  readonly until?: Instant;
  /** What an earlier version noted as its subject, as "dentist". Nothing reads it any more. */
  readonly subject?: string;
  /** Told before all others, whatever its kind. */
  readonly pinned?: true;
  /** The messages that told it, the first one first. */
  readonly sources: readonly MemorySource[];
  /** What made it. */
  readonly by: MemoryMaker;
  /** The name of the memory that took its place. It is not told any more. */
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
  /** What made the change. */
  readonly by: MemoryMaker;
  /** Why, in a few words for people. */
  readonly because: string;
  /** The entry of the change that this one undoes. */
  readonly undoes?: EntryId;
  /** The first of the changes that were made as one, such as a memory that takes the place of another. An undo takes back all of them. */
  readonly together?: EntryId;
}

/** A change as the log has it. */
export interface KeptChange extends MemoryChange {
  /** Its entry, by which it is undone. */
  readonly id: EntryId;
  /** When it was made. */
  readonly at: Instant;
}
