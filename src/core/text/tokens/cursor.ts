/** Where the reading of a text stands. Readers move it past what they read and return its cost in tokens. */
export interface Cursor {
  readonly text: string;
  at: number;
}
