import { makeSafeName, shortenId } from "./safe-name.js";

/** Makes a part of a key from a file's name, without the ending .json or .jsonl. */
export function makeFileKey(name: string): string {
  return shortenId(makeSafeName(name.replace(/\.jsonl?$/i, "")), 90, 540);
}
