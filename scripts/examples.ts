import { rmSync } from "node:fs";
import { join } from "node:path";
import { type Finding, main } from "./finding.js";
import { inParallel, inRoom, runTypeScript } from "./programs.js";
import { filesIn } from "./sources.js";

/** Runs every example against the built package in an empty home; each asserts its own result. */
export async function examplesGate(root: string): Promise<Finding[]> {
  const examples = filesIn(root, "examples").filter((name) => /^examples\/[^/]+\.ts$/.test(name));
  const translated = join(root, ".examples-code");
  rmSync(translated, { recursive: true, force: true });
  const results = await inParallel(examples, 2, async (file) => {
    const failure = await inRoom(root, (room) => runTypeScript(join(root, file), translated, room));
    return failure === undefined ? [] : [{ file, line: 1, message: failure }];
  });
  return results.flat();
}

await main(import.meta.url, "examples", examplesGate);
