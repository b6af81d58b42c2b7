/** Removes secrets from what comes in, for a log that stores none. */
import type { Note } from "../../core/log/entry.js";
import type { HostContent, HostOutput, HostPart } from "../../core/log/host-message.js";
import { encodeCanonicalJson, type Json, tryParseJson } from "../../core/text/json.js";
import { redactSecrets } from "../../core/text/redact/redact-secrets.js";

/** Changes what comes in before it is stored. */
export interface Cleaner {
  part(part: HostPart): HostPart;
  item(item: HostContent): HostContent;
  note(note: Note): Note;
  /** A host's original, as a field of its entry. */
  raw(raw: Json | undefined): { readonly raw?: Json };
}

export const untouched: Cleaner = {
  part: (part) => part,
  item: (item) => item,
  note: (note) => note,
  raw: (raw) => (raw === undefined ? {} : { raw }),
};

/** An original is dropped: nobody knows its shape, and what is cut out of it would no longer be one. */
export const withoutSecrets: Cleaner = { part: cleanPart, item: cleanItem, note: cleanNote, raw: () => ({}) };

function cleanItem(item: HostContent): HostContent {
  switch (item.kind) {
    case "said":
      return { ...item, parts: item.parts.map(cleanPart) };
    case "called":
      return { ...item, input: cleanJsonText(item.input) };
    case "returned":
      return { ...item, output: cleanOutput(item.output) };
    case "approved":
      return item.reason === undefined ? item : { ...item, reason: redactSecrets(item.reason) };
    case "asked":
      return item;
    default:
      return item satisfies never;
  }
}

function cleanOutput(output: HostOutput): HostOutput {
  switch (output.kind) {
    case "content":
      return { ...output, parts: output.parts.map(cleanPart) };
    case "json":
    case "error-json":
      return { ...output, text: cleanJsonText(output.text) };
    case "text":
    case "error-text":
    case "denied":
      return { ...output, text: redactSecrets(output.text) };
    default:
      return output satisfies never;
  }
}

function cleanPart(part: HostPart): HostPart {
  if (part.kind !== "file") {
    const text = redactSecrets(part.text);
    if (text === part.text) return part;
    // A provider's signature is valid for its exact words only, so it is dropped.
    return part.kind === "reasoning" ? { kind: part.kind, text } : { ...part, text };
  }
  const name = part.name === undefined ? {} : { name: redactSecrets(part.name) };
  if (part.data.kind !== "url") return { ...part, ...name };
  const url = redactSecrets(part.data.url);
  // An address without its key opens nothing, so it stays as text.
  return url === part.data.url ? { ...part, ...name } : { kind: "text", text: url };
}

function cleanNote(note: Note): Note {
  switch (note.kind) {
    case "turn-ended":
      return { ...note, reason: redactSecrets(note.reason) };
    case "approval":
      return note.reason === undefined ? note : { ...note, reason: redactSecrets(note.reason) };
    case "instructions":
      return typeof note.text === "string" ? { ...note, text: redactSecrets(note.text) } : note;
    case "usage":
      return { ...note, usage: cleanJson(note.usage, null) };
    case "sent":
    case "compacted":
    case "unreadable":
      return note;
    default:
      return note satisfies never;
  }
}

/** Cleans value by value, each with its key before it, so that the result is still JSON. */
function cleanJsonText(text: string): string {
  if (redactSecrets(text) === text && !text.includes("\\")) return text;
  const value = tryParseJson(text);
  return value === undefined ? redactSecrets(text) : encodeCanonicalJson(cleanJson(value, null));
}

function cleanJson(value: Json, key: string | null): Json {
  if (typeof value === "string") return cleanValue(value, key);
  if (typeof value === "number") {
    const text = String(value);
    const clean = cleanValue(text, key);
    return clean === text ? value : clean;
  }
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((each: Json) => cleanJson(each, key));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [redactSecrets(name), cleanJson(inner, name)]),
  );
}

function cleanValue(value: string, key: string | null): string {
  const alone = redactSecrets(value);
  if (alone !== value || key === null) return alone;
  const label = `${key}: `;
  const line = redactSecrets(`${label}${value}`);
  return line.startsWith(label) ? line.slice(label.length) : alone;
}
