import type { EntryId, Instant } from "./keys.js";

/** The sections of a summary, in the order in which they are shown. */
export const sectionNames = ["goals", "decisions", "facts", "outcomes", "pending", "artifacts"] as const;
/** A part of a summary. */
export type SectionName = (typeof sectionNames)[number];

/** One thing worth keeping, found by rule, in its original words. */
export interface SummaryItem {
  /** The part of the summary that it belongs to. */
  readonly section: SectionName;
  /** One line, without secrets. */
  readonly text: string;
  /** The entries that said it. Withdrawing one of them removes the item. */
  readonly sources: readonly EntryId[];
  /** When it was said. */
  readonly at: Instant;
  /** Who said it: an address, "user" or "agent"; "system" for another program's summary. */
  readonly by: string;
  /** Constraints, promises, negations, decisions and open questions: the last to be dropped when room is short. */
  readonly pinned: boolean;
  /** The agent asked to remember it: shown first, word for word, and dropped last. */
  readonly kept?: true;
  /** It concerns the focus that somebody gave the summary. Only items to be remembered are dropped later. */
  readonly focused?: true;
  /** How often it was said in nearly the same words; once if absent. */
  readonly times?: number;
}

/** The digest of a span of a lane: items found by rule and, if a model wrote one, its text. */
export interface Summary {
  /** The id of its record. */
  readonly id: string;
  /** Counts the summaries of this lane for its policy and window. */
  readonly version: number;
  /** The entries that it covers, by seq, both included. */
  readonly from: number;
  /** The last entry that it stands for, by seq. */
  readonly to: number;
  /** When it was made. */
  readonly at: Instant;
  /** The rules or the prompt that wrote it, with their version. */
  readonly by: string;
  /** All items, shown or not: with more room, a view shows more of them. */
  readonly items: readonly SummaryItem[];
  /** How many items the view shows. */
  readonly shown: number;
  /** The model's text by section; null if none wrote one. */
  readonly prose: SummaryProse | null;
  /** The number of items that were dropped. They are in the log, where the summary's pointer leads. */
  readonly dropped: number;
  /** Hash of its source. */
  readonly source: string;
  /** The newest file with the whole words of what left, by its path from the log; absent without a spill folder. */
  readonly file?: string;
  /** For the digest of a conversation: the time of that conversation. */
  readonly told?: SummaryTime;
}

/** When a conversation was, for the reader of its digest. */
export interface SummaryTime {
  /** When it began. */
  readonly began: Instant;
  /** How long ago it ended, in words. */
  readonly when: string;
}

/** A model's text, line by line under each section. */
export type SummaryProse = Readonly<Partial<Record<SectionName, readonly string[]>>>;

/** A digest in a model's words, with the prompt that asked for them. */
export type DigestProse = Pick<Summary, "by"> & { readonly prose: SummaryProse };

/** A model's digest of a past conversation, as it is stored. */
export interface ConversationDigest {
  /** Hash of its source. If the entries differ or were edited, the digest is not used. */
  readonly source: string;
  /** The prompt that asked for it, with its version. */
  readonly by: string;
  /** Null if the model failed; the model is then not asked again. */
  readonly prose: SummaryProse | null;
}
