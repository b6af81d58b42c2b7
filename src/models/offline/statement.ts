/** Something that was said, ready to be quoted. */
export interface Statement {
  readonly text: string;
  /** As the view shows it, such as 2026-11-15 10:22; "" if unknown. */
  readonly at: string;
  readonly who: string;
  /** Opens the whole statement; "" if there is none. */
  readonly pointer: string;
}

/** Two texts count as the same statement if they begin alike, because one of them may be cut. */
export function makeStatementKey(text: string): string {
  return text.replace(/\s+/g, " ").trim().toLowerCase().slice(0, 200);
}
