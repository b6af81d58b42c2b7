import type { Draft, Entry, Part, Text } from "../../core/entry.js";
import type { BlobId } from "../../core/keys.js";
import { contentOf } from "./rows.js";
import { keyList } from "./stored-text.js";

/** The blobs that an entry names: long texts, and files. */
export function namedBlobs(entry: Entry | Draft): { texts: readonly BlobId[]; files: readonly BlobId[] } {
  const parts = partsOf(entry);
  const texts = [...textsOf(entry), ...parts.flatMap((part) => (part.kind === "file" ? [] : [part.text]))];
  return {
    texts: texts.flatMap((text) => (typeof text === "string" ? [] : [text.blob])),
    files: parts.flatMap((part) => (part.kind === "file" && part.source.kind === "blob" ? [part.source.blob] : [])),
  };
}

/** The contents of an entry's long texts, as far as they are there. Most entries have none and cost no look. */
export function storedTexts(
  blobs: { all(values: { owner: string; keys: string }): readonly unknown[] },
  owner: string,
  entry: Entry | Draft,
  given: ReadonlyMap<BlobId, string> = new Map(),
): ReadonlyMap<BlobId, string> {
  const missing = namedBlobs(entry).texts.filter((id) => !given.has(id));
  if (missing.length === 0) return given;
  const rows = blobs.all({ owner, keys: keyList(missing) }).map(contentOf);
  return new Map([...given, ...rows.map(([id, content]) => [id as BlobId, content] as const)]);
}

function partsOf(entry: Entry | Draft): readonly Part[] {
  if (entry.kind === "said" || entry.kind === "revised") return entry.parts;
  return entry.kind === "returned" && entry.output.kind === "content" ? entry.output.parts : [];
}

function textsOf(entry: Entry | Draft): readonly Text[] {
  if (entry.kind === "called") return [entry.input];
  if (entry.kind === "returned") return entry.output.kind === "content" ? [] : [entry.output.text];
  return entry.kind === "noted" && entry.note.kind === "instructions" ? [entry.note.text] : [];
}
