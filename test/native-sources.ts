/**
 * The sources as plain JavaScript, file by file, which Node loads by itself. Vitest would translate them in each of its
 * processes, and would turn every use of an import into a look-up, which makes inner loops slower by a third.
 */
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "rolldown";
import { isForeign } from "../scripts/packages.js";

/** Inside the package, so that what it imports is found from there. Each run has a folder of its own, named by its process. */
const parent = join(import.meta.dirname, "../.native");

/** Returns the folder that stands for `packages`. It is removed when the process ends. */
export async function translateSources(source: string): Promise<string> {
  removeLeft();
  const folder = join(parent, String(process.pid));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const names = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((name) =>
    /^[^/]+\/src\/.*\.ts$/.test(name),
  );
  await build({
    input: Object.fromEntries(names.map((name) => [name.replace(/\.ts$/, ""), join(source, name)])),
    platform: "node",
    external: isForeign,
    treeshake: false,
    logLevel: "silent",
    output: { dir: folder, format: "esm", preserveModules: true, preserveModulesRoot: source, sourcemap: true },
  });
  return folder;
}

/** What a run left that was killed. */
function removeLeft(): void {
  for (const name of existsSync(parent) ? readdirSync(parent) : [])
    if (!isRunning(Number(name))) rmSync(join(parent, name), { recursive: true, force: true });
}

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
}
