import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { publicGates } from "./api.js";
import { type Finding, main, named } from "./finding.js";

/** The compiler that only checks. The other one, which is slower, is a library too: what looks at types asks that. */
const checker = join(dirname(createRequire(import.meta.url).resolve("typescript-native/package.json")), "bin/tsc");
/** Where the compiler caches what it knows of unchanged files. */
const known = "node_modules/.cache/clewline";

/** Checks the types of everything, those of the core without Node, and the API page. */
export async function typesGate(root: string): Promise<Finding[]> {
  const checking = [check(root, "tsconfig.json", "types"), check(root, "packages/core/tsconfig.json", "core")];
  const pages = publicGates(root);
  return [...new Map((await Promise.all(checking)).flat().map((each) => [show(each), each])).values(), ...pages];
}

function show({ file, line, message }: Finding): string {
  return `${file}:${line} ${message}`;
}

/** On one core: several would look at the same declarations each for itself, and the tests have the others. */
async function check(root: string, config: string, name: string): Promise<readonly Finding[]> {
  const cache = ["--incremental", "--tsBuildInfoFile", join(root, known, `${name}.tsbuildinfo`)];
  const words = ["-p", config, "--noEmit", "--pretty", "false", "--singleThreaded", ...cache];
  const { code, printed } = await run(root, [checker, ...words]);
  const findings = readFindings(root, printed);
  if (code === 0 || findings.length > 0) return findings;
  return [{ file: config, line: 1, message: `the compiler ended with ${code}: ${printed.trim()}` }];
}

function run(
  root: string,
  words: readonly string[],
): Promise<{ readonly code: number | null; readonly printed: string }> {
  const child = spawn(process.execPath, words, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (printed += String(text)));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, printed }));
  });
}

/** As the compiler prints them: `file(line,column): error TS1: words`, where what follows is indented. */
function readFindings(root: string, printed: string): readonly Finding[] {
  return printed.split(/\n(?=\S)/).flatMap((text) => {
    const [, file, line, message] = /^(?:(.+?)\((\d+),\d+\): )?error (TS\d+: [\s\S]+)$/.exec(text.trimEnd()) ?? [];
    if (message === undefined) return [];
    if (file === undefined) return [{ file: "tsconfig.json", line: 1, message }];
    return [{ file: named(root, join(root, file)), line: Number(line), message }];
  });
}

await main(import.meta.url, "types and API", typesGate);
