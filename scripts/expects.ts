import ts from "typescript";
import { type Finding, main } from "./finding.js";
import { lineOf, nodesOf, sourcesIn } from "./sources.js";

/**
 * Fails for an assertion that may never be reached, because such a test can pass without checking anything, and for a test that
 * takes processor time, because it fails where the machine is busy with something else.
 */
export function expectsGate(root: string): Finding[] {
  return sourcesIn(root, "test").flatMap((source) =>
    nodesOf(source.tree).flatMap((node) => {
      const message = findFault(node);
      return message === undefined ? [] : [{ file: source.name, line: lineOf(source, node), message }];
    }),
  );
}

function findFault(node: ts.Node): string | undefined {
  if (ts.isPropertyAccessExpression(node) && node.name.text === "cpuUsage")
    return "what takes how long is for a bench: a test counts what is done, or looks at what was waited for";
  const reason = isExpect(node) ? conditionAround(node) : undefined;
  if (reason === undefined) return undefined;
  return `expect ${reason} may never run: compute what is expected, or filter and count`;
}

function isExpect(node: ts.Node): boolean {
  return ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === "expect";
}

/** Looks outwards up to the function of the test, or the one that tests call. */
function conditionAround(node: ts.Node): string | undefined {
  let child = node;
  for (let { parent } = node; parent !== undefined && !isTestBody(child); { parent } = parent) {
    const reason = conditionOf(child, parent) ?? exitBefore(child, parent);
    if (reason !== undefined) return reason;
    child = parent;
  }
  return undefined;
}

const lazy = new Map([
  [ts.SyntaxKind.AmpersandAmpersandToken, "after &&"],
  [ts.SyntaxKind.BarBarToken, "after ||"],
  [ts.SyntaxKind.QuestionQuestionToken, "after ??"],
]);

function conditionOf(child: ts.Node, parent: ts.Node): string | undefined {
  if (ts.isIfStatement(parent) && child !== parent.expression) return "under if";
  if (ts.isConditionalExpression(parent) && child !== parent.condition) return "under ?:";
  if (ts.isBinaryExpression(parent) && child === parent.right) return lazy.get(parent.operatorToken.kind);
  if (ts.isCatchClause(parent)) return "under catch";
  if (ts.isCaseClause(parent) || ts.isDefaultClause(parent)) return "under switch";
  return undefined;
}

/** An `if` that may leave the block before the assertion. One that throws does not count. */
function exitBefore(child: ts.Node, parent: ts.Node): string | undefined {
  if (!ts.isBlock(parent)) return undefined;
  const before = parent.statements.slice(0, parent.statements.indexOf(child as ts.Statement));
  return before.some((statement) => ts.isIfStatement(statement) && leaves(statement))
    ? "after a return or continue under if"
    : undefined;
}

function leaves(node: ts.Node): boolean {
  if (ts.isFunctionLike(node)) return false;
  if (ts.isReturnStatement(node) || ts.isContinueStatement(node) || ts.isBreakStatement(node)) return true;
  return ts.forEachChild(node, (child) => leaves(child) || undefined) ?? false;
}

const tests = new Set(["it", "test", "describe", "beforeAll", "beforeEach", "afterAll", "afterEach"]);

/** A function passed to `test(…)`, `it.each(…)(…)` and the like. */
function isTestBody(node: ts.Node): boolean {
  if (!ts.isArrowFunction(node) && !ts.isFunctionExpression(node)) return false;
  if (!ts.isCallExpression(node.parent)) return false;
  let callee: ts.Expression = node.parent.expression;
  while (ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee)) callee = callee.expression;
  return ts.isIdentifier(callee) && tests.has(callee.text);
}

await main(import.meta.url, "expects", expectsGate);
