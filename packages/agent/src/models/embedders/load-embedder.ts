/** Finds what compares by meaning: what was chosen, else the small model that runs here, if it is installed. */

import type { ModelContext } from "../registry/wrap-model.js";
import { type EmbedderChoice, isOwnEmbedder } from "./embedder-choice.js";
import type { EmbedderResult } from "./embedder-result.js";

export async function loadEmbedder(
  choice: EmbedderChoice | undefined,
  { env, servers, note }: Pick<ModelContext, "env" | "servers" | "note">,
): Promise<EmbedderResult> {
  const found = await findEmbedder(choice, env, servers.ollama);
  if (found.kind === "unusable") note?.(`Entries are compared by words alone: ${found.because}`);
  return found;
}

async function findEmbedder(
  choice: EmbedderChoice | undefined,
  env: NodeJS.ProcessEnv,
  ollama: string | undefined,
): Promise<EmbedderResult> {
  if (choice === "none") return { kind: "none" };
  if (choice === undefined || choice === "minilm") {
    const { openMiniLm } = await import("./minilm/minilm.js");
    return openMiniLm(choice === undefined ? "if-installed" : "chosen");
  }
  if (typeof choice === "string") {
    const { fetchPatiently } = await import("../registry/patient-fetch.js");
    const { resolveOllamaAddress } = await import("../ollama/address.js");
    const { makeOllamaEmbedder } = await import("./ollama-embedder.js");
    const server = { address: resolveOllamaAddress(ollama, env.OLLAMA_HOST), fetch: fetchPatiently };
    return { kind: "ready", embedder: makeOllamaEmbedder(choice.slice("ollama:".length), server) };
  }
  if (isOwnEmbedder(choice)) return { kind: "ready", embedder: choice };
  const { makeSdkEmbedder } = await import("./sdk-embedder.js");
  return { kind: "ready", embedder: makeSdkEmbedder(choice) };
}
