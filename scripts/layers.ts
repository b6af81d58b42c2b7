import { coreBans } from "./core-bans.js";
import { cycles } from "./cycles.js";
import { type Finding, main } from "./finding.js";
import { type Import, importsOf } from "./imports.js";
import { reexports } from "./reexports.js";
import { isTest, sourcesIn } from "./sources.js";

interface Layer {
  /** Folders that it may import besides its own. A trailing "(types)" allows only what compilation removes. */
  readonly folders: readonly string[];
  /** `"any"`, or packages by name, with the same mark for types. */
  readonly packages: "any" | readonly string[];
  readonly node: boolean;
  /** Whether its units may not import each other: stores/sqlite never imports stores/memory. */
  readonly units?: true;
}

const adapter: Layer = { folders: ["core"], packages: "any", node: true, units: true };
const server: Layer = { folders: ["core", "engine"], packages: "any", node: true };

const layers: Readonly<Record<string, Layer>> = {
  core: { folders: [], packages: [], node: false },
  engine: { folders: ["core"], packages: [], node: false },
  stores: adapter,
  importers: adapter,
  channels: adapter,
  platform: { folders: ["core"], packages: "any", node: true },
  models: { folders: ["core"], packages: "any", node: true },
  config: { folders: ["core"], packages: "any", node: true },
  http: server,
  mcp: server,
  gateway: { folders: ["core", "engine", "platform"], packages: "any", node: true },
  agent: { folders: ["core", "engine", "models", "platform"], packages: "any", node: true },
  compose: {
    folders: [
      "core",
      "engine",
      "stores",
      "importers",
      "channels",
      "platform",
      "models",
      "config",
      "http",
      "mcp",
      "gateway",
      "agent",
    ],
    packages: "any",
    node: true,
  },
  try: { folders: ["core", "engine", "stores", "platform", "agent", "compose"], packages: "any", node: true },
  cli: {
    folders: ["core", "engine", "platform", "config", "compose", "agent (types)", "try"],
    packages: "any",
    node: true,
  },
  testing: { folders: ["core", "engine"], packages: ["fast-check", "zod", "ai (types)"], node: true },
  index: {
    folders: ["compose", "agent (types)", "core", "engine (types)", "models (types)"],
    packages: [],
    node: false,
  },
};

/** Checks the import table of src, cycles of values or types, the bans of core, and hand-written public lists. */
export function layersGate(root: string): Finding[] {
  const sources = sourcesIn(root, "src").filter((source) => !isTest(source.name));
  const imports = importsOf(root, sources);
  return [
    ...sources.flatMap((source) => unknownFolder(source.name)),
    ...imports.flatMap(crossing),
    ...cycles(imports),
    ...sources.filter((source) => folderOf(source.name) === "core").flatMap(coreBans),
    ...sources.flatMap(reexports),
  ];
}

function unknownFolder(name: string): Finding[] {
  const folder = folderOf(name);
  if (layers[folder] !== undefined) return [];
  return [{ file: name, line: 1, message: `src/${folder} is not in the layer table of scripts/layers.ts` }];
}

function crossing(link: Import): Finding[] {
  const folder = folderOf(link.from);
  const layer = layers[folder];
  const message = layer === undefined ? undefined : refusal(folder, layer, link);
  return message === undefined ? [] : [{ file: link.from, line: link.line, message }];
}

function refusal(folder: string, layer: Layer, link: Import): string | undefined {
  const { target } = link;
  switch (target.kind) {
    case "missing":
      return `import of ${target.specifier} leads to no file`;
    case "computed":
      return layers.cli === layer || layers.compose === layer || layers.config === layer
        ? undefined
        : "import of a computed name hides its layer";
    case "node":
      return layer.node ? undefined : `${folder} may not import ${target.name}`;
    case "package":
      return packageRefusal(folder, layer, link, target.name);
    case "file":
      return fileRefusal(folder, layer, link, target.name);
  }
  target satisfies never;
}

function packageRefusal(folder: string, { packages }: Layer, { erased }: Import, name: string): string | undefined {
  if (packages === "any" || packages.includes(name)) return undefined;
  const typesOnly = packages.includes(`${name} (types)`);
  if (typesOnly && erased) return undefined;
  return `${folder} may ${typesOnly ? "import only types from" : "not import"} the package ${name}`;
}

function fileRefusal(folder: string, layer: Layer, link: Import, target: string): string | undefined {
  if (!target.startsWith("src/")) return `${folder} may not import ${target}, which is outside src`;
  const other = folderOf(target);
  if (other === folder) {
    if (layer.units === undefined || unitOf(target) === unitOf(link.from)) return undefined;
    return `${unitOf(link.from)} may not import its sibling ${unitOf(target)}`;
  }
  if (layer.folders.includes(other)) return undefined;
  const typesOnly = layer.folders.includes(`${other} (types)`);
  if (typesOnly && link.erased) return undefined;
  return typesOnly ? `${folder} may import only types from ${other}` : `${folder} may not import ${other} (${target})`;
}

/** `src/core/lane.ts` is in core; a file directly in src is a layer of its own name. */
function folderOf(name: string): string {
  return (name.split("/")[1] ?? "").replace(/\.ts$/, "");
}

/** `src/stores/sqlite/rows.ts` and `src/stores/sqlite.ts` are both the unit stores/sqlite. */
function unitOf(name: string): string {
  return name.split("/").slice(1, 3).join("/").replace(/\.ts$/, "");
}

await main(import.meta.url, "layers", layersGate);
