/**
 * How much of an entry a view shows, from all to nothing.
 * Each reduction turns one rendition into a smaller one; a new reduction that shows entries in another way adds it here.
 */
export type Rendition = "full" | "trimmed" | "capped" | "spilled" | "clipped" | "cleared" | "gone";

/** A limit on texts says nothing about files. */
export function canShowFiles(rendition: Rendition): boolean {
  return rendition === "full" || rendition === "trimmed" || rendition === "capped";
}
