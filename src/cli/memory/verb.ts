import type { OpenLog } from "../../compose/log-verbs.js";
import type { Input } from "../program/command.js";

/** One thing to do with memories: the word after `clew memory`. */
export interface MemoryVerb {
  readonly name: string;
  /** Arguments as the help shows them. */
  readonly usage: string;
  readonly line: string;
  /** How many words have to follow. */
  readonly least?: number;
  /** And how many may. */
  readonly most: number;
  /** Which options of the command it heeds. */
  readonly heeds?: readonly ("person" | "session" | "kind" | "all" | "apply" | "dry-run" | "limit")[];
  /** Whether it makes a log that is not there. */
  readonly creates?: true;
  /** `words` are those after the verb. Prints, or throws what is wrong. */
  run(input: Input, clew: OpenLog, words: readonly string[]): Promise<void>;
}
