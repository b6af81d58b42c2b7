import type { EntryId } from "../keys.js";

/**
 * What holds no more, because its memory was forgotten, undone or worded anew: by the entry that told it, or
 * that an agent answered it with, its words, normalised.
 */
export type TakenBack = ReadonlyMap<EntryId, readonly string[]>;

export const nothingTakenBack: TakenBack = new Map();

/** Where words are taken back whoever repeats them: a host's list may bring the same message in once more, in another lane. */
export const anySource = "" as EntryId;
