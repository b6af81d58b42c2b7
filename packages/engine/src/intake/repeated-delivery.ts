import { findEntrySource, isSameDelivery } from "@clewline/core/log/delivery.js";
import type { Draft, Entry, Part } from "@clewline/core/log/entry.js";
import type { Cleaner } from "./redact/cleaner.js";

type SaidDraft = Extract<Draft, { kind: "said" }>;

/** Whether the entry is a message's version with this time of edit, as it was said. */
export function isVersionSaid(
  known: Entry | null,
  message: { readonly id: string | null; readonly revision: number },
): boolean {
  if (known?.kind !== "said") return false;
  const source = findEntrySource(known);
  return source?.message === message.id && source.revision === message.revision;
}

/**
 * A message that is delivered again, after a secret in it became known, comes without that secret, while the log has it from
 * before. It is the same message: it is handed to the store in the words that the store has.
 */
export function keepKnownWords(draft: SaidDraft, known: Entry | null, clean: Cleaner): SaidDraft {
  if (known?.kind !== "said" || isSameDelivery(known, draft)) return draft;
  const cleaned = { ...known, parts: known.parts.map((part) => cleanWords(part, clean)) };
  return isSameDelivery(cleaned, draft) ? { ...draft, parts: known.parts } : draft;
}

function cleanWords(part: Part, clean: Cleaner): Part {
  if (part.kind !== "text" || typeof part.text !== "string") return part;
  const { meta } = part;
  const cleaned = clean.part({ kind: "text", text: part.text, ...(meta === undefined ? {} : { meta }) });
  return cleaned.kind === "text" ? cleaned : part;
}
