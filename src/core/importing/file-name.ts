import { boundedId, safeName } from "./safe-name.js";

/** A file's name as a piece of a key, without the ending that says only how it is written. */
export function fileKey(name: string): string {
  return boundedId(safeName(name.replace(/\.jsonl?$/i, "")), 90, 540);
}
