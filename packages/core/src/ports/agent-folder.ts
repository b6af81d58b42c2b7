/** The files that a person writes for an agent. */
export interface AgentFolder {
  /** A file by its path inside the folder, with `/`. Reads it anew only if it changed; never leaves the folder, and never fails. */
  read(path: string): Promise<FolderFile>;
  /** Names in a folder inside it, sorted. One that is absent, or outside, is empty. */
  list(path: string): Promise<readonly string[]>;
}

/** A text without blank ends and with plain line breaks; that there is none; or why it is not used. */
export type FolderFile =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "absent" }
  | { readonly kind: "unusable"; readonly because: string };
