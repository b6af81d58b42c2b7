/** What is ranked. */
import type { Instant } from "../log/keys.js";

/** A message that may answer, in the order of its lane. */
export interface SaidMessage {
  /** The lane: only messages of one lane are neighbours. */
  readonly lane: string;
  /** Its place in the lane. */
  readonly seq: number;
  /** Its turn, where it has one: an answer belongs to its question, however late it came. */
  readonly turn?: string | null;
  /** The key of its speaker: an address, or a role. */
  readonly speaker: string;
  readonly at: Instant;
  readonly text: string;
  /** How alike it is in meaning, where that is known. */
  readonly likeness?: number | null;
  /** Whether a tool was given it, or gave it: nobody said it. */
  readonly isOfTool?: boolean;
  /** Stems of the question that it holds, wherever in a long text. */
  readonly held?: readonly string[];
}

export interface RankedMessage<Message extends SaidMessage> {
  readonly message: Message;
  readonly score: number;
}

/** Messages for a question, best first. */
export interface Ranking<Message extends SaidMessage> {
  readonly ranked: readonly RankedMessage<Message>[];
  /** The weight of each stem of the question. */
  readonly weights: ReadonlyMap<string, number>;
}

/** Oldest first; of one instant, as they stand in their lane. */
export function compareAge(a: SaidMessage, b: SaidMessage): number {
  return a.at - b.at || (a.lane === b.lane ? a.seq - b.seq : a.lane < b.lane ? -1 : 1);
}
