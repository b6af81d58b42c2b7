/**
 * How much of an entry a view shows, from all to nothing.
 * Each rung turns one form into a smaller one; a new rung adds its form here and its rendering beside the others.
 */
export type Form = "full" | "trimmed" | "capped" | "spilled" | "clipped" | "cleared" | "gone";

/** A limit on texts says nothing about files. */
export function showsFiles(form: Form): boolean {
  return form === "full" || form === "trimmed" || form === "capped";
}
