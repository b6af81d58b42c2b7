import type { Round } from "./talk.js";

/** What a turn sends to the model. */
interface ModelInput {
  readonly messages: readonly unknown[];
}

/** A chat bot without its model: what every subject of the bench does in one turn. */
export interface Bot {
  /** Stores the message, builds the model's next input, and stores the answer. */
  playTurn(turn: PlannedTurn): Promise<ModelInput>;
  close(): Promise<void>;
}

/** A message, with the answer that the model is going to give. */
interface PlannedTurn extends Round {
  readonly id: string;
}

/** A program that keeps a conversation, as described to the process that measures it. */
export type Subject =
  | { readonly kind: "clew"; readonly name: string; readonly folder: string }
  | {
      readonly kind: "peer";
      readonly name: string;
      /** URL of the module that exports its keeper. */
      readonly module: string;
      /** The largest log to measure it on, and why. */
      readonly mostMessages?: number;
      readonly whyNotMore?: string;
    };

/** How a subject keeps its log in a folder. */
export interface Keeper {
  /** Fills a new log with this many messages, half of them answers. */
  fill(folder: string, messages: number): Promise<void>;
  open(folder: string): Promise<Bot>;
}

/** The model's window in tokens. */
export const windowTokens = 8_192;
