import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { entryPoints, exportsOf, publicProgram } from "./entry-points.js";
import { type Finding, textIfAny } from "./finding.js";

const file = "test/public-types.ts";

/** The file that imports every public name is what the sources export today. The compiler does the rest. */
export function typeTestGate(root: string): Finding[] {
  const stale = textIfAny(join(root, file)) !== typeTest(root);
  return stale ? [{ file, line: 1, message: "differs from what is exported: npm run docs" }] : [];
}

export function writeTypeTest(root: string): void {
  writeFileSync(join(root, file), typeTest(root));
}

function typeTest(root: string): string {
  const lists = entryPoints(root).map(({ module, source }) => {
    const names = exportsOf(root, publicProgram(root), source).map(({ name }) => name);
    return listed(names.sort(byLetters), module);
  });
  return `/** Everything that a user of the package can import, by its module. Written by \`npm run docs\`. */\n\n${lists.join("\n\n")}\n`;
}

function byLetters(left: string, right: string): number {
  return left.toLowerCase() < right.toLowerCase() ? -1 : 1;
}

/** As the formatter would have it. */
function listed(names: readonly string[], module: string): string {
  const line = `export type { ${names.join(", ")} } from "${module}";`;
  if (line.length <= 120) return line;
  return `export type {\n${names.map((name) => `  ${name},\n`).join("")}} from "${module}";`;
}
