/** The files of the weights package, and whether they are whole. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

export const weightsPackage = "clewline-minilm";
/** In the weights package: for each file its SHA-256 and its name. */
export const checksumFile = "SHA256SUMS";
export const [modelFile, vocabularyFile] = ["model.onnx", "vocab.txt"] as const;

export interface Weights {
  readonly model: Buffer;
  readonly vocabulary: string;
  /** The SHA-256 of the model. */
  readonly checksum: string;
}

/** Null where the package is not installed. As `require` looks it up, with NODE_PATH. */
export function findWeights(from: string): string | null {
  try {
    return dirname(createRequire(from).resolve(`${weightsPackage}/package.json`));
  } catch {
    // The package is not installed, or this user can't read it.
    return null;
  }
}

/** Throws for files that are missing, or are not what the package says of them. */
export function readWeights(folder: string): Weights {
  const told = new Map(
    readFileSync(join(folder, checksumFile), "utf8")
      .split("\n")
      .flatMap((line) => {
        const [, checksum, name] = /^([0-9a-f]{64}) [ *](\S+)$/.exec(line) ?? [];
        return checksum === undefined || name === undefined ? [] : [[name, checksum] as const];
      }),
  );
  const read = (name: string) => {
    const bytes = readFileSync(join(folder, name));
    const checksum = createHash("sha256").update(bytes).digest("hex");
    if (told.get(name) !== checksum) throw new Error(`${name} does not have the checksum that ${checksumFile} tells`);
    return { bytes, checksum };
  };
  const { bytes: model, checksum } = read(modelFile);
  return { model, checksum, vocabulary: read(vocabularyFile).bytes.toString("utf8") };
}
