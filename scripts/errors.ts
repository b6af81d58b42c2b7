import { join } from "node:path";
import ts from "typescript";
import { type Finding, main, textIfAny } from "./finding.js";
import { lineOf, nodesOf, parse, type Source } from "./sources.js";

const list = "packages/core/src/errors.ts";
const guide = "docs/errors.md";

/** Fails unless the list of error codes and its guide name the same codes, each once. */
export function errorsGate(root: string): Finding[] {
  if (textIfAny(join(root, list)) === undefined) return [{ file: list, line: 1, message: "is missing" }];
  const codes = listedCodes(parse(root, list));
  if (codes === undefined) return [{ file: list, line: 1, message: "exports no array or object named errorCodes" }];
  const entries = guideEntries(textIfAny(join(root, guide)) ?? "");
  return [
    ...without(codes, entries).map(({ code, line }) => ({
      file: list,
      line,
      message: `${code} has no entry in ${guide}`,
    })),
    ...without(entries, codes).map(({ code, line }) => ({ file: guide, line, message: `${code} is not in ${list}` })),
    ...repeated(codes).map(({ code, line }) => ({ file: list, line, message: `${code} is listed twice` })),
    ...repeated(entries).map(({ code, line }) => ({ file: guide, line, message: `${code} has two entries` })),
  ];
}

interface Place {
  readonly code: string;
  readonly line: number;
}

function listedCodes(source: Source): Place[] | undefined {
  for (const node of nodesOf(source.tree)) {
    if (!ts.isVariableDeclaration(node) || node.name.getText() !== "errorCodes") continue;
    const value = node.initializer === undefined ? undefined : bare(node.initializer);
    if (value === undefined) return undefined;
    if (ts.isArrayLiteralExpression(value)) return value.elements.flatMap((element) => placeOf(source, element));
    if (ts.isObjectLiteralExpression(value))
      return value.properties.flatMap(({ name }) => (name === undefined ? [] : placeOf(source, name)));
  }
  return undefined;
}

/** The expression without `as const`, `satisfies …` and `Object.freeze(…)`. */
function bare(node: ts.Expression): ts.Expression {
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) return bare(node.expression);
  const argument = ts.isCallExpression(node) ? node.arguments[0] : undefined;
  return argument === undefined ? node : bare(argument);
}

function placeOf(source: Source, node: ts.Node): Place[] {
  if (!ts.isStringLiteralLike(node) && !ts.isIdentifier(node)) return [];
  return [{ code: node.text, line: lineOf(source, node) }];
}

function guideEntries(text: string): Place[] {
  return text.split("\n").flatMap((heading, index) => {
    const code = /^## `([^`]+)`/.exec(heading)?.[1];
    return code === undefined ? [] : [{ code, line: index + 1 }];
  });
}

function without(places: readonly Place[], others: readonly Place[]): Place[] {
  const known = new Set(others.map(({ code }) => code));
  return places.filter(({ code }) => !known.has(code));
}

function repeated(places: readonly Place[]): Place[] {
  return places.filter(({ code }, index) => places.findIndex((place) => place.code === code) < index);
}

await main(import.meta.url, "errors", errorsGate);
