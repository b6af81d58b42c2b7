import { join } from "node:path";
import { type Finding, main, textIfAny } from "./finding.js";

/** In bytes: what a reader takes in at once. Everything else is in docs. */
const limit = 6_144;

export function checkReadmeSize(root: string): Finding[] {
  const text = textIfAny(join(root, "README.md"));
  if (text === undefined) return [{ file: "README.md", line: 1, message: "there is none" }];
  const lines = Buffer.from(text).subarray(0, limit).toString().split("\n").length;
  const size = Buffer.byteLength(text);
  if (size <= limit) return [];
  return [{ file: "README.md", line: lines, message: `${size} bytes, at most ${limit}: the limit is reached here` }];
}

await main(import.meta.url, "readme size", checkReadmeSize);
