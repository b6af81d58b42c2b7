import type { Clew } from "@clewline/clewline/index.js";

/** The lines of an export. */
export async function exported(clew: Clew): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const line of clew.export()) lines.push(line);
  return lines;
}
