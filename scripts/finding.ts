import { readFileSync, realpathSync } from "node:fs";
import { relative, sep } from "node:path";
import { pathToFileURL } from "node:url";

/** A broken rule at one place. A gate is a function from a project root to its findings. */
export interface Finding {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** Runs a gate if its file is the program; does nothing if a test imports it. */
export async function main(moduleUrl: string, name: string, gate: (root: string) => Finding[] | Promise<Finding[]>) {
  if (!isProgram(moduleUrl)) return;
  const findings = await gate(process.cwd());
  for (const finding of findings) console.error(show(finding));
  console.log(findings.length === 0 ? `${name}: clean` : `${name}: ${findings.length} found`);
  process.exitCode = findings.length === 0 ? 0 : 1;
}

export function isProgram(moduleUrl: string): boolean {
  const program = process.argv[1];
  return program !== undefined && pathToFileURL(realpathSync(program)).href === moduleUrl;
}

function show(finding: Finding): string {
  return `${finding.file}:${finding.line} ${finding.message}`;
}

/** A path from the root, with forward slashes, as findings name it. */
export function named(root: string, file: string): string {
  return relative(root, file).split(sep).join("/");
}

/** The text of a file, or undefined if there is none, for gates that report that themselves. */
export function textIfAny(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
