/** Loads the embedder that is installed in a folder. */
import { resolve } from "node:path";
import type { Embedder } from "../../src/core/ports/embedder.js";
import { type Likeness, makeLikeness } from "./likeness.js";

type Opened =
  | { readonly kind: "none" }
  | { readonly kind: "unusable"; readonly because: string }
  | { readonly kind: "ready"; readonly embedder: Embedder<AbortSignal> };

interface MiniLm {
  openMiniLm(mode: "chosen", from: string): Promise<Opened>;
}

/** The folder has the weights and what runs them among its node_modules. */
export async function loadLikeness(folder: string, say: (what: string) => void): Promise<Likeness> {
  const source = process.env.CLEW_BENCH_EMBEDDER ?? "../../src/models/embedders/minilm/minilm.js";
  const { openMiniLm } = (await import(source)) as MiniLm;
  const opened = await openMiniLm("chosen", resolve(folder, "package.json"));
  if (opened.kind !== "ready") throw new Error(opened.kind === "none" ? "There is no embedder" : opened.because);
  return makeLikeness(opened.embedder, say);
}
