import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "./run-program.js";

export const managers = ["npm", "pnpm", "bun"] as const;
export type Manager = (typeof managers)[number];

export const nodeMajors = [20, 22, 24] as const;
export type NodeMajor = (typeof nodeMajors)[number];

/** The package managers and the Nodes, all from the registry. */
export interface Tools {
  readonly node: (major: NodeMajor) => string;
  /** The command that runs a manager by a Node. Those that are programs of their own need none. */
  readonly manager: (name: Manager, major: NodeMajor) => readonly [string, ...string[]];
  /** A PATH with nothing but this Node and a shell: nothing can be compiled. */
  readonly path: (major: NodeMajor) => string;
  readonly bundler: string;
}

const installMs = 300_000;

export function installTools(folder: string): Tools {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "tools", private: true }));
  const nodes = nodeMajors.map((major) => `node${major}@npm:node-${process.platform}-${process.arch}@${major}`);
  const words = [
    "install",
    "--no-audit",
    "--no-fund",
    "--ignore-scripts",
    "npm@11",
    "pnpm",
    "bun",
    "esbuild",
    ...nodes,
  ];
  runProgram("npm", words, { folder, environment: process.env, timeoutMs: installMs });
  const packages = join(folder, "node_modules");
  const platform = `${process.platform}-${process.arch}`;
  const node = (major: NodeMajor) => join(packages, `node${major}`, "bin/node");
  const programs: Readonly<Record<Exclude<Manager, "npm">, string>> = {
    pnpm: join(packages, `@pnpm/exe.${platform}`, "pnpm"),
    bun: join(packages, `@oven/bun-${platform}`, "bin/bun"),
  };
  return {
    node,
    manager: (name, major) => (name === "npm" ? [node(major), join(packages, "npm/bin/npm-cli.js")] : [programs[name]]),
    path: (major) => makeBarePath(join(folder, `path${major}`), node(major)),
    bundler: join(packages, "esbuild/bin/esbuild"),
  };
}

/** No python3, make or g++. */
function makeBarePath(folder: string, node: string): string {
  mkdirSync(folder, { recursive: true });
  for (const [name, target] of [
    ["node", node],
    ["sh", "/bin/sh"],
  ] as const) {
    try {
      symlinkSync(target, join(folder, name));
    } catch (error) {
      // It is there from the case before.
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    }
  }
  return folder;
}
