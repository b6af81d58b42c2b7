/** Takes the names of speakers out of a text: whoever is named in every other message tells nothing apart. */
import { listCallNames } from "./named-speakers.js";

export function dropNames(text: string, names: readonly string[]): string {
  const called = [...new Set(names.flatMap(listCallNames))].sort((a, b) => b.length - a.length);
  if (called.length === 0) return text;
  const each = called.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  return text.replace(new RegExp(`(?<![\\p{L}\\p{N}])(?:${each})(?:['’]s)?(?![\\p{L}\\p{N}])`, "giu"), " ");
}
