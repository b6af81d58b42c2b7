import { type Draft, type Entry, listParts, listTexts } from "@clewline/core/log/entry.js";
import type { BlobId, SessionRef } from "@clewline/core/log/keys.js";
import { readBlobs } from "./read.js";
import type { Statements } from "./statements/prepared.js";

/** The blobs that an entry names: long texts, and files. */
export function listNamedBlobs(entry: Entry | Draft): { texts: readonly BlobId[]; files: readonly BlobId[] } {
  const note = entry.kind === "noted" && entry.note.kind === "instructions" ? [entry.note.text] : [];
  const texts = [...listTexts(entry), ...note];
  return {
    texts: texts.flatMap((text) => (typeof text === "string" ? [] : [text.blob])),
    files: listParts(entry).flatMap((part) =>
      part.kind === "file" && part.source.kind === "blob" ? [part.source.blob] : [],
    ),
  };
}

const noBlobs: ReadonlyMap<BlobId, string> = new Map();

/** Whether any text of an entry is kept apart. */
function hasLongText(entry: Entry | Draft): boolean {
  if (entry.kind === "said") return entry.parts.some((part) => part.kind !== "file" && typeof part.text !== "string");
  return listNamedBlobs(entry).texts.length > 0;
}

/** The contents of an entry's long texts, as far as they are there. Most entries have none and cost no look. */
export function readLongTexts(
  statements: Statements,
  session: SessionRef,
  entry: Entry | Draft,
  given: ReadonlyMap<BlobId, string> = noBlobs,
): ReadonlyMap<BlobId, string> {
  if (!hasLongText(entry)) return given;
  const missing = listNamedBlobs(entry).texts.filter((id) => !given.has(id));
  return missing.length === 0 ? given : new Map([...given, ...readBlobs(statements, session, missing)]);
}
