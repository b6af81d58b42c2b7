/** How a process of clew is started. */
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { isBuilt } from "../scripts/built.js";
import { laterOptimised } from "./later-optimised.js";

const root = join(import.meta.dirname, "..");

/** What was built, if it is not older than any source; else the source itself, which starts more slowly. */
export const program: readonly string[] = [
  ...laterOptimised,
  ...(isBuilt(root)
    ? [join(root, "dist/cli/main.js")]
    : [
        "--import",
        pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href,
        join(root, "packages/cli/src/main.ts"),
      ]),
];
