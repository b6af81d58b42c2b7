import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ProgramResult, type ProgramRun, runProgram, tryProgram } from "./run-program.js";
import type { Manager, NodeMajor, Tools } from "./tools.js";

/** A project of somebody who installs the tarball with one manager on one Node. */
export interface InstallCase {
  readonly manager: Manager;
  readonly node: NodeMajor;
  /** Whether the one more line is run, as Node 20 needs it. */
  readonly hasPackage: boolean;
}

export interface Installed {
  readonly folder: string;
  readonly seconds: number;
  /** Of the one more line. */
  readonly moreSeconds: number | null;
  readonly megabytes: number;
  readonly packages: number;
}

const installMs = 400_000;
/** A guard against what hangs, on a machine that is busy with other work. */
const runMs = 600_000;

/** The line that the message of `store/no-driver` tells, in each manager's words. */
const add: Readonly<Record<Manager, readonly string[]>> = {
  npm: ["install", "--no-audit", "--no-fund"],
  pnpm: ["add", "--allow-build=@photostructure/sqlite", "--store-dir=.cache/store", "--cache-dir=.cache"],
  bun: ["add", "--trust"],
};
export const sqliteLine = "@photostructure/sqlite@2";

const writer = `import { openClew } from "clewline";
const clew = await openClew({ store: process.argv[2] });
const turn = await clew.begin({ session: "terminal:default", text: "Where is the key? 🔑" });
const view = await turn.view();
await turn.complete({ text: "Under the stone" });
await clew.close();
console.log(view.kind);
`;

export function describeCase({ manager, node, hasPackage }: InstallCase): string {
  const more = hasPackage ? " + the package" : node === 20 ? ", nothing more" : "";
  return `${manager}, Node ${node}${more}`;
}

/** With a cache of its own, so that everything is fetched. */
export function install(each: InstallCase, tools: Tools, folder: string, tarball: string): Installed {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "user", private: true, type: "module" }));
  writeFileSync(join(folder, "write.mjs"), writer);
  const run = makeRun(each, tools, folder, installMs);
  const [command, ...before] = tools.manager(each.manager, each.node);
  const addLine = (...names: readonly string[]) =>
    runProgram(command, [...before, ...add[each.manager], ...names], run).seconds;
  const seconds = addLine(tarball);
  const moreSeconds = each.hasPackage ? addLine(sqliteLine) : null;
  const [packages, bytes] = measure(join(folder, "node_modules"));
  return { folder, seconds, moreSeconds, megabytes: bytes / 1e6, packages };
}

export function runNode(each: InstallCase, tools: Tools, folder: string, words: readonly string[]): ProgramResult {
  return tryProgram(tools.node(each.node), words, makeRun(each, tools, folder, runMs));
}

export function findCommand(folder: string): string {
  return join(folder, "node_modules/clewline/dist/cli/main.js");
}

/** Whatever is native among what was fetched or installed, the caches included. */
export function findNative(folder: string): readonly string[] {
  return walk(folder).filter(
    (path) =>
      /\.node$|\/binding\.gyp$/.test(path) ||
      (isIndex(path) && /photostructure\/sqlite\/-\//.test(readFileSync(path, "utf8"))),
  );
}

/** npm's cache names what it fetched in files without a telling name. */
function isIndex(path: string): boolean {
  return path.includes("/_cacache/index-v5/");
}

function makeRun(each: InstallCase, tools: Tools, folder: string, timeoutMs: number): ProgramRun {
  const cache = join(folder, ".cache");
  const { CLEW_STORE: _store, ...environment } = process.env;
  const own = { npm_config_cache: cache, BUN_INSTALL_CACHE_DIR: cache };
  return { folder, environment: { ...environment, ...own, PATH: tools.path(each.node) }, timeoutMs };
}

/** How many packages and bytes; links are not followed. */
function measure(folder: string): readonly [number, number] {
  const paths = walk(folder);
  const isPackage = (path: string) => /node_modules\/(?:@[^/]+\/)?[^/@]+\/package\.json$/.test(path);
  return [paths.filter(isPackage).length, paths.reduce((sum, path) => sum + lstatSync(path).size, 0)];
}

function walk(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((each) => {
    const path = join(folder, each.name);
    return each.isDirectory() ? walk(path) : each.isFile() ? [path] : [];
  });
}
