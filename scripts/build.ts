import { spawnSync } from "node:child_process";
import { chmodSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { build } from "esbuild";

/**
 * What others import or start, each at its own path in dist. What they share goes into chunks: hundreds of small files take
 * longer to find and read than to run. What is imported on demand stays apart, and nothing is renamed, so that a stack trace
 * says where it was.
 */
const entryPoints = [
  "src/index.ts",
  "src/testing/index.ts",
  "src/cli/main.ts",
  "src/brains/claude-code/tool-list-server.ts",
];
const compiler = createRequire(import.meta.url).resolve("typescript/bin/tsc");

rmSync("dist", { recursive: true, force: true });
const declared = spawnSync(process.execPath, [compiler, "-p", "tsconfig.build.json"], { stdio: "inherit" });
await build({
  entryPoints,
  outdir: "dist",
  outbase: "src",
  chunkNames: "chunks/[name]-[hash]",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20",
  packages: "external",
  logLevel: "warning",
});
chmodSync("dist/cli/main.js", 0o755);
process.exitCode = declared.status ?? 1;
