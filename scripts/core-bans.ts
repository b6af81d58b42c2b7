import ts from "typescript";
import type { Finding } from "./finding.js";
import { lineOf, nodesOf, type Source } from "./sources.js";

const globals = new Set([
  "process",
  "console",
  "globalThis",
  "setTimeout",
  "setInterval",
  "setImmediate",
  "queueMicrotask",
  "performance",
  "crypto",
  "fetch",
  "Buffer",
]);

/** What the core never does, because it takes everything as arguments: wait, read a clock, use chance, log, do I/O. */
export function coreBans(source: Source): Finding[] {
  const nodes = nodesOf(source.tree);
  const own = new Set(nodes.flatMap((node) => declaredName(node) ?? []));
  return nodes.flatMap((node) => {
    const what = banned(node, own);
    if (what === undefined) return [];
    return [{ file: source.name, line: lineOf(source, node), message: `core may not use ${what}` }];
  });
}

function banned(node: ts.Node, own: ReadonlySet<string>): string | undefined {
  if (node.kind === ts.SyntaxKind.AsyncKeyword) return "async";
  if (node.kind === ts.SyntaxKind.AwaitKeyword || ts.isAwaitExpression(node)) return "await";
  if (ts.isPropertyAccessExpression(node)) return bannedMember(node);
  if (ts.isNewExpression(node) && isNamed(node.expression, "Date") && (node.arguments ?? []).length === 0)
    return "new Date() without an instant";
  if (ts.isCallExpression(node) && isNamed(node.expression, "Date")) return "Date()";
  if (ts.isIdentifier(node) && globals.has(node.text) && !own.has(node.text) && isReference(node)) return node.text;
  return undefined;
}

function bannedMember(node: ts.PropertyAccessExpression): string | undefined {
  const member = `${node.expression.getText()}.${node.name.text}`;
  return member === "Date.now" || member === "Math.random" ? member : undefined;
}

function isNamed(node: ts.Expression, name: string): boolean {
  return ts.isIdentifier(node) && node.text === name;
}

/** Excludes the `process` of `queue.process` and of `{ process: 1 }`. */
function isReference(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isQualifiedName(parent)) return parent.left === node;
  return !("name" in parent && parent.name === node) || ts.isShorthandPropertyAssignment(parent);
}

function declaredName(node: ts.Node): string | undefined {
  if (!ts.isVariableDeclaration(node) && !ts.isParameter(node) && !ts.isFunctionDeclaration(node)) return undefined;
  return node.name !== undefined && ts.isIdentifier(node.name) ? node.name.text : undefined;
}
