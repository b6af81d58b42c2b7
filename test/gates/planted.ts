import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

export const repository = join(import.meta.dirname, "../..");

/** A temporary project with these files, gone when the test ends. */
export function plant(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), "clew-gate-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
}

/** Puts files of this repository into the planted project, under the same names. */
export function lend(root: string, ...names: readonly string[]): void {
  for (const name of names) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    copyFileSync(join(repository, name), join(root, name));
  }
}

/** Findings as `file:line message`, which is how a reader sees them. */
export function shown(findings: readonly { file: string; line: number; message: string }[]): string[] {
  return findings.map(({ file, line, message }) => `${file}:${line} ${message}`);
}
