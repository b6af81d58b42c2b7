/**
 * all-MiniLM-L6-v2 in this process: weights of 23 MB from an optional package, run by onnxruntime-node. It was
 * made for English.
 */
import { createRequire } from "node:module";
import type { Embedder } from "@clewline/core/ports/index.js";
import { defer } from "@clewline/text/defer.js";
import { describeError } from "@clewline/text/error-text.js";
import type { EmbedderResult } from "../embedder-result.js";
import { loadRuntime, type ModelRunner, openModel } from "./runtime.js";
import { findWeights, readWeights, type Weights, weightsPackage } from "./weights.js";
import { makeWordPieces } from "./word-pieces.js";

export const miniLmDimensions = 384;
/** The longest input that the model was trained on, in word pieces. */
const mostPieces = 256;

/** Weights are not published: `npm run weights` of a checkout packs them, and prints the line with the tarball's path. */
const installLine = `ONNXRUNTIME_NODE_INSTALL=skip npm install onnxruntime-node ./${weightsPackage}-1.0.0.tgz, which npm run weights packs`;

/**
 * `from` is a file or folder from which packages are looked up. Where the package is missing, that is a reason to complain
 * only if it was chosen.
 */
export async function openMiniLm(
  mode: "chosen" | "if-installed",
  from: string = import.meta.url,
): Promise<EmbedderResult> {
  const folder = findWeights(from);
  if (folder === null) {
    return mode === "chosen" ? refuse(`${weightsPackage} is not installed`) : { kind: "none" };
  }
  try {
    const runtime = loadRuntime(createRequire(from));
    if (runtime === null) return refuse("onnxruntime-node is not installed");
    const weights = readWeights(folder);
    const run = await openModel(runtime, weights.model);
    const { length } = await run([0]);
    if (length === miniLmDimensions) return { kind: "ready", embedder: makeMiniLm(weights, run) };
    return refuse(`the model of ${folder} gives vectors of ${length} numbers, not of ${miniLmDimensions}`);
  } catch (error) {
    return refuse(`the model of ${folder} can't be used (${describeError(error)})`);
  }
}

function refuse(what: string): EmbedderResult {
  return { kind: "unusable", because: `${what}; install it with ${installLine}` };
}

/** Each text by itself: the numbers of a quantised model depend on what else is in a batch, and it is no faster by batches. */
function makeMiniLm({ vocabulary, checksum }: Weights, run: ModelRunner): Embedder<AbortSignal> {
  const pieces = defer(() => makeWordPieces(vocabulary));
  return {
    name: `minilm@${checksum.slice(0, 8)}`,
    dimensions: miniLmDimensions,
    knows: (text) => pieces().shareKnown(text),
    async embed(texts, signal) {
      const vectors: Float32Array[] = [];
      for (const text of texts) {
        signal.throwIfAborted();
        vectors.push(await run(pieces().cut(text, mostPieces)));
      }
      return vectors;
    },
  };
}
