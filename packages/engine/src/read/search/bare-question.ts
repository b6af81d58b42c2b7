import { type Entry, renderPlainText } from "@clewline/core/log/entry.js";
import type { RetrievedMessage } from "../retrieve.js";

/** One that asks tells nothing by itself, however many of the words it holds. */
export function isBareQuestion({ standing: { version } }: RetrievedMessage): boolean {
  return /^[^.!?。！？\n]*[?？]\s*$/u.test(readWords(version));
}

export function readWords(entry: Entry): string {
  return entry.kind === "said" || entry.kind === "revised" ? renderPlainText(entry.parts) : "";
}
