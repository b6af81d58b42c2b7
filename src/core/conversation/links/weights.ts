import type { Relation } from "./signs.js";

/** By sign, then by the relation of the senders. */
export type SignWeights = Readonly<Record<string, Readonly<Partial<Record<Relation, number>>>>>;

export interface LinkWeights {
  /** For each line of a conversation, in the choice among conversations. */
  readonly conversation: SignWeights;
  /** For a new conversation in the same choice. */
  readonly start: Readonly<Record<string, number>>;
  /** In the choice of a line in the conversation. */
  readonly line: SignWeights;
}
