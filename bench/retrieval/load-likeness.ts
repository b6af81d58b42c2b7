/** Loads the embedder that is installed in a folder. */
import { resolve } from "node:path";
import { openMiniLm } from "../../src/models/embedders/minilm/minilm.js";
import { type Likeness, makeLikeness } from "./likeness.js";

/** The folder has the weights and what runs them among its node_modules. */
export async function loadLikeness(folder: string, say: (what: string) => void): Promise<Likeness> {
  const opened = await openMiniLm("chosen", resolve(folder, "package.json"));
  if (opened.kind === "ready") return makeLikeness(opened.embedder, say);
  throw new Error(opened.kind === "none" ? `There is no embedder in ${folder}` : opened.because);
}
