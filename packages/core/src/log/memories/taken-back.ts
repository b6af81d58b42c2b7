import type { EntryId } from "../keys.js";

/**
 * Normalised words that no longer hold, because their memory was forgotten, undone or reworded. The key is the entry
 * that said them, or the agent's answer that repeated them.
 */
export type TakenBack = ReadonlyMap<EntryId, readonly string[]>;

export const nothingTakenBack: TakenBack = new Map();

/** Matches any entry, because a host's list may bring the same message again in another lane. */
export const anySource = "" as EntryId;
