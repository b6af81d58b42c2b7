import { makeSafeName, shortenId } from "./safe-name.js";

/** A file's name as a piece of a key, without the ending that says only how it is written. */
export function makeFileKey(name: string): string {
  return shortenId(makeSafeName(name.replace(/\.jsonl?$/i, "")), 90, 540);
}
