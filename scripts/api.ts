import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type ts from "typescript";
import { apiMarkdown } from "./api-markdown.js";
import { type PublicName, publicNames } from "./api-model.js";
import { type Finding, main, textIfAny } from "./finding.js";

const page = "docs/api.md";
const doors = [
  { module: "clewline", source: "src/index.ts" },
  { module: "clewline/testing", source: "src/testing/index.ts" },
];

/** Fails if the API page differs from the sources, or a public name has no doc comment. */
export function apiGate(root: string, program?: ts.Program): Finding[] {
  const modules = describe(root, program);
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

function describe(root: string, program?: ts.Program) {
  const present = doors.filter(({ source }) => textIfAny(join(root, source)) !== undefined);
  const names = publicNames(
    root,
    present.map(({ source }) => source),
    program,
  );
  return present.map(({ module }, index) => ({ module, names: names[index] ?? [] }));
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

await main(import.meta.url, "api", writeApi);
