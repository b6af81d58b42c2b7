import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const sources = ["packages", "scripts/build.ts", "package.json", "tsconfig.base.json", "tsconfig.build.json"];

/** Whether the build is newer than everything that it depends on. A deleted file changes the time of its folder. */
export function isBuilt(root: string): boolean {
  const built = join(root, "dist/cli/main.js");
  if (!existsSync(built)) return false;
  const made = statSync(built).mtimeMs;
  const under = readdirSync(join(root, "packages"), { recursive: true, encoding: "utf8" }).map((name) =>
    join("packages", name),
  );
  return [...sources, ...under].every((name) => timeOf(join(root, name)) <= made);
}

function timeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
