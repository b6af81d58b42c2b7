/** The unit under test: from a chat and a question to its messages, best first, and a block of them as a model gets it. */
import type { Chat, ChatMessage, Question } from "./chat.js";
import type { KeptRows } from "./kept-rows.js";

export interface Retriever {
  readonly name: string;
  /** Only each so manieth question is put to one that takes long. */
  readonly every?: number;
  /** `others` are all chats but this one, for what learns from them. */
  open(chat: Chat, others: readonly Chat[]): Promise<OpenChat>;
}

interface OpenChat {
  /** Takes in what was said next, in order. */
  learn(messages: readonly ChatMessage[]): Promise<void>;
  ask(question: Question, budgets: readonly number[]): Promise<Answer>;
  close(): Promise<void>;
}

interface Answer {
  /** Ids of messages, best first. */
  readonly ranked: readonly string[];
  /** What is shown for each of the budgets, in tokens. */
  readonly blocks: readonly string[];
  /** The tokens of a view besides the conversation at hand. */
  readonly beside?: number;
}

/** Scores each message that is known; what scores 0 is ranked last, newer before older. */
type Score = (known: readonly ChatMessage[], question: Question) => Promise<readonly number[]>;

export interface Ranker {
  readonly name: string;
  /** Whether its block is ordered as the look-up of a view orders it. */
  readonly isSpaced?: boolean;
  /** Prepares what does not depend on a question. */
  open(chat: Chat): Score;
}

/** The rows of a table. */
export interface BenchRows {
  readonly retrievers: readonly Retriever[];
  /** The row that the targets are about. */
  readonly best: { readonly name: string; readonly vectors: boolean } | null;
  readonly kept: KeptRows;
  readonly say: (what: string) => void;
}
