/**
 * How much of an entry a view shows, from all to nothing. Each reduction turns one rendition into a smaller one; a
 * reduction that shows entries in a new way adds it here.
 */
export type Rendition =
  | "full"
  | "condensed"
  | "trimmed"
  | "limited"
  | "capped"
  | "attached"
  | "outlined"
  | "spilled"
  | "clipped"
  | "retired"
  | "cleared"
  | "gone";

/** Limits on texts don't affect files. */
export function canShowFiles(rendition: Rendition): boolean {
  return rendition === "full" || rendition === "trimmed" || rendition === "limited" || rendition === "capped";
}
