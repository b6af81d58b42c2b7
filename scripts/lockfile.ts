import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Finding, main, textIfAny } from "./finding.js";
import { filesIn } from "./sources.js";

const lockfiles = ["package-lock.json", "bench/peers/package-lock.json"];
const beforePath = String.raw`(?<![\w.~/-])`;
const machinePath = new RegExp(String.raw`${beforePath}/(?:root|work|home/[\w.-]+|Users/[\w.-]+)/`);
const registryHost = /\bregistry\.[a-z0-9-]+\.[a-z]{2,}|^\s*(?:@[\w-]+:)?registry\s*=/i;
const address = /"resolved":\s*"[a-z+]+:\/\//;

/** Fails if a tracked file names the machine or the registry it was made with, or `npm ci` would refuse a lockfile. */
export function lockfileGate(root: string): Finding[] {
  const host = registryOf(process.env.npm_config_registry);
  const places = trackedFiles(root).flatMap((file) => {
    const text = textOf(join(root, file));
    return text === undefined ? [] : findingsIn(file, text, host);
  });
  return [...places, ...lockfiles.flatMap((file) => gaps(file, textIfAny(join(root, file)) ?? "{}"))];
}

function findingsIn(file: string, text: string, host: string | undefined): Finding[] {
  return text.split("\n").flatMap((content, index) => {
    const message = complaint(file, content, host);
    return message === undefined ? [] : [{ file, line: index + 1, message }];
  });
}

function complaint(file: string, content: string, host: string | undefined): string | undefined {
  if (lockfiles.includes(file) && address.test(content)) return "resolved address in the lockfile";
  if (registryHost.test(content) || (host !== undefined && content.includes(host))) return "names a registry host";
  const path = machinePath.exec(content)?.[0];
  return path === undefined ? undefined : `absolute path of a machine: ${path}`;
}

/** npm drops an optional package that the current registry lacks, and then `npm ci` refuses the lockfile. */
function gaps(file: string, text: string): Finding[] {
  const packages: Record<string, { optionalDependencies?: Record<string, string> }> = JSON.parse(text).packages ?? {};
  const locked = new Set(Object.keys(packages).map((path) => path.split("node_modules/").at(-1)));
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) => {
    const missing = Object.keys(optionalDependencies).filter((name) => !locked.has(name));
    const line = text.slice(0, text.indexOf(`"${path}":`)).split("\n").length;
    return missing.map((name) => ({ file, line, message: `${name} is not locked: npm ci would refuse` }));
  });
}

/** The current registry's host; npm passes it to scripts only if it is not the default one. */
function registryOf(setting: string | undefined): string | undefined {
  return setting === undefined ? undefined : new URL(setting).host;
}

/** What a commit would contain: tracked files, and new ones that are not ignored. Outside git, every file. */
function trackedFiles(root: string): string[] {
  const list = ["ls-files", "--cached", "--others", "--exclude-standard", "-z"];
  try {
    const output = execFileSync("git", list, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    return output.split("\0").filter((name) => name !== "" && !name.startsWith("node_modules/"));
  } catch {
    // Not a git checkout, e.g. an unpacked archive.
    return filesIn(root, ".");
  }
}

function textOf(path: string): string | undefined {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  const bytes = readFileSync(path);
  return bytes.includes(0) ? undefined : bytes.toString("utf8");
}

await main(import.meta.url, "lockfile", lockfileGate);
