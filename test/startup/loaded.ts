/** What a process of its own has loaded when it ends: files of ours by their place in src, packages by their names. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Runs inside the thread of module hooks, before anything else is loaded. */
const hooks = `import { appendFileSync } from "node:fs";
export async function load(url, context, next) {
  appendFileSync(process.env.CLEW_LOADED, url + "\\n");
  return next(url, context);
}`;
/** Those don't hear of what is required, nor of what Node itself holds: at the end the process tells. */
const register = `import { appendFileSync } from "node:fs";
import { Module, register } from "node:module";
import { pathToFileURL } from "node:url";
register("data:text/javascript," + encodeURIComponent(${JSON.stringify(hooks)}));
process.on("exit", () => {
  const required = Object.keys(Module._cache).map((path) => pathToFileURL(path).href);
  const ownSqlite = process.moduleLoadList.includes("NativeModule sqlite") ? ["node:sqlite"] : [];
  appendFileSync(process.env.CLEW_LOADED, [...required, ...ownSqlite, ""].join("\\n"));
});`;

export function loadedBy(words: readonly string[]): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), "clew-loaded-"));
  try {
    const list = join(folder, "loaded");
    const recording = ["--import", `data:text/javascript,${encodeURIComponent(register)}`];
    const { status, stderr } = spawnSync(process.execPath, [...recording, ...words], {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, CLEW_LOADED: list },
    });
    expect(stderr).toBe("");
    expect(status).toBe(0);
    return [...new Set(readFileSync(list, "utf8").trimEnd().split("\n").flatMap(namesOf))];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The build names above each part of a chunk the source that it comes from. */
function namesOf(url: string): readonly string[] {
  if (url === "node:sqlite") return [url];
  if (!url.startsWith("file:")) return [];
  const path = fileURLToPath(url);
  const [, inside] = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? [];
  if (inside !== undefined) return [inside];
  if (path.startsWith(join(root, "packages/"))) return [path.slice(root.length)];
  return readFileSync(path, "utf8").match(/(?<=^\/\/ )packages\/\S+$/gm) ?? [];
}
