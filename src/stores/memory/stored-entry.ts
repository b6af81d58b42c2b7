import type { Draft, EntrySource } from "../../core/log/entry.js";
import type { EntryId, LaneRef } from "../../core/log/keys.js";

/** An entry with its content as text, so that nobody outside holds a piece of the log. */
export interface StoredEntry {
  readonly ref: LaneRef;
  readonly seq: number;
  /** Place in the whole store, in order of writing. */
  readonly order: number;
  readonly draft: Pick<Draft, "id" | "kind" | "turn" | "step" | "at" | "arrived">;
  readonly source: EntrySource | null;
  /** What an edit or a withdrawal is aimed at. */
  readonly target: EntryId | null;
  readonly sent: readonly string[];
  readonly fromAgent: boolean;
  readonly fromSystem: boolean;
  readonly address: string;
  readonly content: string;
}
