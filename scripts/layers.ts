import { coreBans } from "./core-bans.js";
import { cycles } from "./cycles.js";
import { type Finding, main } from "./finding.js";
import { type Import, importsOf } from "./imports.js";
import { type Package, packageOf, packagesIn } from "./packages.js";
import { reexports } from "./reexports.js";
import { isTest, sourcesIn } from "./sources.js";

interface Rules {
  /** Whether it may ask the machine, so `node:`. */
  readonly node: boolean;
  /** Packages of which it may import only what compilation removes. */
  readonly types?: readonly string[];
  /** Whether its folders may not import each other: no format of importers knows another. */
  readonly units?: true;
  /** Folders that know nothing of the others in the package, so that these can stand on them. */
  readonly below?: readonly string[];
}

/** Rules that a package.json can't state. Its dependencies say which packages it may import. */
const rules: Readonly<Record<string, Rules>> = {
  text: { node: false },
  redact: { node: false },
  core: { node: false },
  engine: { node: false },
  platform: { node: true },
  sqlite: { node: true },
  "store-kit": { node: true, types: ["ai"] },
  importers: { node: true, units: true },
  agent: { node: true, below: ["models"] },
  mcp: { node: true },
  gateway: { node: true },
  clewline: { node: true, below: ["config"] },
  try: { node: true },
  cli: { node: true, types: ["@clewline/agent"] },
};
const pure = ["text", "redact", "core"];
/** The public list, and the packages of which it names types alone. */
const publicList = { file: "packages/clewline/src/index.ts", types: ["@clewline/agent", "@clewline/engine"] };

/** Checks what the packages import, cycles of values or types, the bans of what is pure, and hand-written public lists. */
export function layersGate(root: string): Finding[] {
  const packages = packagesIn(root);
  const sources = sourcesIn(root, "packages").filter((source) => !isTest(source.name));
  const imports = importsOf(root, sources);
  return [
    ...[...packages.keys()].filter((name) => rules[name] === undefined).map(unknownPackage),
    ...imports.flatMap((link) => crossing(link, packages)),
    ...cycles(imports),
    ...sources.filter((source) => pure.includes(packageOf(source.name) ?? "")).flatMap(coreBans),
    ...sources.flatMap(reexports),
  ];
}

function unknownPackage(name: string): Finding {
  return { file: `packages/${name}/package.json`, line: 1, message: `${name} has no rules in scripts/layers.ts` };
}

function crossing(link: Import, packages: ReadonlyMap<string, Package>): Finding[] {
  const name = packageOf(link.from) ?? "";
  const rule = rules[name];
  const message = rule === undefined ? undefined : refusal({ name, rule, packages }, link);
  return message === undefined ? [] : [{ file: link.from, line: link.line, message }];
}

interface Importer {
  readonly name: string;
  readonly rule: Rules;
  readonly packages: ReadonlyMap<string, Package>;
}

function refusal(importer: Importer, link: Import): string | undefined {
  const { name, rule } = importer;
  const { target } = link;
  switch (target.kind) {
    case "missing":
      return `import of ${target.specifier} leads to no file`;
    case "computed":
      return name === "cli" || name === "clewline" ? undefined : "import of a computed name hides its layer";
    case "node":
      return rule.node ? undefined : `${name} may not import ${target.name}`;
    case "package":
      return packageRefusal(importer, link, target.name);
    case "file":
      return fileRefusal(importer, link, target.name);
  }
  target satisfies never;
}

function packageRefusal(
  { name, rule, packages }: Importer,
  { from, erased }: Import,
  target: string,
): string | undefined {
  const own = packages.get(name);
  // A package may name itself for its manifest.
  if (target === own?.name || target === "clewline") return undefined;
  if (own?.dependencies.includes(target) !== true)
    return `${name} may not import ${target}: packages/${name}/package.json does not name it`;
  const typesOnly = [...(rule.types ?? []), ...(from === publicList.file ? publicList.types : [])];
  return typesOnly.includes(target) && !erased ? `${from} may import only types from ${target}` : undefined;
}

function fileRefusal(importer: Importer, link: Import, target: string): string | undefined {
  const { name, rule, packages } = importer;
  const other = packageOf(target);
  if (other === undefined) return `${name} may not import ${target}, which is in no package`;
  if (other !== name) {
    if (link.specifier?.startsWith(".")) return `${name} may reach ${target} only by the name of its package`;
    return packageRefusal(importer, link, packages.get(other)?.name ?? other);
  }
  const [mine, its] = [roomOf(link.from), roomOf(target)];
  if (rule.units && its.isFolder && mine.isFolder && mine.name !== its.name)
    return `${name}/${mine.name} may not import its sibling ${its.name}`;
  if (mine.isFolder && rule.below?.includes(mine.name) && mine.name !== its.name)
    return `${name}/${mine.name} may import nothing else of the package`;
  return undefined;
}

/** `packages/clewline/src/config/config.ts` is in the room config; a file directly in src is a room of its own. */
function roomOf(file: string): { readonly name: string; readonly isFolder: boolean } {
  const [name = "", ...rest] = file.split("/").slice(3);
  return { name, isFolder: rest.length > 0 };
}

await main(import.meta.url, "layers", layersGate);
