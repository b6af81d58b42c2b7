import type { Round } from "./talk.js";

/** What a turn sends to the model. */
interface ModelInput {
  readonly messages: readonly unknown[];
}

/** A chat bot without its model: what every subject of the bench does for one turn. */
export interface Bot {
  /** Persists the message, builds the next input of the model, and persists the answer. */
  playTurn(turn: PlannedTurn): Promise<ModelInput>;
  close(): Promise<void>;
}

/** A message with what the model is going to answer. */
interface PlannedTurn extends Round {
  readonly id: string;
}

/** Something that keeps a conversation, told to the process that measures it. */
export type Subject =
  | { readonly kind: "clew"; readonly name: string; readonly folder: string }
  | {
      readonly kind: "peer";
      readonly name: string;
      /** Address of the module that exports its keeper. */
      readonly module: string;
      /** The largest log that it is measured on, and why. */
      readonly mostMessages?: number;
      readonly whyNotMore?: string;
    };

/** How a subject keeps its log in a folder. */
export interface Keeper {
  /** Fills a new log with so many messages, half of them answers. */
  fill(folder: string, messages: number): Promise<void>;
  open(folder: string): Promise<Bot>;
}

/** Tokens that the model can hold. */
export const windowTokens = 8_192;
