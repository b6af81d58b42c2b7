/** `npm run weights [FOLDER]`: packs the weights for comparing by meaning, and prints how to install them. */
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { makeScratchFolder } from "./scratch-folder.js";
import { packWeights } from "./weights/pack-weights.js";

const root = resolve(import.meta.dirname, "..");
const target = resolve(process.argv[2] ?? join(tmpdir(), "clewline-minilm"));
if (!relative(root, target).startsWith("..")) {
  console.error(`${target} is inside of the repository, where 17 MB of weights don't belong: name another folder`);
  process.exit(1);
}
const scratch = makeScratchFolder("clew-weights");
try {
  const tarball = packWeights(scratch, target);
  console.log(`${tarball}\nInstall it beside clewline:`);
  console.log(`  ONNXRUNTIME_NODE_INSTALL=skip npm install onnxruntime-node ${tarball}`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
