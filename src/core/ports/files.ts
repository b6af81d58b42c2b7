/** Texts as files of their own, readable by other tools than ours. */
export interface Files {
  /** Writes a new file and returns the path to give to others. Fails where it can't be written or its name is taken. */
  keep(name: string, text: string): Promise<string>;
}
