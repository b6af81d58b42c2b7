import type { WrittenFiles, WrittenNote } from "@clewline/core/memory/files/written-files.js";
import type { MemoryFolder } from "@clewline/core/ports/index.js";
import type { Engine } from "../../../engine.js";
import { noteWritten } from "./note-written.js";
import { listShared } from "./other-logs.js";
import { readWritten } from "./read-folder.js";
import { setAside } from "./set-aside.js";

/** A file that only tells: nothing is taken over from it. */
interface ToldFile {
  readonly path: string;
  readonly text: string;
  /** What is noted of the notes from now on; as it is by default. */
  readonly notes?: ReadonlyMap<string, WrittenNote>;
  /** And of how people laid them out. */
  readonly layouts?: WrittenFiles["layouts"];
}

/**
 * Writes it if it says something else, with what is noted of all files before it. What a person wrote in its place is set aside.
 */
export async function tell(
  engine: Engine,
  folder: MemoryFolder,
  { path, text, notes, layouts }: ToldFile,
): Promise<{ readonly written: number; readonly aside: readonly string[] }> {
  const known = await readWritten(engine, folder);
  const found = await folder.read(path);
  const { hash } = engine.fns;
  const own = known.told.get(path) ?? [];
  const isOwn = found.kind !== "text" || found.text === text || own.includes(hash(found.text));
  const before = found.kind === "text" && isOwn ? [hash(found.text)] : [];
  const told = new Map(known.told).set(path, [...new Set([...before, hash(text)])]);
  await noteWritten(engine, folder, {
    ...known,
    told,
    notes: notes ?? known.notes,
    layouts: layouts ?? known.layouts,
  });
  if (found.kind === "unusable") return { written: 0, aside: [`${path} is not written: ${found.because}`] };
  const there = found.kind === "text" ? found.text : null;
  if (there === text) return { written: 0, aside: [] };
  const isWritten = isOwn || (await listShared(engine, folder)).get(path)?.hashes.includes(hash(there ?? ""));
  const aside = there === null || isWritten ? [] : [await setAside(folder, path, there, "edited")];
  return { written: (await folder.replace(path, there, text)) ? 1 : 0, aside };
}
