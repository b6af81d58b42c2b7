import { readFileSync } from "node:fs";
import { join } from "node:path";
import { textIfAny } from "./finding.js";
import { filesIn } from "./sources.js";

/** A fenced block of a document. `line` is the line of its first line of code. */
export interface Block {
  readonly document: string;
  readonly line: number;
  readonly language: string;
  /** The words after the language, e.g. `continue` or `file=examples/01-minimal.ts`. */
  readonly notes: readonly string[];
  readonly code: string;
}

const pages = ["README.md", "GLOSSARY.md", "AGENTS.md"];
/** Written by scripts/api.ts, whose own check keeps it true. */
const generated = new Set(["docs/api.md"]);

export function blocksIn(root: string): Block[] {
  return documents(root).flatMap((document) => parseBlocks(document, readFileSync(join(root, document), "utf8")));
}

export function parseBlocks(document: string, text: string): Block[] {
  const blocks: Block[] = [];
  let open: { fence: string; indent: number; info: string; line: number; code: string[] } | undefined;
  for (const [index, line] of text.split("\n").entries()) {
    const mark = /^(\s*)(`{3,}|~{3,})(.*)$/.exec(line);
    if (open === undefined) {
      const [, indent = "", fence = "", info = ""] = mark ?? [];
      if (mark !== null) open = { fence, indent: indent.length, info: info.trim(), line: index + 2, code: [] };
    } else if (mark?.[2]?.startsWith(open.fence) && mark[3]?.trim() === "") {
      blocks.push(block(document, open.line, open.info, open.code));
      open = undefined;
    } else {
      open.code.push(line.slice(Math.min(open.indent, line.length - line.trimStart().length)));
    }
  }
  return open === undefined ? blocks : [...blocks, block(document, open.line, "unclosed", open.code)];
}

export function documents(root: string): string[] {
  const found = pages.filter((page) => textIfAny(join(root, page)) !== undefined);
  const below = filesIn(root, "docs").filter((name) => name.endsWith(".md") && !generated.has(name));
  return [...found, ...below];
}

function block(document: string, line: number, info: string, code: readonly string[]): Block {
  const [language = "", ...notes] = info.split(/\s+/);
  return { document, line, language, notes, code: code.join("\n") };
}
