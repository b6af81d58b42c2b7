import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { cpus, platform, release, totalmem } from "node:os";
import { dirname } from "node:path";

/** Where and when figures were measured. */
export interface Machine {
  readonly date: string;
  readonly commit: string;
  readonly cpu: string;
  readonly cores: number;
  /** In GiB. */
  readonly memory: number;
  readonly system: string;
  readonly node: string;
}

export function describeMachine(): Machine {
  const processors = cpus();
  return {
    date: new Date().toISOString().slice(0, 10),
    commit: readCommit(),
    cpu: processors[0]?.model.trim() ?? "unknown",
    cores: processors.length,
    memory: Math.round(totalmem() / 2 ** 30),
    system: `${platform()} ${release()}`,
    node: process.versions.node,
  };
}

function readCommit(): string {
  try {
    // An installed package lies inside another project, whose commit this would be.
    if (runGit("rev-parse", "--show-prefix") !== "") return "unknown";
    const changed = runGit("status", "--porcelain") === "" ? "" : " with changes";
    return `${runGit("rev-parse", "--short", "HEAD")}${changed}`;
  } catch {
    // No git, or no history.
    return "unknown";
  }
}

function runGit(...words: readonly string[]): string {
  const cwd = dirname(createRequire(import.meta.url).resolve("clewline/package.json"));
  return execFileSync("git", words, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
}
