/** Clients and the provider from the registry, each in a folder of its own that later runs find again. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { tryProgram } from "../install/run-program.js";
import type { Client } from "./client.js";

export interface Installed {
  readonly program: string;
  /** What must be first in its PATH. */
  readonly path: string;
  /** The folder of the provider. */
  readonly upstream: string;
}

const aimock = { package: "@copilotkit/aimock", version: "1.43.0" };
const node = { package: `node-${process.platform}-${process.arch}`, version: "24.21.0" };
const installMs = 600_000;

/** `CLEW_CLIENTS_DIR`, or a folder of the user's caches: hundreds of megabytes for some. */
export function findCache(environment: NodeJS.ProcessEnv = process.env): string {
  return environment.CLEW_CLIENTS_DIR ?? join(environment.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "clew-clients");
}

/** Throws with the reason where one can't be installed. */
export function installClient(cache: string, client: Client): Installed {
  const own = dirname(process.execPath);
  const path =
    client.node === undefined ? own : join(installPackage(cache, node, own), `node_modules/${node.package}/bin`);
  const program = join(installPackage(cache, client, path), client.program);
  if (!existsSync(program))
    throw new Error(`${client.package}@${client.version} has no program for ${process.platform} on ${process.arch}`);
  return { program, path, upstream: installPackage(cache, aimock, own) };
}

interface Package {
  readonly package: string;
  readonly version: string;
}

/** `path` has the Node that runs the package's own scripts. */
function installPackage(cache: string, { package: name, version }: Package, path: string): string {
  const folder = join(cache, `${name.replace(/\W+/g, "-").replace(/^-/, "")}-${version}`);
  const done = join(folder, "installed");
  if (existsSync(done)) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "client", private: true }));
  const words = ["install", "--no-audit", "--no-fund", "--save-exact", `${name}@${version}`];
  const environment = { ...process.env, PATH: `${path}:${process.env.PATH}` };
  const { status, stdout, stderr } = tryProgram("npm", words, { folder, environment, timeoutMs: installMs });
  if (status !== 0) throw new Error(`npm could not install ${name}@${version}: ${findReason(`${stdout}\n${stderr}`)}`);
  writeFileSync(done, "");
  return folder;
}

function findReason(output: string): string {
  const lines = output.split("\n").filter((line) => /npm error/.test(line) && !/complete log|code /.test(line));
  return (lines.at(0) ?? "it ended without a word").replace(/^.*npm error\s*/, "");
}
