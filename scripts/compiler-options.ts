import { join } from "node:path";
import ts from "typescript";

/** The options of the root's tsconfig.json; without one, plain NodeNext that knows the language and no browser. */
export function compilerOptions(root: string): ts.CompilerOptions {
  const path = join(root, "tsconfig.json");
  if (!ts.sys.fileExists(path))
    return {
      target: ts.ScriptTarget.ES2023,
      lib: ["lib.es2023.d.ts"],
      types: [],
      module: ts.ModuleKind.NodeNext,
      strict: true,
      noEmit: true,
    };
  const { config } = ts.readConfigFile(path, ts.sys.readFile);
  return ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, root).options;
}
