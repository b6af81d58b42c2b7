import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, rmSync } from "node:fs";
import { createRequire } from "node:module";

const compiler = createRequire(import.meta.url).resolve("typescript/bin/tsc");

rmSync("dist", { recursive: true, force: true });
const compiled = spawnSync(process.execPath, [compiler, "-p", "tsconfig.build.json"], { stdio: "inherit" });
cpSync("src", "dist", { recursive: true, filter: (path) => !/\.ts$|tsconfig\.json$/.test(path) });
if (existsSync("dist/cli/main.js")) chmodSync("dist/cli/main.js", 0o755);
process.exitCode = compiled.status ?? 1;
