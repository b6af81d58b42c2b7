import ts from "typescript";
import { compilerOptions } from "./compiler-options.js";
import { named } from "./finding.js";
import { lineOf, nodesOf, type Source } from "./sources.js";

export type Target =
  | { readonly kind: "file"; readonly name: string }
  | { readonly kind: "package"; readonly name: string }
  | { readonly kind: "node"; readonly name: string }
  | { readonly kind: "computed" }
  | { readonly kind: "missing"; readonly specifier: string };

export interface Import {
  readonly from: string;
  readonly line: number;
  /** Whether compilation removes it. `import { type A }` stays: under verbatimModuleSyntax the module still loads. */
  readonly erased: boolean;
  /** As it is written; a computed one has none. */
  readonly specifier?: string | undefined;
  readonly target: Target;
}

/** Every import of another module in the sources, resolved as the compiler does. */
export function importsOf(root: string, sources: readonly Source[]): Import[] {
  const resolve = resolver(root);
  return sources.flatMap((source) =>
    mentionsIn(source).map(({ node, specifier, erased }) => ({
      from: source.name,
      line: lineOf(source, node),
      erased,
      specifier,
      target: specifier === undefined ? { kind: "computed" } : resolve(specifier, source),
    })),
  );
}

interface Mention {
  readonly node: ts.Node;
  readonly specifier: string | undefined;
  readonly erased: boolean;
}

function mentionsIn(source: Source): Mention[] {
  return nodesOf(source.tree).flatMap((node) => mention(node) ?? []);
}

function mention(node: ts.Node): Mention | undefined {
  if (ts.isImportDeclaration(node)) return mentionOf(node, node.moduleSpecifier, isTypeClause(node.importClause));
  if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined)
    return mentionOf(node, node.moduleSpecifier, node.isTypeOnly);
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
    return mentionOf(node, node.argument.literal, true);
  if (ts.isExternalModuleReference(node)) return mentionOf(node, node.expression, false);
  if (ts.isCallExpression(node) && isLoad(node.expression)) return mentionOf(node, node.arguments[0], false);
  return undefined;
}

function mentionOf(node: ts.Node, specifier: ts.Node | undefined, erased: boolean): Mention {
  const text = specifier !== undefined && ts.isStringLiteralLike(specifier) ? specifier.text : undefined;
  return { node, specifier: text, erased };
}

function isTypeClause(clause: ts.ImportClause | undefined): boolean {
  return clause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
}

function isLoad(callee: ts.Expression): boolean {
  return callee.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(callee) && callee.text === "require");
}

function resolver(root: string): (specifier: string, source: Source) => Target {
  const options = compilerOptions(root);
  const cache = ts.createModuleResolutionCache(root, (name) => name, options);
  return (specifier, source) => {
    if (specifier.startsWith("node:")) return { kind: "node", name: specifier };
    const mode = ts.ModuleKind.ESNext;
    const found = ts.resolveModuleName(specifier, source.path, options, ts.sys, cache, undefined, mode).resolvedModule;
    if (found !== undefined && !found.resolvedFileName.includes("/node_modules/"))
      return { kind: "file", name: named(root, found.resolvedFileName) };
    if (specifier.startsWith(".")) return { kind: "missing", specifier };
    return { kind: "package", name: packageName(specifier) };
  };
}

function packageName(specifier: string): string {
  const [scope = specifier, rest] = specifier.split("/");
  return scope.startsWith("@") ? `${scope}/${rest}` : scope;
}
