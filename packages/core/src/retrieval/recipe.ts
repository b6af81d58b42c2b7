/** How much each sign counts. The words' part is 1 for the message that holds most of the question; the others add to it. */
export interface Recipe {
  /** The part of a message's words that the messages beside it get, by how far away they are: next to it first. */
  readonly neighbours: readonly number[];
  /** Likeness of meaning, between the least and the most alike. */
  readonly meaning: number;
  /** The part of the likeness that the messages beside it get. */
  readonly meaningBeside: number;
  /** A speaker whom the question names. */
  readonly named: number;
  /** The one who asks, for "I"; the agent, for "you". */
  readonly addressed: number;
  /** A time that the question names. */
  readonly date: number;
  /** A word of time in the message, for a question that asks when. */
  readonly time: number;
  /** The words of the question in the conversation around the message. */
  readonly conversation: number;
  /** Taken off for a message that asks itself. */
  readonly asking: number;
  /** Taken off for what a tool was given, or gave: mostly it repeats what stands elsewhere. */
  readonly ofTool: number;
  /** Taken off for a message that says what is said all the time, where the words of the question do not lead to its answer. */
  readonly routine: number;
}

/** Weights are round numbers; none was fitted. What a question names counted less at first (decision 0049). */
export const recipe: Recipe = {
  neighbours: [0.5, 0.25],
  meaning: 1.5,
  meaningBeside: 0.3,
  named: 0.8,
  addressed: 0.4,
  date: 0.6,
  time: 0.2,
  conversation: 0.3,
  asking: 0.15,
  ofTool: 0.5,
  routine: 2,
};
