import { join } from "node:path";
import { textIfAny } from "./finding.js";

/** The text of `path` or `path#region`, without region marks and without the region's indentation. */
export function quotedText(root: string, source: string): string | undefined {
  const [path = "", region] = source.split("#");
  const text = textIfAny(join(root, path));
  if (text === undefined) return undefined;
  const lines = text.split("\n");
  const quoted = region === undefined ? lines : regionOf(lines, region);
  return quoted === undefined ? undefined : dedent(quoted.filter((line) => !mark.test(line))).join("\n");
}

const mark = /^\s*\/\/ #(?:end)?region\b/;

function regionOf(lines: readonly string[], name: string): string[] | undefined {
  const start = lines.findIndex((line) => line.trim() === `// #region ${name}`);
  const rest = lines.slice(start + 1);
  const length = rest.findIndex((line) => line.trim().startsWith("// #endregion"));
  return start < 0 || length < 0 ? undefined : rest.slice(0, length);
}

function dedent(lines: readonly string[]): string[] {
  const indents = lines.filter((line) => line.trim() !== "").map((line) => line.length - line.trimStart().length);
  const least = Math.min(...indents, Number.MAX_SAFE_INTEGER);
  return lines.map((line) => line.slice(least));
}
