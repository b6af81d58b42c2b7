import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { build, type OutputAsset, type OutputChunk } from "rolldown";
import { isBuilt } from "./built.js";
import { cycles } from "./cycles.js";
import type { Import } from "./imports.js";
import { isForeign } from "./packages.js";

/** Every module that others import or start: its path in dist, and its package and file. */
const entries: Readonly<Record<string, string>> = {
  index: "clewline/index",
  "testing/index": "store-kit/index",
  "testing/logs": "store-kit/logs",
  "compose/stores/memory": "clewline/compose/stores/memory",
  "compose/stores/rules": "clewline/compose/stores/rules",
  "compose/stores/sqlite": "clewline/compose/stores/sqlite",
  "cli/main": "cli/main",
  "models/claude-code/tool-list-server": "agent/models/claude-code/tool-list-server",
};

interface Chunk {
  readonly name: string;
  /** Taken with all that they import, except for what an earlier chunk has. */
  readonly roots: readonly string[];
  /** Takes only what these import from the core: several chunks need it, and none of them should load another. */
  readonly coreOf?: readonly string[];
}

/**
 * Bundles what is loaded together, because finding and reading hundreds of small files takes longer than running them.
 * What is imported on demand and not named here gets a chunk of its own.
 */
const chunks: readonly Chunk[] = [
  { name: "first", roots: ["core/errors", "text/nearest", "text/defer"] },
  { name: "open", roots: ["clewline/compose/open", "core/log/keys", "core/policy/presets/presets"] },
  { name: "command", roots: ["cli/program/program", "cli/terminal/screen"] },
  {
    name: "reading",
    roots: ["clewline/compose/build/build-log"],
    coreOf: ["sqlite/sqlite-store", "store-kit/memory/memory-store"],
  },
  { name: "sqlite", roots: ["sqlite/sqlite-store"] },
  { name: "listing", roots: ["engine/read/sessions/first-words"] },
  { name: "answering", roots: ["clewline/compose/build/build-clew"] },
];

const pure = ["text", "redact", "core"].map((name) => resolve(`packages/${name}/src`));
const compiler = join(dirname(createRequire(import.meta.url).resolve("typescript-native/package.json")), "bin/tsc");
/** What each source imports statically. */
const imports = new Map<string, readonly string[]>();

// `npm pack` prepares what `npm ci` has built already.
if (process.argv.includes("--if-needed") && isBuilt(".")) process.exit(0);
rmSync("dist", { recursive: true, force: true });
// Without a check of types, which takes longer than all else: `npm run check` has it.
const declaring = spawn(process.execPath, [compiler, "-p", "tsconfig.build.json", "--noCheck"], { stdio: "inherit" });
const declared = once(declaring, "close");
const { output } = await build({
  input: Object.fromEntries(Object.entries(entries).map(([path, name]) => [path, sourceOf(name)])),
  platform: "node",
  external: isForeign,
  plugins: [{ name: "imports", moduleParsed: ({ id, importedIds }) => void imports.set(id, importedIds) }],
  output: {
    dir: "dist",
    format: "esm",
    chunkFileNames: "chunks/[name].js",
    codeSplitting: { groups: chunks.map(groupOf) },
  },
});
chmodSync("dist/cli/main.js", 0o755);
const circles = cycles(output.flatMap(importsIn));
for (const { message } of circles) console.error(message);
const [status] = await declared;
nameInPlace("dist/types");
process.exitCode = circles.length > 0 ? 1 : (status ?? 1);

function groupOf({ name, roots, coreOf = [] }: Chunk, place: number) {
  const named = new Set(roots.map(sourceOf));
  const isShared = (id: string) =>
    pure.some((folder) => id.startsWith(folder)) && reachedFrom(coreOf.map(sourceOf)).has(id);
  return { name, test: (id: string) => named.has(id) || isShared(id), priority: chunks.length - place };
}

/** Two chunks that import each other would see each other half initialised. */
function importsIn(chunk: OutputChunk | OutputAsset): Import[] {
  if (chunk.type === "asset") return [];
  const { fileName: from } = chunk;
  return chunk.imports.map((name) => ({ from, line: 1, erased: false, target: { kind: "file", name } }));
}

function reachedFrom(roots: readonly string[]): ReadonlySet<string> {
  const reached = new Set<string>();
  const visit = (id: string) => {
    if (reached.has(id)) return;
    reached.add(id);
    imports.get(id)?.forEach(visit);
  };
  roots.forEach(visit);
  return reached;
}

function sourceOf(name: string): string {
  const path = resolve(name.replace(/^([^/]+)\/(.+)$/, "packages/$1/src/$2.ts"));
  if (!existsSync(path)) throw new Error(`scripts/build.ts names ${path}, which is not there`);
  return path;
}

/** The packages have no names outside of this repository: declarations name each other by their place. */
function nameInPlace(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".d.ts")) continue;
    const path = join(folder, name);
    const placed = (_: string, other: string, file: string) =>
      `"${relative(dirname(path), join(folder, other, "src", file)).replace(/^(?!\.)/, "./")}"`;
    const text = readFileSync(path, "utf8");
    writeFileSync(path, text.replace(/"@clewline\/([a-z-]+)\/([^"]+)"/g, placed));
  }
}
