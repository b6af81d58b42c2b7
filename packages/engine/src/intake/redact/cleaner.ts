/** Removes secrets from incoming messages, for a log that stores none. */
import type { Note } from "@clewline/core/log/entry.js";
import type { HostContent, HostFile, HostOutput, HostPart } from "@clewline/core/log/host-message.js";
import type { Json } from "@clewline/text/json.js";
import type { KnownSecrets } from "../secret-register.js";
import { redactFileText } from "./redact-file.js";
import { redactJson, redactJsonText } from "./redact-json.js";
import { makeRedactor, type Redact } from "./redact-words.js";

/** Changes incoming items before they are stored. */
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

/** Remembers each secret that a label gives away. Drops raw originals: redacting them could break their form. */
export function makeCleaner(known: KnownSecrets): Cleaner {
  const redact = makeRedactor(known);
  return {
    part: (part) => cleanPart(part, redact),
    item: (item) => cleanItem(item, redact),
    note: (note) => cleanNote(note, redact),
    raw: () => ({}),
  };
}

function cleanItem(item: HostContent, redact: Redact): HostContent {
  switch (item.kind) {
    case "said":
      return { ...item, parts: item.parts.map((part) => cleanPart(part, redact)) };
    case "called":
      return {
        ...dropMeta(item, redact),
        call: redact(item.call),
        tool: redact(item.tool),
        input: redactJsonText(item.input, redact),
      };
    case "returned":
      return {
        ...dropMeta(item, redact),
        call: redact(item.call),
        tool: redact(item.tool),
        output: cleanOutput(item.output, redact),
      };
    case "approved": {
      const approval = redact(item.approval);
      return item.reason === undefined ? { ...item, approval } : { ...item, approval, reason: redact(item.reason) };
    }
    case "asked":
      return { ...item, approval: redact(item.approval), call: redact(item.call) };
    default:
      return item satisfies never;
  }
}

/** A provider's own data about a call is valid whole or not at all. */
function dropMeta<Item extends { readonly meta?: Json }>(item: Item, redact: Redact): Item {
  if (item.meta === undefined || JSON.stringify(redactJson(item.meta, redact)) === JSON.stringify(item.meta))
    return item;
  const { meta: _meta, ...rest } = item;
  return rest as Item;
}

function cleanOutput(output: HostOutput, redact: Redact): HostOutput {
  switch (output.kind) {
    case "content":
      return { ...output, parts: output.parts.map((part) => cleanPart(part, redact)) };
    case "json":
    case "error-json":
      return { ...output, text: redactJsonText(output.text, redact) };
    case "text":
    case "error-text":
    case "denied":
      return { ...output, text: redact(output.text) };
    default:
      return output satisfies never;
  }
}

function cleanPart(part: HostPart, redact: Redact): HostPart {
  if (part.kind === "file") return cleanFile(part, redact);
  const text = redact(part.text);
  if (text === part.text) return dropMeta(part, redact);
  // A provider's signature is valid for its exact words only, so it is dropped.
  return part.kind === "reasoning" ? { kind: part.kind, text } : dropMeta({ ...part, text }, redact);
}

function cleanFile(part: HostFile, redact: Redact): HostPart {
  const mediaType = redact(part.mediaType);
  const name = { mediaType, ...(part.name === undefined ? {} : { name: redact(part.name) }) };
  if (part.data.kind === "base64") {
    const base64 = redactFileText(part.data.base64, part.mediaType, redact);
    return { ...part, ...name, data: { kind: "base64", base64 } };
  }
  const url = redact(part.data.url);
  // An address without its key opens nothing, so it stays as text.
  return url === part.data.url ? { ...part, ...name } : { kind: "text", text: url };
}

function cleanNote(note: Note, redact: Redact): Note {
  switch (note.kind) {
    case "turn-ended":
      return { ...note, reason: redact(note.reason) };
    case "approval": {
      const approval = redact(note.approval);
      return note.reason === undefined ? { ...note, approval } : { ...note, approval, reason: redact(note.reason) };
    }
    case "instructions":
      return typeof note.text === "string" ? { ...note, text: redact(note.text) } : note;
    case "usage":
      return { ...note, usage: redactJson(note.usage, redact) };
    case "sent":
    case "compacted":
    case "memory":
    case "heard":
    case "group":
    case "learned":
    case "erased":
    case "unreadable":
      return note;
    default:
      return note satisfies never;
  }
}
