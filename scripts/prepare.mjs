// npm runs this after `npm ci` in a checkout, even with --omit=dev. Without the compiler or the sources, it builds
// nothing.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const needed = [
  "packages/clewline/src/index.ts",
  "node_modules/typescript-native",
  "node_modules/tsx",
  "node_modules/rolldown",
];
const missing = needed.filter((path) => !existsSync(path));

if (missing.length > 0) console.log(`prepare: no build, ${missing.join(" and ")} not here`);
else
  process.exitCode = spawnSync("npm run --silent build -- --if-needed", { stdio: "inherit", shell: true }).status ?? 1;
