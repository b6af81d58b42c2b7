/** How a program of the tests is started as a process of its own. */
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import ts from "typescript";
import { isBuilt, root } from "./built.js";

/** The words after `node`. Over what was built a program starts several times as fast as from the sources. */
export function argvOf(program: URL): readonly string[] {
  const path = fileURLToPath(program);
  if (isBuilt) return [translated(path)];
  return ["--import", pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href, path];
}

const known = new Map<string, string>();

/** The path of the same program in JavaScript, with its neighbours; what it imports from the sources comes from what was built. */
function translated(path: string): string {
  const before = known.get(path);
  if (before !== undefined) return before;
  const target = join(mkdtempSync(join(tmpdir(), "clew-program-")), basename(path).replace(/\.ts$/, ".mjs"));
  known.set(path, target);
  const compilerOptions = { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true };
  const { outputText } = ts.transpileModule(readFileSync(path, "utf8"), { compilerOptions });
  const moved = outputText.replaceAll(/ from "(\.[^"]+)"/g, (_whole, name: string) => {
    const there = resolve(path, "..", name);
    const source = join(root, "src/");
    const file = there.startsWith(source)
      ? join(root, "dist", there.slice(source.length))
      : translated(there.replace(/\.js$/, ".ts"));
    return ` from ${JSON.stringify(pathToFileURL(file).href)}`;
  });
  writeFileSync(target, moved);
  return target;
}
