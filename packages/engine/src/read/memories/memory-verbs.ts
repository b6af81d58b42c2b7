/** The verbs of `clew.memory`, as the public names have them. */
import type { KeptChange, Memory, MemoryKind } from "@clewline/core/log/memories/memory.js";
import type { AppliedOperations, MemoryOperation, MemoryProposal } from "@clewline/core/memory/review/operation.js";
import type { LearnOptions, LearnReport } from "../../answer/learning/learn-history.js";
import type { RebuildOptions, RebuildReport } from "../../answer/learning/rebuild-memories.js";
import type { MemorySync } from "../../intake/memories/files/sync-files.js";
import type { MemoryReport } from "./explain-memory.js";

/** Whose memories are meant. With neither a person nor a session: all of them. */
export interface MemoryChoice {
  /** What this person is told where nobody else speaks, or in the session: by address, or by the name that you gave. */
  readonly person?: string | undefined;
  /** What is told in this chat. */
  readonly session?: string | undefined;
  /** Only those of one kind. */
  readonly kind?: MemoryKind | undefined;
  /** Also those that have ended, and those that another took the place of. */
  readonly all?: boolean | undefined;
}

/** Something to remember. */
export interface NewMemory {
  /** One statement. Secrets are left out of it. */
  readonly text: string;
  /** A fact by default, and for a kind that there is none of. */
  readonly kind?: MemoryKind | undefined;
  /** Who says it: told where only that person speaks. Without a person and a session it is told everywhere. */
  readonly person?: string | undefined;
  /** The chat that it is said in: told there, or if only the person speaks there, where only that person speaks. */
  readonly session?: string | undefined;
  /** When it ends to hold: a day such as 2026-03-05 (all of it included), a minute such as 2026-03-05T10:00, or an instant. */
  readonly until?: string | number | Date | undefined;
}

/** What is to be changed of a memory. */
export interface MemoryEdits {
  /** Another text. */
  readonly text?: string | undefined;
  /** Another kind. */
  readonly kind?: MemoryKind | undefined;
  /** Another end; null for none. */
  readonly until?: string | number | Date | null | undefined;
}

/**
 * What is remembered beyond a chat, and what can be done with it. A name may be given by its beginning or its end; of two with one
 * name the scope tells which: `NAME@everyone`, `NAME@person:ana`, `NAME@session:telegram:chat:42`.
 */
export interface MemoryVerbs {
  /** What is remembered, said last first. */
  list(choice?: MemoryChoice): Promise<readonly Memory[]>;
  /** Remembers something. The same once more adds nothing. */
  add(memory: NewMemory): Promise<Memory>;
  /** Changes a memory. */
  edit(name: string, edits: MemoryEdits): Promise<Memory>;
  /** Nobody is told it any more. The log keeps it, for `undo`. */
  forget(name: string): Promise<KeptChange>;
  /** It stands in every view of its scope from now on, whatever its kind. */
  pin(name: string): Promise<Memory>;
  /** It is looked up again when it is asked for. */
  unpin(name: string): Promise<Memory>;
  /** Every change, of one memory or of all, the first one first. */
  history(name?: string): Promise<readonly KeptChange[]>;
  /**
   * Takes a change back, with those that were made as one with it: the last one that stands, or the one with this id. The
   * memory is then as it was before. `memory/changed-since` if a later change of the same memory stands.
   */
  undo(change?: string): Promise<readonly KeptChange[]>;
  /**
   * Brings the folder of memories and the log together: takes over what people did there, and writes what the log has. It is
   * done with every change too. Without a folder nothing is done.
   */
  sync(): Promise<MemorySync>;
  /** What could be tidied up: near duplicates merged, what has ended forgotten, words without a meaning left out. Changes nothing. */
  review(): Promise<readonly MemoryProposal[]>;
  /**
   * Does what a review proposed, or what you want done. All is looked at first: nothing is done if an operation names no memory
   * (`memory/unknown`) or several (`memory/ambiguous`). What is so already writes nothing; everything else is in the history.
   */
  apply(operations: readonly MemoryOperation[]): Promise<AppliedOperations>;
  /**
   * Lets the fast model read messages that it was not asked about, imports too, oldest first in each chat: it adds, replaces, ends,
   * merges and drops memories in batches, and each change can be undone. `dryRun` tells the price before. It goes on where it stopped.
   */
  learn(options?: LearnOptions): Promise<LearnReport>;
  /**
   * Reads the messages of memories that rules have made once more: those that an older version made become those of today's rules. What a
   * person, a model or the agent has made or changed stays. Changes can be undone, and a second call changes nothing.
   */
  rebuild(options?: RebuildOptions): Promise<RebuildReport>;
  /** Why something is remembered: the messages that told it in their words, and what was done to it. */
  why(name: string): Promise<MemoryReport>;
  /** Those with words of the question and, where there is an embedder, the nearest in meaning; best first, at most `limit` (10 by default). */
  find(question: string, choice?: MemoryChoice & { readonly limit?: number | undefined }): Promise<readonly Memory[]>;
}
