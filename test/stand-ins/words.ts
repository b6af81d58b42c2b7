/** Stand-ins that are not published split and count like those of `clewline/testing`. */
import { randomBytes } from "node:crypto";

export function makeId(prefix: string): string {
  return `${prefix}${randomBytes(12).toString("hex")}`;
}

/** The pieces in which a stream brings a text. */
export function splitWords(text: string): readonly string[] {
  return text.match(/\s*\S+\s*$|\s*\S+|\s+$/g) ?? [];
}

/** Four bytes to a token. */
export function countTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4);
}
