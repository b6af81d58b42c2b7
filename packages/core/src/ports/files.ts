/** The log that a file beside logs belongs to: this one, one that is there too, or one that is not there any more. */
export type FileOwner = "own" | "another" | "gone";

/** A file beside the log: a result that was too large for views, or the history of a summary. */
export interface SpilledFile {
  /** As the log keeps it. */
  readonly path: string;
  /** Its name without the ending: the id of the entry, or the beginning of the names of its session's histories. */
  readonly id: string;
}

/** A file of the log, looked for. */
export type FoundFile =
  | { readonly kind: "own"; readonly path: string }
  /** It was taken away before. */
  | { readonly kind: "gone" }
  /** It stays, as long as another log has it too if it is shared; `because` completes a sentence about it. */
  | { readonly kind: "left" | "shared"; readonly path: string; readonly because: string };

/** A part of a file's bytes. */
export interface FileBytes {
  /** The file, for people. */
  readonly file: string;
  /** The part that follows the one before in the same file. */
  readonly bytes: Uint8Array;
}

/**
 * Texts that are kept as files beside the log, which other programs can read. The log has their paths from its own folder, and a list
 * beside the files names the log and what it wrote there.
 */
export interface BesideFiles {
  /** The identity of the log: a hash of the place where it is. */
  readonly at: string;
  /** Writes a new file and returns its path for the log. Fails if it can't be written or the name is taken. Null without a folder. */
  readonly keep: ((name: string, text: string) => Promise<string>) | null;
  /** The path that the log keeps for a new file whose name begins so; no other log has the same. Null without a folder. */
  readonly keptPath: ((name: string) => string) | null;
  /** Writes a kept file in one step, over an earlier one of its name. Fails if it can't be written; then nothing has changed. */
  replace(path: string, text: string): Promise<void>;
  /** The text of a file; null if it can't be read. */
  read(path: string): Promise<string | null>;
  /** Every file in these folders that the log has listed, shared ones included. */
  list(folders: readonly string[]): Promise<readonly string[]>;
  /** The path of a kept file for programs that run here. */
  locate(kept: string): string;
  /** Looks for these files; one that does not have its name is left. */
  find(sought: readonly SpilledFile[]): Promise<readonly (readonly [SpilledFile, FoundFile])[]>;
  /** False if it could not be taken away. */
  remove(path: string): Promise<boolean>;
  /**
   * Takes over what the log wrote into these folders under former identities. Of a folder that another copy of the log still has, both list
   * the files from then on.
   */
  takeOver(folders: readonly string[], former: readonly string[]): Promise<void>;
  /** The bytes of every file that the log has in these folders. */
  readOwn(folders: readonly string[]): AsyncIterable<FileBytes>;
}
