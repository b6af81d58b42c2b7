import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { apiMarkdown } from "./api-markdown.js";
import { type PublicName, publicNames } from "./api-model.js";
import { entryPoints } from "./entry-points.js";
import { type Finding, main, textIfAny } from "./finding.js";
import { reachableTypesGate } from "./reachable-types.js";
import { typeTestGate, writeTypeTest } from "./type-test.js";

const page = "docs/api.md";

/** Fails if the API page differs from the sources, or a public name has no doc comment. */
export function apiGate(root: string): Finding[] {
  const modules = describe(root);
  const names = modules.flatMap((module) => module.names);
  const stale = textIfAny(join(root, page)) !== apiMarkdown(modules);
  return [
    ...undocumented(names),
    ...(stale ? [{ file: page, line: 1, message: "differs from the sources: npm run docs" }] : []),
  ];
}

export function writeApi(root: string): Finding[] {
  const modules = describe(root);
  writeFileSync(join(root, page), apiMarkdown(modules));
  return undocumented(modules.flatMap((module) => module.names));
}

function describe(root: string) {
  return entryPoints(root).map(({ module, source }) => ({ module, names: publicNames(root, source) }));
}

/** Reports a name once, even if both modules export it. */
function undocumented(names: readonly PublicName[]): Finding[] {
  const places = names
    .flatMap((entry) => [
      entry,
      ...entry.members.map((member) => ({ ...member, name: `${entry.name}.${member.name}` })),
    ])
    .filter(({ summary }) => summary === "")
    .map(({ name, file, line }) => ({ file, line, message: `${name} has no JSDoc sentence` }));
  return [...new Map(places.map((place) => [JSON.stringify(place), place])).values()];
}

/** All of them look at the same types, which are read once. */
export function publicGates(root: string): Finding[] {
  return [...apiGate(root), ...typeTestGate(root), ...reachableTypesGate(root)];
}

function writePublicPages(root: string): Finding[] {
  writeTypeTest(root);
  return writeApi(root);
}

await main(import.meta.url, "api", writePublicPages);
