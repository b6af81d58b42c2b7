import ts from "typescript";
import { isTest, nodesOf, sourcesIn } from "./sources.js";

/** What a test file says that it tests: the titles of its groups and tests, in order. */
export interface TestTitles {
  /** Relative to the root. */
  readonly file: string;
  readonly titles: readonly string[];
}

export function listTestTitles(root: string): readonly TestTitles[] {
  return sourcesIn(root, "test")
    .filter(({ name }) => isTest(name))
    .map(({ name, tree }) => ({ file: name, titles: nodesOf(tree).flatMap(readTitle) }));
}

const callees = new Set(["it", "test", "describe"]);

/** The first argument of `test(…)`, `describe.each(…)(…)` and the like, with what is put into it as "…". */
function readTitle(node: ts.Node): readonly string[] {
  if (!ts.isCallExpression(node) || node.arguments.length < 2) return [];
  let callee: ts.Expression = node.expression;
  while (ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee)) callee = callee.expression;
  if (!ts.isIdentifier(callee) || !callees.has(callee.text)) return [];
  const [title] = node.arguments;
  if (title === undefined) return [];
  if (ts.isStringLiteralLike(title)) return [tidy(title.text)];
  if (!ts.isTemplateExpression(title)) return [];
  return [tidy([title.head.text, ...title.templateSpans.map(({ literal }) => literal.text)].join("…"))];
}

function tidy(title: string): string {
  return title
    .replace(/%[sdifjo]|%#|\$\w+/g, "…")
    .replace(/\s+/g, " ")
    .trim();
}
