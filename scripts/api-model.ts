import ts from "typescript";
import { exportsOf, publicProgram, realSymbol } from "./entry-points.js";
import { named } from "./finding.js";

export interface Member {
  readonly name: string;
  readonly summary: string;
  readonly signature: string;
  readonly file: string;
  readonly line: number;
}

export interface PublicName extends Member {
  readonly kind: "function" | "class" | "interface" | "type" | "constant" | "enum";
  readonly members: readonly Member[];
}

/** The names that a module exports, in alphabetical order. */
export function publicNames(root: string, source: string): PublicName[] {
  const program = publicProgram(root);
  const checker = program.getTypeChecker();
  const names = exportsOf(root, program, source).flatMap((symbol) => publicName(root, checker, symbol));
  return names.sort((left, right) => (left.name < right.name ? -1 : 1));
}

function publicName(root: string, checker: ts.TypeChecker, symbol: ts.Symbol): PublicName[] {
  const real = realSymbol(checker, symbol);
  const declaration = real.declarations?.[0];
  if (declaration === undefined) return [];
  return [
    {
      name: symbol.name,
      kind: kindOf(declaration),
      summary: summaryOf(checker, real),
      signature: signatureOf(checker, symbol.name, declaration),
      members: membersOf(root, checker, declaration),
      ...placeOf(root, declaration),
    },
  ];
}

function kindOf(node: ts.Declaration): PublicName["kind"] {
  if (ts.isFunctionDeclaration(node)) return "function";
  if (ts.isClassDeclaration(node)) return "class";
  if (ts.isInterfaceDeclaration(node)) return "interface";
  if (ts.isTypeAliasDeclaration(node)) return "type";
  return ts.isEnumDeclaration(node) ? "enum" : "constant";
}

function summaryOf(checker: ts.TypeChecker, symbol: ts.Symbol): string {
  return ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim();
}

function signatureOf(checker: ts.TypeChecker, name: string, node: ts.Declaration): string {
  if (ts.isFunctionDeclaration(node)) return callsOf(checker, node, (call) => `function ${name}${call}`);
  if (ts.isClassDeclaration(node)) return headOf(node, "class", name);
  if (ts.isInterfaceDeclaration(node)) return headOf(node, "interface", name);
  if (ts.isTypeAliasDeclaration(node) && ts.isTypeReferenceNode(node.type)) return spelledOut(checker, node, node.type);
  if (ts.isTypeAliasDeclaration(node) && !ts.isTypeLiteralNode(node.type)) return printed(node);
  if (ts.isTypeAliasDeclaration(node)) return `type ${name}${parametersOf(node)}`;
  if (ts.isEnumDeclaration(node)) return `enum ${name}`;
  return `const ${name}: ${typeText(checker, node)}`;
}

/**
 * An alias that only passes arguments to a generic one is shown as the result, because the generic one has no entry.
 */
function spelledOut(checker: ts.TypeChecker, node: ts.TypeAliasDeclaration, reference: ts.TypeReferenceNode): string {
  const symbol = checker.getSymbolAtLocation(reference.typeName);
  const real = symbol === undefined ? undefined : realSymbol(checker, symbol);
  const generic = real?.declarations?.find(ts.isTypeAliasDeclaration);
  if (generic?.typeParameters === undefined) return printed(node);
  const text = generic.typeParameters.reduce((whole, { name }, index) => {
    const given = reference.typeArguments?.[index];
    return given === undefined ? whole : whole.replaceAll(new RegExp(`\\b${name.text}\\b`, "g"), printed(given));
  }, printed(generic.type));
  return `type ${node.name.text}${parametersOf(node)} = ${text};`;
}

function headOf(node: ts.ClassDeclaration | ts.InterfaceDeclaration, word: string, name: string): string {
  const heritage = node.heritageClauses?.map((clause) => ` ${clause.getText()}`).join("") ?? "";
  return `${word} ${name}${parametersOf(node)}${heritage}`;
}

function parametersOf(node: ts.ClassDeclaration | ts.InterfaceDeclaration | ts.TypeAliasDeclaration): string {
  if (node.typeParameters === undefined) return "";
  return `<${node.typeParameters.map((parameter) => parameter.getText()).join(", ")}>`;
}

function membersOf(root: string, checker: ts.TypeChecker, node: ts.Declaration): Member[] {
  return memberNodes(node).flatMap((member) => {
    const symbol = member.name === undefined ? undefined : checker.getSymbolAtLocation(member.name);
    if (symbol === undefined) return [];
    const name = member.name?.getText() ?? symbol.name;
    const signature = memberSignature(checker, name, member);
    return [{ name, signature, summary: summaryOf(checker, symbol), ...placeOf(root, member) }];
  });
}

function memberNodes(node: ts.Declaration): readonly (ts.ClassElement | ts.TypeElement | ts.EnumMember)[] {
  if (ts.isInterfaceDeclaration(node) || ts.isEnumDeclaration(node)) return [...node.members];
  if (ts.isTypeAliasDeclaration(node) && ts.isTypeLiteralNode(node.type)) return [...node.type.members];
  return ts.isClassDeclaration(node) ? node.members.filter(isPublic) : [];
}

function isPublic(member: ts.ClassElement): boolean {
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
  const isPrivateName = member.name !== undefined && ts.isPrivateIdentifier(member.name);
  return !isPrivateName && (ts.getCombinedModifierFlags(member) & hidden) === 0;
}

function memberSignature(checker: ts.TypeChecker, name: string, node: ts.Declaration): string {
  if (ts.isMethodDeclaration(node) || ts.isMethodSignature(node))
    return callsOf(checker, node, (call) => `${name}${node.questionToken === undefined ? "" : "?"}${call}`);
  if (ts.isPropertySignature(node)) return printed(node).replace(/;$/, "");
  if (ts.isEnumMember(node)) return printed(node);
  return `${name}: ${typeText(checker, node)}`;
}

function callsOf(checker: ts.TypeChecker, node: ts.SignatureDeclaration, show: (call: string) => string): string {
  const signature = checker.getSignatureFromDeclaration(node);
  if (signature === undefined) return show("()");
  return show(unqualified(checker.signatureToString(signature, node, ts.TypeFormatFlags.NoTruncation)));
}

function typeText(checker: ts.TypeChecker, node: ts.Declaration): string {
  return unqualified(checker.typeToString(checker.getTypeAtLocation(node), node, ts.TypeFormatFlags.NoTruncation));
}

/** The checker writes `import("path of this machine").Lane` for a type that the file does not import. */
function unqualified(type: string): string {
  return type.replaceAll(/import\("[^"]*"\)\./g, "");
}

function printed(node: ts.Node): string {
  const text = ts
    .createPrinter({ removeComments: true })
    .printNode(ts.EmitHint.Unspecified, node, node.getSourceFile());
  return text.replace(/^(?:export |declare )+/, "");
}

function placeOf(root: string, node: ts.Node): { file: string; line: number } {
  const source = node.getSourceFile();
  const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
  return { file: named(root, source.fileName), line };
}
