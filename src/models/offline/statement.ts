/** Something that was said, as it can be quoted. */
export interface Statement {
  readonly text: string;
  /** As a view tells it, such as 2026-11-15 10:22; "" where nobody said so. */
  readonly at: string;
  readonly who: string;
  /** Opens the whole; "" where there is nothing to open. */
  readonly pointer: string;
}

/** Two texts are the same statement if they begin alike: one of them may be cut. */
export function makeStatementKey(text: string): string {
  return text.replace(/\s+/g, " ").trim().toLowerCase().slice(0, 200);
}
