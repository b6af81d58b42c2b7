import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { named } from "./finding.js";

/** A parsed source file. Its name is relative to the root. */
export interface Source {
  readonly name: string;
  readonly path: string;
  readonly text: string;
  readonly tree: ts.SourceFile;
}

/** Every TypeScript file below the folder, sorted by name; empty for a missing folder. */
export function sourcesIn(root: string, folder: string): Source[] {
  return filesIn(root, folder)
    .filter((name) => /\.m?tsx?$/.test(name))
    .map((name) => parse(root, name));
}

/** The names of all files below the folder, sorted. */
export function filesIn(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => named(root, join(entry.parentPath, entry.name)))
    .filter((name) => !name.includes("node_modules/"))
    .sort();
}

const parsed = new Map<string, Source>();
/** No gate reads doc comments here: those that do ask the compiler. */
const language = { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone };

/** Parses each file once, however many gates read it. */
export function parse(root: string, name: string): Source {
  const path = join(root, name);
  const text = readFileSync(path, "utf8");
  const known = parsed.get(path);
  if (known?.text === text) return known;
  const source = { name, path, text, tree: ts.createSourceFile(path, text, language, true) };
  parsed.set(path, source);
  return source;
}

export function lineOf(source: Source, node: ts.Node): number {
  return source.tree.getLineAndCharacterOfPosition(node.getStart(source.tree)).line + 1;
}

const walked = new WeakMap<ts.Node, readonly ts.Node[]>();

/** Every node of the tree, parents before children. Each tree is walked once, however many gates look at it. */
export function nodesOf(root: ts.Node): readonly ts.Node[] {
  const known = walked.get(root);
  if (known !== undefined) return known;
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node) => {
    nodes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(root);
  walked.set(root, nodes);
  return nodes;
}

export function isTest(name: string): boolean {
  return /\.test\.ts$/.test(name);
}
