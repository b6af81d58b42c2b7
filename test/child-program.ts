/** How a program of the tests is started as a process of its own. */
import { mkdtempSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";
import { isForeign } from "../scripts/packages.js";

const root = join(import.meta.dirname, "..");

/** The path of the program with all that it imports of ours in one piece: so it starts several times as fast as from its sources. */
export async function bundled(program: URL): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "clew-program-"));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  await build({
    input: fileURLToPath(program),
    platform: "node",
    external: isForeign,
    logLevel: "silent",
    output: { dir: folder, format: "esm", entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs" },
  });
  return join(folder, basename(program.pathname).replace(/\.ts$/, ".mjs"));
}

/** A checkout of its own in which these programs, and all that they import of ours, are plain JavaScript, each in its place. */
export async function translated(programs: readonly string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "clew-programs-"));
  for (const name of ["node_modules", "dist", "package.json"]) symlinkSync(join(root, name), join(folder, name));
  await build({
    input: Object.fromEntries(programs.map((name) => [name.replace(/\.ts$/, ""), join(root, name)])),
    platform: "node",
    external: isForeign,
    treeshake: false,
    logLevel: "silent",
    output: { dir: folder, format: "esm", preserveModules: true, preserveModulesRoot: root },
  });
  return folder;
}
