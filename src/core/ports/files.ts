/** Keeps texts as files that other programs can read. */
export interface Files {
  /** Writes a new file and returns its path. Fails if the file can't be written or the name is taken. */
  keep(name: string, text: string): Promise<string>;
}

/** Files that were kept so, by their paths as the log has them. */
export interface SpilledFiles {
  /** Takes away the file of this path, if it is named after the entry. False if it is there and can't be taken away. */
  remove(path: string, entry: string): Promise<boolean>;
}
