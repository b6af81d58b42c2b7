import ts from "typescript";
import { type Finding, main } from "./finding.js";
import { filesIn, isTest, lineOf, nodesOf, type Source, sourcesIn } from "./sources.js";

const limits = { fileLines: 400, fileLinesAim: 200, functionLines: 60, publicValues: 30 };
const folders = ["packages", "examples", "scripts", "bench"];
const emptyWords = new Set(["utils", "util", "helpers", "helper", "common", "manager"]);

/** Limits the length of files and functions, the names of files, and the number of exported names. */
export function sizesGate(root: string): Finding[] {
  const sources = folders.flatMap((folder) => sourcesIn(root, folder));
  return [
    ...sources.flatMap(fileLength),
    ...sources.filter((source) => !isTest(source.name)).flatMap(functionLengths),
    ...folders.flatMap((folder) => filesIn(root, folder)).flatMap(fileName),
    ...sources.filter((source) => source.name === "packages/clewline/src/index.ts").flatMap(publicValues),
  ];
}

/** Files longer than recommended, which is no failure. */
export function longFiles(root: string): string[] {
  return folders
    .flatMap((folder) => sourcesIn(root, folder))
    .map((source) => ({ name: source.name, lines: lineCount(source.text) }))
    .filter(({ lines }) => lines > limits.fileLinesAim && lines <= limits.fileLines)
    .map(({ name, lines }) => `${name}: ${lines} lines, aim for ${limits.fileLinesAim}`);
}

function fileLength(source: Source): Finding[] {
  const lines = lineCount(source.text);
  if (lines <= limits.fileLines) return [];
  return [{ file: source.name, line: lines, message: `file has ${lines} lines, at most ${limits.fileLines}` }];
}

function lineCount(text: string): number {
  return text.replace(/\n$/, "").split("\n").length;
}

function functionLengths(source: Source): Finding[] {
  return nodesOf(source.tree).flatMap((node) => {
    if (!ts.isFunctionLike(node) || !("body" in node) || node.body === undefined) return [];
    const line = lineOf(source, node);
    const lines = source.tree.getLineAndCharacterOfPosition(node.end).line + 2 - line;
    if (lines <= limits.functionLines) return [];
    const message = `function ${functionName(node)} has ${lines} lines, at most ${limits.functionLines}`;
    return [{ file: source.name, line, message }];
  });
}

function functionName(node: ts.SignatureDeclaration): string {
  if (node.name !== undefined) return node.name.getText();
  return ts.isVariableDeclaration(node.parent) ? node.parent.name.getText() : "without a name";
}

function fileName(name: string): Finding[] {
  return name.split("/").flatMap((part) => {
    if (part === "README.md") return [];
    const stem = part.replace(/(\.(test|d|config))?\.[a-z]+$/, "");
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(stem)) return [{ file: name, line: 1, message: `${part} is not kebab-case` }];
    const lastWord = stem.split("-").at(-1) ?? stem;
    if (emptyWords.has(lastWord))
      return [{ file: name, line: 1, message: `"${lastWord}" names nothing: use the noun` }];
    return [];
  });
}

/** Types are not counted: every one that a signature names is there. */
function publicValues(source: Source): Finding[] {
  const names = source.tree.statements.flatMap((statement) => {
    const list = ts.isExportDeclaration(statement) && !statement.isTypeOnly ? statement.exportClause : undefined;
    return list !== undefined && ts.isNamedExports(list) ? list.elements.filter((each) => !each.isTypeOnly) : [];
  });
  const first = names[limits.publicValues];
  if (first === undefined) return [];
  const message = `${names.length} public values, at most ${limits.publicValues}`;
  return [{ file: source.name, line: lineOf(source, first), message }];
}

await main(import.meta.url, "sizes", (root) => {
  for (const line of longFiles(root)) console.log(`long: ${line}`);
  return sizesGate(root);
});
