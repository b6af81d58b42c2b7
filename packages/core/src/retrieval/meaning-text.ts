/** What of an entry is compared by meaning. */
import type { Entry, Part } from "../log/entry.js";
import { redactEntryText } from "../log/redact-entry.js";
import { dropNames } from "./drop-names.js";

/** Small models read some 250 tokens, and the beginning says what a message is about. */
const mostCharacters = 1_000;

/**
 * The text of what a person or an agent said, without secrets and without the names of those who talk. Empty for
 * everything else, and for what no search may find: private and late entries.
 */
export function makeMeaningText(entry: Entry, names: readonly string[]): string {
  if (entry.private !== undefined || entry.late !== undefined) return "";
  if (entry.kind !== "revised" && !(entry.kind === "said" && entry.by.role !== "system")) return "";
  return cutMeaningText(redactEntryText(entry, readSpoken(entry.parts)), names);
}

/** The same for a question. */
export function cutMeaningText(text: string, names: readonly string[]): string {
  // What is cut off may begin with a name: names go first, from a little more than is kept.
  return dropNames(text.slice(0, 2 * mostCharacters), names)
    .slice(0, mostCharacters)
    .trim();
}

function readSpoken(parts: readonly Part[]): string {
  const texts = parts.map((part) => {
    if (part.kind === "reasoning") return "";
    if (part.kind === "file") return part.name ?? "";
    return typeof part.text === "string" ? part.text : part.text.head;
  });
  return texts.filter((text) => text.trim() !== "").join("\n");
}
