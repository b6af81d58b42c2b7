import ts from "typescript";
import type { Finding } from "./finding.js";
import { lineOf, type Source } from "./sources.js";

/** Public lists are written by hand: no `export *` anywhere, and an index.ts contains only re-exports. */
export function reexports(source: Source): Finding[] {
  return source.tree.statements.flatMap((statement) => {
    const message = complaint(source.name, statement);
    return message === undefined ? [] : [{ file: source.name, line: lineOf(source, statement), message }];
  });
}

function complaint(name: string, statement: ts.Statement): string | undefined {
  const exports = ts.isExportDeclaration(statement) ? statement : undefined;
  const list = exports?.exportClause;
  if (exports !== undefined && (list === undefined || ts.isNamespaceExport(list)))
    return "export * hides what is public: list the names";
  if (name.endsWith("/index.ts") && exports?.moduleSpecifier === undefined)
    return "index.ts holds only re-exports: export { … } from";
  return undefined;
}
