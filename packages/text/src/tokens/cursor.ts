/** The position in a text. Readers advance it and return the cost of what they read in tokens. */
export interface Cursor {
  readonly text: string;
  at: number;
}
