/** Reading what other programs wrote: every question has an answer, whatever the value is. */
import { isObject } from "../text/json.js";
import { shortenId } from "./safe-name.js";

/** The value of a JSON text; undefined, which no JSON text means, if it is none. */
export function parseForeign(text: string): unknown {
  try {
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text) as unknown;
  } catch {
    // The caller reports the record that it came from.
    return undefined;
  }
}

export function readForeignText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** An id as text that fits into keys, whether it was written as a number or as a string. */
export function readForeignId(value: unknown): string | null {
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  return typeof value === "string" && value !== "" ? shortenId(value) : null;
}

export function readForeignList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

/** A message's content, which several formats write as a text or as a list of parts; null if it is neither. */
export function readForeignParts(content: unknown): readonly Record<string, unknown>[] | null {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return Array.isArray(content) && content.every(isObject) ? content : null;
}

/** Milliseconds of a time that counts seconds, as a number or as text; null if it is neither or no date can hold it. */
export function readForeignSeconds(value: unknown): number | null {
  const seconds = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  const time = typeof seconds === "number" ? new Date(Math.round(seconds * 1_000)).getTime() : Number.NaN;
  return Number.isNaN(time) ? null : time;
}
