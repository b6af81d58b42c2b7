import type { Memory, MemoryKind } from "../../log/memories/memory.js";
import { mostSources } from "../apply-wanted.js";

/** A step of tidying up memories. A name may be given by its beginning or its end. */
export type MemoryOperation =
  /** Remembers something; what is remembered already adds nothing. */
  | {
      readonly op: "add";
      /** One statement. */
      readonly text: string;
      /** A fact by default. */
      readonly kind?: MemoryKind;
      /** Who says it. */
      readonly person?: string;
      /** The chat that it is said in. */
      readonly session?: string;
    }
  /** Nobody is told it any more. */
  | {
      readonly op: "forget";
      /** The memory's name. */
      readonly name: string;
    }
  /** Another text. */
  | {
      readonly op: "rewrite";
      /** The memory's name. */
      readonly name: string;
      /** The new text. */
      readonly text: string;
    }
  /** The others are forgotten, and what told them tells this one. All have one scope. */
  | {
      readonly op: "merge";
      /** The name of the memory that stays. */
      readonly name: string;
      /** The names of those that go. */
      readonly others: readonly string[];
    };

/** What a review proposes. */
export interface MemoryProposal {
  /** What `apply` does. */
  readonly operation: MemoryOperation;
  /** Why, in a few words. */
  readonly because: string;
  /** The memories before and after, as lines that begin with "- " and "+ ". */
  readonly diff: readonly string[];
}

/** What became of operations. */
export interface AppliedOperations {
  /** How many changed something. */
  readonly changed: number;
  /** How many asked for what is there already: nothing is written for these. */
  readonly unchanged: number;
}

/** The memory that stays, with what told the others. It is as old as it was: whoever came later has not heard its words. */
export function mergeMemories(kept: Memory, others: readonly Memory[]): Memory {
  const sources = [kept, ...others].flatMap((memory) => memory.sources);
  const distinct = new Map(sources.map((source) => [source.entry, source]));
  return {
    ...kept,
    sources: [...distinct.values()].slice(0, mostSources),
  };
}
