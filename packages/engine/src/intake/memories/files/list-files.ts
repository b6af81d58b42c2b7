import { notesFolder } from "@clewline/core/memory/files/note-path.js";
import type { MemoryFolder } from "@clewline/core/ports/index.js";

const journalFolder = "journal";

/** Every file of the folder of memories that people see, by its path. */
export async function listFiles(folder: MemoryFolder): Promise<readonly string[]> {
  const inFolder = async (name: string) =>
    ((await folder.list(name)) ?? []).map((each) => (name === "" ? each : `${name}/${each}`));
  return (await Promise.all(["", notesFolder, journalFolder].map(inFolder))).flat();
}
