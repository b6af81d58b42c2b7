import { tellsOnlySecret } from "@clewline/redact/redact-secrets.js";
import { isObject } from "@clewline/text/json.js";
import type { Draft } from "../log/entry.js";
import { isRemember, longestMemory } from "../log/own-tools.js";
import { redactEntryText } from "../log/redact-entry.js";
import type { SummaryItem } from "../log/summary.js";
import { cutAtWord, makeOneLine } from "./item-text.js";

/** Reads the text that a `remember` call asks to keep, in one line and without secrets; null for any other entry. */
export function readMemoryItem(entry: Draft): SummaryItem | null {
  if (entry.kind !== "called" || !isRemember(entry.tool) || typeof entry.input !== "string") return null;
  if (entry.private !== undefined || entry.late !== undefined) return null;
  const text = readMemoryText(entry.input, (words) => redactEntryText(entry, words));
  const line = cutAtWord(makeOneLine(text ?? ""), longestMemory);
  if (line === "" || tellsOnlySecret(line)) return null;
  return { section: "facts", text: line, sources: [entry.id], at: entry.at, by: "agent", pinned: true, kept: true };
}

/** Parses the JSON before redacting, because a redaction may break it; null for a call that was cut off. */
export function readMemoryText(input: string, redact: (text: string) => string): string | null {
  try {
    const value: unknown = JSON.parse(input);
    const text = isObject(value) && typeof value.text === "string" ? value.text.trim() : "";
    // A call with more was refused, and the model knows it.
    return text === "" || text.length > longestMemory ? null : redact(text);
  } catch {
    // A call that was cut off, or another program's tool of that name.
    return null;
  }
}
