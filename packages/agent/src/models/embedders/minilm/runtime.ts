/** onnxruntime-node, of which only this much is used. It is an optional peer, so its own types may be missing. */

interface Tensor {
  readonly dims: readonly number[];
  readonly data: Float32Array;
}

interface Session {
  run(inputs: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, Tensor>>>;
}

export interface Runtime {
  readonly InferenceSession: {
    create(model: Uint8Array, options: Readonly<Record<string, unknown>>): Promise<Session>;
  };
  readonly Tensor: new (type: "int64", data: BigInt64Array, dims: readonly number[]) => unknown;
}

/** Null where it is not installed; throws where it is and can't be loaded. */
export function loadRuntime(require: NodeJS.Require): Runtime | null {
  try {
    return require("onnxruntime-node") as Runtime;
  } catch (error) {
    const { code } = error as { readonly code?: unknown };
    const isMissing = code === "MODULE_NOT_FOUND" && String(error).includes("onnxruntime-node");
    if (isMissing) return null;
    throw error;
  }
}

/** Runs the model over the pieces of one text, and gives the mean of what it says of each. */
export type ModelRunner = (pieces: readonly number[]) => Promise<Float32Array>;

/** One thread, and no memory kept between texts: it works behind a conversation. */
const sessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: "sequential",
  graphOptimizationLevel: "all",
  enableCpuMemArena: false,
  // Errors alone: its warnings are about machines.
  logSeverityLevel: 3,
} as const;

export async function openModel({ InferenceSession, Tensor }: Runtime, model: Uint8Array): Promise<ModelRunner> {
  const session = await InferenceSession.create(model, sessionOptions);
  return async (pieces) => {
    const dims = [1, pieces.length];
    const make = (read: (piece: number) => bigint) =>
      new Tensor(
        "int64",
        BigInt64Array.from(pieces, (piece) => read(piece)),
        dims,
      );
    const { last_hidden_state: told } = await session.run({
      input_ids: make(BigInt),
      attention_mask: make(() => 1n),
      token_type_ids: make(() => 0n),
    });
    if (told === undefined) throw new Error("the model has no last_hidden_state");
    return findMean(told);
  };
}

/** Of length 1. */
function findMean({ dims, data }: Tensor): Float32Array {
  const dimensions = dims[2] ?? 0;
  const mean = new Float32Array(dimensions);
  for (let index = 0; index < data.length; index++)
    mean[index % dimensions] = (mean[index % dimensions] ?? 0) + (data[index] ?? 0);
  const length = Math.hypot(...mean);
  return length > 0 ? mean.map((value) => value / length) : mean;
}
