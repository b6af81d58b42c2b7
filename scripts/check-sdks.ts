import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** Tests the package as users get it, with each major of the AI SDK. Takes too long for the check. */
interface Case {
  readonly name: string;
  /** Installed with the package, in the newest version that the range allows. */
  readonly packages: readonly string[];
  /** The program that runs the examples, relative to the case's folder. */
  readonly node: string;
}

const platform = process.platform === "win32" ? "win" : process.platform;
const newerNode = `node-${platform}-${process.arch}`;

const cases: readonly Case[] = [
  {
    name: "ai 6 on this Node",
    packages: ["ai@6", ...providers(3, 2), "@photostructure/sqlite@2"],
    node: process.execPath,
  },
  {
    name: "ai 7 on Node 22",
    packages: ["ai@7", ...providers(4, 3), `${newerNode}@22`],
    node: `node_modules/${newerNode}/bin/node`,
  },
];
const always = [
  "@modelcontextprotocol/client@2",
  "fast-check@4",
  "gpt-tokenizer@4",
  "grammy@1",
  "tsx@4",
  "typescript@6",
  "@types/node@22",
  "vitest@4",
  "zod@4",
];
const examples = ["group-bot.ts", "tool-agent.ts"];
/** Tests that use only the public API, and the folders that they need. */
const scenarios = ["ai-sdk.test.ts", "loop.test.ts", "brain-scenarios.test.ts", "messages.test.ts", "web-chat.test.ts"];
const furniture = ["brain-scenarios", "stand-ins", "fresh-clew.ts"];
const testing = ["--no-color", "--testTimeout", "60000"];
/** Guards against what hangs, on a machine that is busy with other work. */
const installMs = 600_000;
const runMs = 900_000;

const root = resolve(import.meta.dirname, "..");
const base = mkdtempSync(join(tmpdir(), "clew-sdks-"));
try {
  const tarball = pack();
  const results = cases.map((each, index) => ({ ...each, passed: passes(each, join(base, String(index)), tarball) }));
  console.log("");
  for (const { name, passed } of results) console.log(`${passed ? "pass" : "FAIL"}  ${name}`);
  process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;
} finally {
  rmSync(base, { recursive: true, force: true });
}

function pack(): string {
  run("npm", ["run", "build"], root, installMs);
  const packed = run("npm", ["pack", "--ignore-scripts", "--pack-destination", base], root, installMs);
  return join(base, packed.trim().split("\n").at(-1) ?? "");
}

function passes(each: Case, folder: string, tarball: string): boolean {
  console.log(`\n== ${each.name}`);
  try {
    furnish(each, folder, tarball);
    const node = each.node.startsWith("node_modules") ? join(folder, each.node) : each.node;
    console.log(versions(node, folder));
    run(node, [program(folder, "typescript", "bin/tsc"), "-p", "."], folder, runMs);
    console.log(run(node, [program(folder, "vitest", "vitest.mjs"), "run", ...testing, ...scenarios], folder, runMs));
    for (const example of examples) {
      const started = performance.now();
      console.log(run(node, [program(folder, "tsx", "dist/cli.mjs"), example], folder, runMs));
      console.log(`-- ${example} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
    }
    return true;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return false;
  }
}

function furnish({ packages }: Case, folder: string, tarball: string): void {
  mkdirSync(folder);
  const { allowScripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { allowScripts: unknown };
  const manifest = { name: "user", private: true, type: "module", allowScripts };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  cpSync(join(root, "tsconfig.base.json"), join(folder, "tsconfig.base.json"));
  const compiler = { extends: "./tsconfig.base.json", compilerOptions: { noEmit: true }, include: ["*.ts"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(compiler));
  for (const name of [...examples, "support"])
    cpSync(join(root, "examples", name), join(folder, name), { recursive: true });
  for (const name of [...scenarios, ...furniture])
    cpSync(join(root, "test", name), join(folder, name), { recursive: true });
  run("npm", ["install", "--no-audit", "--no-fund", tarball, ...always, ...packages], folder, installMs);
}

/** The provider packages of a major; the one for self-hosted servers has another number. */
function providers(major: number, compatible: number): readonly string[] {
  const own = ["anthropic", "google", "openai"].map((name) => `@ai-sdk/${name}@${major}`);
  return [...own, `@ai-sdk/openai-compatible@${compatible}`];
}

/** The installed versions, which may differ from the requested ones. */
function versions(node: string, folder: string): string {
  const names = ["ai", "@ai-sdk/anthropic", "grammy", "zod", "typescript"];
  const code = `console.log("node " + process.version.slice(1))`;
  const installed = names.map((name) => `${name} ${manifestOf(folder, name).version}`);
  return [run(node, ["-e", code], folder, runMs).trim(), ...installed].join(", ");
}

function manifestOf(folder: string, name: string): { version: string } {
  return JSON.parse(readFileSync(join(folder, "node_modules", name, "package.json"), "utf8")) as { version: string };
}

function program(folder: string, name: string, path: string): string {
  return createRequire(join(folder, "package.json"))
    .resolve(`${name}/package.json`)
    .replace(/package\.json$/, path);
}

/** Runs a command and returns its output. A failure or a timeout throws, with the last lines. */
function run(command: string, words: readonly string[], folder: string, timeout: number): string {
  const { CLEW_STORE: _store, ...environment } = process.env;
  const { status, stdout, stderr, error } = spawnSync(command, words, {
    cwd: folder,
    encoding: "utf8",
    env: environment,
    timeout,
    killSignal: "SIGKILL",
    maxBuffer: 64_000_000,
  });
  if (status === 0) return stdout;
  const last = `${stdout}\n${stderr}`.trim().split("\n").slice(-30).join("\n");
  throw new Error(`${command} ${words.join(" ")}: ${error?.message ?? `ended with ${status}`}\n${last}`);
}
