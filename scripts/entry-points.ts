import { dirname, join } from "node:path";
import ts from "typescript";
import { compilerOptions } from "./compiler-options.js";
import { textIfAny } from "./finding.js";

/** A module that others import: its name, and the source that it is made from. */
export interface EntryPoint {
  readonly module: string;
  readonly source: string;
}

/** What the exports of package.json name, in their order; a root without one has its index and nothing else. */
export function entryPoints(root: string): EntryPoint[] {
  const manifest = textIfAny(join(root, "package.json"));
  const named =
    manifest === undefined ? [{ module: "clewline", source: "packages/clewline/src/index.ts" }] : readExports(manifest);
  return named.filter(({ source }) => textIfAny(join(root, source)) !== undefined);
}

function readExports(manifest: string): EntryPoint[] {
  const { name, exports = {} } = JSON.parse(manifest) as {
    readonly name: string;
    readonly exports?: Readonly<Record<string, string | { readonly types?: string }>>;
  };
  return Object.entries(exports).flatMap(([path, target]) => {
    const types = typeof target === "string" ? undefined : target.types;
    if (types === undefined) return [];
    return [
      { module: name + path.slice(1), source: types.replace(/^\.\/dist\/types\/(.*)\.d\.ts$/, "packages/$1.ts") },
    ];
  });
}

const programs = new Map<string, ts.Program>();
/** The compiler's own files, which are the same for every project. */
const ownFiles = new Map<string, ts.SourceFile | undefined>();

/** Once per project, however many gates look at its types. */
export function publicProgram(root: string): ts.Program {
  const known = programs.get(root);
  if (known !== undefined) return known;
  const sources = entryPoints(root).map(({ source }) => join(root, source));
  const options = compilerOptions(root);
  const program = ts.createProgram(sources, options, sharingOwnFiles(ts.createCompilerHost(options)));
  programs.set(root, program);
  return program;
}

function sharingOwnFiles(host: ts.CompilerHost): ts.CompilerHost {
  const folder = dirname(ts.getDefaultLibFilePath({}));
  return {
    ...host,
    getSourceFile(name, ...rest) {
      if (dirname(name) !== folder) return host.getSourceFile(name, ...rest);
      if (!ownFiles.has(name)) ownFiles.set(name, host.getSourceFile(name, ...rest));
      return ownFiles.get(name);
    },
  };
}

/** The symbols that a module exports, under the names that it gives them. */
export function exportsOf(root: string, program: ts.Program, source: string): readonly ts.Symbol[] {
  const file = program.getSourceFile(join(root, source));
  const checker = program.getTypeChecker();
  const module = file === undefined ? undefined : checker.getSymbolAtLocation(file);
  return module === undefined ? [] : checker.getExportsOfModule(module);
}

/** What a name stands for, past all re-exports. */
export function realSymbol(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}
