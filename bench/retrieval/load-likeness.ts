/** Loads the embedder that is installed in a folder. */
import { resolve } from "node:path";
import { openMiniLm } from "@clewline/agent/models/embedders/minilm/minilm.js";
import type { Embedder } from "@clewline/core/ports/index.js";
import { type Likeness, makeLikeness } from "./likeness.js";

export async function loadLikeness(folder: string, say: (what: string) => void): Promise<Likeness> {
  return makeLikeness(await loadEmbedder(folder), say);
}

/** The folder has the weights and the runtime among its node_modules. */
export async function loadEmbedder(folder: string): Promise<Embedder<AbortSignal>> {
  const opened = await openMiniLm("chosen", resolve(folder, "package.json"));
  if (opened.kind === "ready") return opened.embedder;
  throw new Error(opened.kind === "none" ? `There is no embedder in ${folder}` : opened.because);
}
