import { renderWritten, type WrittenFiles } from "@clewline/core/memory/files/written-files.js";
import type { MemoryFolder } from "@clewline/core/ports/index.js";
import type { Engine } from "../../../engine.js";
import { makeWrittenPath } from "./read-folder.js";

/** It is nobody's but ours, and other Clews wait: what is there may be replaced. */
export async function noteWritten(engine: Engine, folder: MemoryFolder, written: WrittenFiles): Promise<void> {
  const path = makeWrittenPath(engine.files.at);
  const text = renderWritten({ ...written, log: folder.log });
  const found = await folder.read(path);
  const there = found.kind === "text" ? found.text : null;
  if (there === text) return;
  await engine.place.claim();
  await folder.replace(path, there, text);
}
