import type { Entry } from "@clewline/core/log/entry.js";
import { rememberName } from "@clewline/core/log/own-tools.js";

/** An entry that one surface alone may see, or that came too late, is told nowhere else. Results of tools teach nothing, our own included. */
export function mayTeach(entry: Entry): boolean {
  if (entry.private !== undefined || entry.late !== undefined) return false;
  if (entry.kind === "called") return entry.tool === rememberName;
  return (entry.kind === "said" && entry.by.role === "user") || entry.kind === "revised" || entry.kind === "withdrawn";
}
