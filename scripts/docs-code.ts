import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse as parseToml } from "smol-toml";
import { type Block, blocksIn } from "./docs-blocks.js";
import { quotedText } from "./docs-quotes.js";
import { type Finding, main, textIfAny } from "./finding.js";
import { inParallel, inRoom, runShell, runTypeScript } from "./programs.js";

/*
 * What each fence promises:
 *   ts                 runs alone, with the built package, in an empty home
 *   ts continue        is the next part of the ts block before it
 *   ts file=path       is the text of that file; file=path#name, of that region
 *   sh                 runs, after the sh blocks before it in the same document and in the same folder
 *   sh ci              has only commands that .ci/run runs
 *   json, toml         parses
 *   text, console      promises nothing
 */
export async function docsCodeGate(root: string): Promise<Finding[]> {
  const blocks = blocksIn(root);
  const jobs = [...programs(root, blocks), ...shells(root, blocks)];
  const ran = await inParallel(jobs, 2, (job) => job());
  return [...blocks.flatMap((block) => stillFinding(root, block)), ...ran.flat()];
}

type Job = () => Promise<Finding[]>;

function stillFinding(root: string, block: Block): Finding[] {
  const message = stillMessage(root, block);
  return message === undefined ? [] : [finding(block, message)];
}

function stillMessage(root: string, block: Block): string | undefined {
  switch ([block.language, ...block.notes].join(" ").replace(/file=\S+/, "file=")) {
    case "ts":
    case "ts continue":
    case "sh":
    case "text":
    case "console":
      return undefined;
    case "ts file=":
      return misquoted(root, block);
    case "sh ci":
      return notInCi(root, block);
    case "json":
      return parseFailure(() => JSON.parse(block.code));
    case "toml":
      return parseFailure(() => parseToml(block.code));
    case "":
      return "the fence names no language";
    default:
      return `unknown fence: ${[block.language, ...block.notes].join(" ")}`;
  }
}

function misquoted(root: string, block: Block): string | undefined {
  const source = block.notes[0]?.replace("file=", "") ?? "";
  const text = quotedText(root, source);
  if (text === undefined) return `quotes ${source}, which is not there`;
  return text.trimEnd() === block.code.trimEnd() ? undefined : `differs from ${source}`;
}

function notInCi(root: string, block: Block): string | undefined {
  if (textIfAny(join(root, ".ci/run")) === undefined) return ".ci/run is missing";
  const known = new Set(commands(execFileSync("bash", [".ci/run", "--list"], { cwd: root, encoding: "utf8" })));
  const strange = commands(block.code).filter((command) => !known.has(command));
  return strange.length === 0 ? undefined : `.ci/run does not run: ${strange.join(", ")}`;
}

function commands(script: string): string[] {
  const words = script.split(/\n|&&/).map((command) => command.trim());
  return words.filter((command) => command !== "");
}

function parseFailure(parse: () => unknown): string | undefined {
  try {
    parse();
    return undefined;
  } catch (error) {
    return `does not parse: ${error instanceof Error ? error.message.split("\n")[0] : error}`;
  }
}

/** One program per chain of ts blocks. Its code has the document's line numbers, so that stack traces match. */
function programs(root: string, blocks: readonly Block[]): Job[] {
  const folder = join(root, ".docs-code");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return chains(blocks).map(([first, ...rest]) => async () => {
    const file = join(folder, `${first.document.replaceAll(/[/.]/g, "-")}-${first.line}.ts`);
    writeFileSync(file, atDocumentLines([first, ...rest]));
    const failure = await inRoom(root, (room) => runTypeScript(file, folder, room));
    return failure === undefined ? [] : [finding(first, failure)];
  });
}

type Chain = [Block, ...Block[]];

function chains(blocks: readonly Block[]): Chain[] {
  const found: Chain[] = [];
  for (const block of blocks.filter(({ language }) => language === "ts")) {
    const last = found.at(-1);
    if (block.notes.length === 0) found.push([block]);
    else if (block.notes[0] === "continue" && last?.[0].document === block.document) last.push(block);
    else if (block.notes[0] === "continue") found.push([block]);
  }
  return found;
}

function atDocumentLines(chain: Chain): string {
  return chain.reduce((text, block) => {
    const lines = text.split("\n").length;
    return `${text}${"\n".repeat(block.line - lines)}${block.code}\n`;
  }, "");
}

/** The sh blocks of a document share a folder and a store and run in order; the first failure ends the run. */
function shells(root: string, blocks: readonly Block[]): Job[] {
  const shell = blocks.filter(({ language, notes }) => language === "sh" && notes.length === 0);
  return [...new Set(shell.map(({ document }) => document))].map((document) => () => {
    const sitting = shell.filter((block) => block.document === document);
    return inRoom(root, async (room) => {
      for (const block of sitting) {
        const failure = await runShell(block.code, room);
        if (failure !== undefined) return [finding(block, failure)];
      }
      return [];
    });
  });
}

function finding(block: Block, message: string): Finding {
  return { file: block.document, line: block.line, message };
}

await main(import.meta.url, "docs-code", docsCodeGate);
