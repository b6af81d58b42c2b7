import type { LaneRef } from "@clewline/core/log/keys.js";
import { RowFault } from "./check/faults.js";

/**
 * SQLite keeps text as UTF-8, which has no half surrogates, and its functions stop at NUL. A text with either is stored as
 * a JSON string, and so is one that begins with a quote; all others stand for themselves.
 */
export function encodeText(text: string): string {
  const plain = !text.startsWith('"') && !text.includes("\0") && !/\p{Surrogate}/u.test(text);
  return plain ? text : JSON.stringify(text);
}

export function decodeText(stored: string): string {
  if (!stored.startsWith('"')) return stored;
  const text = parseJson(stored);
  if (typeof text !== "string") throw new RowFault("A stored text is not a text");
  return text;
}

/** The text, if it is in the form in which texts are written. */
export function checkText(stored: unknown): string {
  if (typeof stored !== "string") throw new RowFault("A stored text is not a text");
  const text = decodeText(stored);
  if (encodeText(text) !== stored) throw new RowFault("A text is not in the form in which texts are written");
  return text;
}

export function encodeRef(ref: LaneRef): { owner: string; session: string; lane: string } {
  return { owner: ref.owner, session: encodeText(ref.session), lane: encodeText(ref.lane) };
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new RowFault("A row holds broken JSON", { cause: error });
  }
}
