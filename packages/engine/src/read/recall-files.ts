/** The images and other files of an entry, as they came in. */
import { type Entry, listParts, type Part } from "@clewline/core/log/entry.js";
import type { SessionRef, Tokens } from "@clewline/core/log/keys.js";
import type { Engine } from "../engine.js";

/** A file that a pointer opens. */
export interface RecalledFile {
  /** Its IANA media type. */
  readonly mediaType: string;
  /** Its bytes as base64. */
  readonly data: string;
  /** Its name, where it has one. */
  readonly name?: string;
}

type FilePart = Extract<Part, { kind: "file" }>;

/** As many as the room takes, at least one; `next` is the number of the first that is left. */
export async function pageFiles(
  { store }: Engine,
  session: SessionRef,
  entry: Entry,
  { from, room }: { readonly from: number; readonly room: Tokens },
): Promise<{ readonly files: readonly RecalledFile[]; readonly next: number | null }> {
  const stored = listParts(entry).filter(
    (part): part is FilePart => part.kind === "file" && part.source.kind === "blob",
  );
  let [end, left] = [from, room];
  while (end < stored.length && (end === from || left >= (stored[end]?.tokens ?? 0)))
    left -= stored[end++]?.tokens ?? 0;
  const shown = stored.slice(from, end);
  const blobs = await store.blobs(
    session,
    shown.flatMap(({ source }) => (source.kind === "blob" ? [source.blob] : [])),
  );
  const files = shown.flatMap(({ mediaType, source, name }): readonly RecalledFile[] => {
    const data = source.kind === "blob" ? blobs.get(source.blob) : undefined;
    return data === undefined ? [] : [{ mediaType, data, ...(name === undefined ? {} : { name }) }];
  });
  return { files, next: end < stored.length ? end : null };
}
