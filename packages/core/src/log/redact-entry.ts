import { hideValues } from "@clewline/redact/known-secrets.js";
import { redactSecrets } from "@clewline/redact/redact-secrets.js";
import type { Entry, Text } from "./entry.js";

/** A text of an entry without secrets: those that its own words give away, and those that are known from elsewhere. */
export function redactEntryText({ veiled }: Pick<Entry, "veiled">, text: string): string {
  const clean = redactSecrets(text);
  return veiled === undefined ? clean : hideValues(clean, veiled);
}

/** The same for a text as the log keeps it. */
export function redactEntryWords(entry: Pick<Entry, "veiled">, text: Text): Text {
  if (typeof text === "string") return redactEntryText(entry, text);
  return { ...text, head: redactEntryText(entry, text.head), tail: redactEntryText(entry, text.tail) };
}
