/** Brings the folder of memories and the log together: first what people did there, then what the log has (decision 0053). */
import { notesFolder } from "@clewline/core/memory/files/note-path.js";
import type { MemoryFolder } from "@clewline/core/ports/index.js";
import type { Engine } from "../../../engine.js";
import { removePassed, takeOverFolder } from "./other-logs.js";
import { putFiles } from "./put-files.js";
import { lookAtFolder } from "./read-folder.js";
import { takeEdits } from "./take-edits.js";

/** What a look at the folder came to. */
export interface MemorySync {
  /** Changes that people made as files and the log took over. */
  readonly taken: number;
  /** Files that were written or removed. */
  readonly written: number;
  /** Files that can't be taken as they are, one line each. They stay, and so does what the log has. */
  readonly problems: readonly string[];
}

const notesOutside = `${notesFolder} leads out of the folder: nothing is read or written there`;
const noSync: MemorySync = { taken: 0, written: 0, problems: [] };

/** Fails if the folder can't be used at all. Without a folder there is nothing to do. */
export async function syncMemoryFiles(engine: Engine): Promise<MemorySync> {
  const { memoryFolder: folder } = engine;
  if (folder === null) return noSync;
  return folder.alone(() => syncAlone(engine, folder));
}

/** For whoever is alone in the folder already. */
export async function syncAlone(engine: Engine, folder: MemoryFolder): Promise<MemorySync> {
  await takeOverFolder(engine, folder);
  await removePassed(engine, folder);
  const look = await lookAtFolder(engine, folder);
  if (look === null) return { ...noSync, problems: [notesOutside] };
  const { taken, wrong, kept } = await takeEdits(engine, look);
  const { written, aside } = await putFiles(engine, folder, { look, wrong });
  return { taken, written, problems: [...listProblems(wrong), ...kept, ...aside] };
}

/** Never fails: what is remembered must not depend on a disk beside the log. The developer is told. */
export async function syncBehind(engine: Engine): Promise<void> {
  try {
    const { problems } = await syncMemoryFiles(engine);
    for (const problem of problems) engine.presence.warn(problem);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    engine.presence.warn(`The folder of memories can't be used, the log has everything: ${why}`);
  }
}

function listProblems(wrong: ReadonlyMap<string, string>): readonly string[] {
  return [...wrong].map(([path, because]) => `${path} is not taken over: ${because}`);
}
