import { type Finding, main } from "./finding.js";
import { importsOf } from "./imports.js";
import { isTest, sourcesIn } from "./sources.js";

const room = "packages/core/src/view";
const stages = ["settle-log", "select-past", "draw-units", "plan-view", "reduce-view", "render-view"];
const files: ReadonlySet<string> = new Set(stages.map((stage) => `${room}/${stage}.ts`));
const contents = `${room}/assemble.ts`;

/** The stages of a view don't import each other; only the table of contents imports them. */
export function stagesGate(root: string): Finding[] {
  const sources = sourcesIn(root, "packages").filter((source) => !isTest(source.name));
  const imports = importsOf(root, sources);
  const crossings = imports.flatMap(({ from, line, target }): Finding[] => {
    if (target.kind !== "file" || !files.has(target.name) || from === contents) return [];
    return [{ file: from, line, message: `only ${contents} may import the stage ${target.name}` }];
  });
  const used = new Set(
    imports.flatMap(({ from, target }) => (from === contents && target.kind === "file" ? [target.name] : [])),
  );
  const unused = [...files].filter((file) => !used.has(file));
  return [
    ...crossings,
    ...unused.map((file) => ({ file: contents, line: 1, message: `${contents} does not import the stage ${file}` })),
  ];
}

await main(import.meta.url, "stages", stagesGate);
