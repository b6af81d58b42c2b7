import { join } from "node:path";
import ts from "typescript";
import { entryPoints, exportsOf, publicProgram, realSymbol } from "./entry-points.js";
import { type Finding, main, named } from "./finding.js";

/** Every type of ours that a public signature names can be imported, and no two of them have one name. */
export function reachableTypesGate(root: string): Finding[] {
  const program = publicProgram(root);
  const checker = program.getTypeChecker();
  const exported = new Map<ts.Symbol, string>();
  for (const { source } of entryPoints(root))
    for (const symbol of exportsOf(root, program, source)) exported.set(realSymbol(checker, symbol), symbol.name);
  const reached = reachedFrom(exported.keys(), checker, join(root, "packages"));
  return [...hidden(root, exported, reached), ...namedTwice(root, exported)];
}

/** For each type that was reached, the declaration that names it first. */
type Reached = ReadonlyMap<ts.Symbol, string>;

function hidden(root: string, exported: ReadonlyMap<ts.Symbol, string>, reached: Reached): Finding[] {
  return [...reached]
    .filter(([symbol]) => !exported.has(symbol))
    .map(([symbol, by]) => ({
      ...placeOf(root, symbol),
      message: `${symbol.name} can't be imported, and ${by} names it: export it from packages/clewline/src/index.ts`,
    }));
}

function namedTwice(root: string, exported: ReadonlyMap<ts.Symbol, string>): Finding[] {
  const owners = new Map<string, ts.Symbol>();
  return [...exported].flatMap(([symbol, name]) => {
    const first = owners.get(name);
    if (first === undefined) owners.set(name, symbol);
    return first === undefined
      ? []
      : [{ ...placeOf(root, symbol), message: `${name} is also the name of a type in ${placeOf(root, first).file}` }];
  });
}

function reachedFrom(exported: Iterable<ts.Symbol>, checker: ts.TypeChecker, folder: string): Reached {
  const reached = new Map<ts.Symbol, string>();
  const waiting = [...exported];
  const seen = new Set(waiting);
  for (let symbol = waiting.shift(); symbol !== undefined; symbol = waiting.shift()) {
    for (const other of namedBy(symbol, checker)) {
      if (seen.has(other) || !isOurType(other, folder)) continue;
      seen.add(other);
      reached.set(other, symbol.name);
      waiting.push(other);
    }
  }
  return reached;
}

function isOurType(symbol: ts.Symbol, folder: string): boolean {
  const typed = ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias | ts.SymbolFlags.Class | ts.SymbolFlags.Enum;
  return (symbol.flags & typed) !== 0 && (symbol.declarations ?? []).some((each) => isIn(each, folder));
}

function isIn(node: ts.Node, folder: string): boolean {
  return node.getSourceFile().fileName.startsWith(`${folder}/`);
}

function namedBy(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol[] {
  return (symbol.declarations ?? []).flatMap((declaration) => namedIn(declaration, checker));
}

/** What the types written in a signature name, and what the compiler finds where none is written. */
function namedIn(node: ts.Node, checker: ts.TypeChecker): ts.Symbol[] {
  if (ts.isBlock(node) || isHidden(node)) return [];
  if (isUntyped(node)) return [...inferredIn(node, checker), ...childrenOf(node).flatMap(inside)];
  return [...referenced(node, checker), ...childrenOf(node).flatMap(inside)];

  function inside(child: ts.Node): ts.Symbol[] {
    return namedIn(child, checker);
  }
}

function isHidden(node: ts.Node): boolean {
  if (!ts.isClassElement(node)) return false;
  const isPrivateName = node.name !== undefined && ts.isPrivateIdentifier(node.name);
  return isPrivateName || (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Private) !== 0;
}

type Untyped = ts.FunctionDeclaration | ts.MethodDeclaration | ts.VariableDeclaration | ts.PropertyDeclaration;

function isUntyped(node: ts.Node): node is Untyped {
  const mayBe =
    ts.isFunctionDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isVariableDeclaration(node) ||
    ts.isPropertyDeclaration(node);
  return mayBe && node.type === undefined;
}

/** A type without a name of its own is what its parts name. */
function inferredIn(node: Untyped, checker: ts.TypeChecker): ts.Symbol[] {
  const found: ts.Symbol[] = [];
  const seen = new Set<ts.Type>();
  visit(checker.getTypeAtLocation(node));
  return found;

  function visit(type: ts.Type): void {
    if (seen.has(type)) return;
    seen.add(type);
    for (const argument of [...(type.aliasTypeArguments ?? []), ...argumentsOf(type, checker)]) visit(argument);
    const name = type.aliasSymbol ?? type.getSymbol();
    if (name !== undefined && isNamed(name)) {
      found.push(name);
      return;
    }
    if (type.isUnionOrIntersection()) for (const part of type.types) visit(part);
    for (const signature of type.getCallSignatures()) {
      visit(signature.getReturnType());
      for (const given of signature.getParameters()) visit(checker.getTypeOfSymbolAtLocation(given, node));
    }
    for (const property of type.getProperties()) visit(checker.getTypeOfSymbolAtLocation(property, node));
  }
}

function argumentsOf(type: ts.Type, checker: ts.TypeChecker): readonly ts.Type[] {
  const isReference =
    type.flags & ts.TypeFlags.Object && (type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference;
  return isReference ? checker.getTypeArguments(type as ts.TypeReference) : [];
}

function isNamed(symbol: ts.Symbol): boolean {
  return (symbol.flags & (ts.SymbolFlags.TypeLiteral | ts.SymbolFlags.ObjectLiteral | ts.SymbolFlags.Function)) === 0;
}

function referenced(node: ts.Node, checker: ts.TypeChecker): ts.Symbol[] {
  const name = nameIn(node);
  const symbol = name === undefined ? undefined : checker.getSymbolAtLocation(name);
  return symbol === undefined ? [] : [realSymbol(checker, symbol)];
}

function nameIn(node: ts.Node): ts.Node | undefined {
  if (ts.isTypeReferenceNode(node)) return node.typeName;
  if (ts.isExpressionWithTypeArguments(node)) return node.expression;
  return ts.isImportTypeNode(node) ? node.qualifier : undefined;
}

/** An initialiser is no part of a signature. */
function childrenOf(node: ts.Node): ts.Node[] {
  const value = ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node) ? node.initializer : undefined;
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => {
    if (child !== value) children.push(child);
  });
  return children;
}

function placeOf(root: string, { declarations }: ts.Symbol): { file: string; line: number } {
  const [node] = declarations ?? [];
  if (node === undefined) return { file: "packages/clewline/src/index.ts", line: 1 };
  const source = node.getSourceFile();
  return {
    file: named(root, source.fileName),
    line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1,
  };
}

await main(import.meta.url, "reachable types", reachableTypesGate);
