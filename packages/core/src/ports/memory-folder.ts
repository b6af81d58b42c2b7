import type { FolderFile } from "./agent-folder.js";
import type { FileOwner } from "./files.js";

/** A folder of files that Clew writes and people edit. Paths are inside it, with `/`. */
export interface MemoryFolder {
  /** Runs work while no other Clew, of this process or another, does the same in this folder. Waits for its turn, and creates the folder. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>;
  /** The whole text as it is. Reads anew only what changed; never leaves the folder, and never fails. */
  read(path: string): Promise<FolderFile>;
  /** Files of Clew's own in the folder, by path: the lists of what logs wrote, and what a crash left half written. */
  hidden(): Promise<readonly string[]>;
  /** The path of the log from the folder, by which its own file names it. */
  readonly log: string;
  /** The owner of a file that names its log so. One that names none belongs to the log that the folder is beside of. */
  whose(log: string | null): FileOwner;
  /** Names in a folder inside it, sorted, without those that begin with a dot. One that is absent is empty; null for one that leads outside. */
  list(path: string): Promise<readonly string[] | null>;
  /**
   * Puts a file in the place of what is there, at once and whole, or with null takes it away; only if what is there is still
   * `expected` (null for no file). False if it is not: then nothing was done.
   */
  replace(path: string, expected: string | null, text: string | null): Promise<boolean>;
}
