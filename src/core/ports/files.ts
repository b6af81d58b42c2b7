/** Keeps texts as files that other programs can read. */
export interface Files {
  /** Writes a new file and returns its path. Fails if the file can't be written or the name is taken. */
  keep(name: string, text: string): Promise<string>;
}
