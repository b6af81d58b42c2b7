import type { LaneRef } from "../../core/log/keys.js";
import { RowFault } from "./check/faults.js";

/**
 * SQLite keeps text as UTF-8, which has no half surrogates, and its functions stop at NUL. A text with either is stored as
 * a JSON string, and so is one that begins with a quote; all others stand for themselves.
 */
export function toStored(text: string): string {
  const plain = !text.startsWith('"') && !text.includes("\0") && !/\p{Surrogate}/u.test(text);
  return plain ? text : JSON.stringify(text);
}

export function fromStored(stored: string): string {
  if (!stored.startsWith('"')) return stored;
  const text = parsedJson(stored);
  if (typeof text !== "string") throw new RowFault("A stored text is not a text");
  return text;
}

export function storedRef(ref: LaneRef): { owner: string; session: string; lane: string } {
  return { owner: ref.owner, session: toStored(ref.session), lane: toStored(ref.lane) };
}

export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new RowFault("A row holds broken JSON", { cause: error });
  }
}
