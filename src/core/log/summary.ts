import type { EntryId, Instant } from "./keys.js";

/** The parts of a summary, in the order in which they are shown. */
export const sectionNames = ["goals", "decisions", "facts", "outcomes", "pending", "artifacts"] as const;
/** A part of a summary. */
export type SectionName = (typeof sectionNames)[number];

/** One thing worth keeping, found by rule, in the words in which it was said. */
export interface SummaryItem {
  /** The part of the summary that it belongs to. */
  readonly section: SectionName;
  /** One line, without secrets. */
  readonly text: string;
  /** The entries that said it. When one of them is taken back, so is the item. */
  readonly sources: readonly EntryId[];
  /** When it was said. */
  readonly at: Instant;
  /** Who said it: an address, "user" or "agent". */
  readonly by: string;
  /** Constraints, promises, negations, decisions and open questions: the last to go when there is not room for all. */
  readonly pinned: boolean;
  /** The agent asked for it to be remembered: it is told first, word for word, and leaves after all others. */
  readonly kept?: true;
}

/** The digest of a span of a lane: what was found by rule and, where a model wrote one, its text. */
export interface Summary {
  /** The id of its record. */
  readonly id: string;
  /** Counts the summaries of this lane for its policy and window. */
  readonly version: number;
  /** The entries that it stands for, by seq, both included. */
  readonly from: number;
  /** The last entry that it stands for, by seq. */
  readonly to: number;
  /** When it was made. */
  readonly at: Instant;
  /** The rules or the prompt that wrote it, with their version. */
  readonly by: string;
  /** What is kept, shown or not: more of it is shown when there is more room. */
  readonly items: readonly SummaryItem[];
  /** How many of them the view shows. */
  readonly shown: number;
  /** What a model wrote, by section; null where none did. */
  readonly prose: SummaryProse | null;
  /** Items that were let go. They are in the log, and the summary's pointer leads there. */
  readonly dropped: number;
  /** Hash of what it was made from. */
  readonly source: string;
}

/** What a model wrote, line by line under each section. */
export type SummaryProse = Readonly<Partial<Record<SectionName, readonly string[]>>>;
