/** Readers for values that other programs wrote. They accept any value and never throw. */
import { isObject } from "@clewline/text/json.js";
import { shortenId } from "./safe-name.js";

/** Parses JSON; undefined, which no JSON text means, if it is invalid. */
export function parseForeign(text: string): unknown {
  try {
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text) as unknown;
  } catch {
    // The caller reports the record.
    return undefined;
  }
}

export function readForeignText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Reads a number or a text as an id, shortened to fit into keys. */
export function readForeignId(value: unknown): string | null {
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  return typeof value === "string" && value !== "" ? shortenId(value) : null;
}

export function readForeignList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

/** Reads a message's content, which several formats write as a text or as a list of parts; null if it is neither. */
export function readForeignParts(content: unknown): readonly Record<string, unknown>[] | null {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return Array.isArray(content) && content.every(isObject) ? content : null;
}

/** Reads seconds, as a number or as text, into milliseconds; null if invalid or beyond the range of dates. */
export function readForeignSeconds(value: unknown): number | null {
  const seconds = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  const time = typeof seconds === "number" ? new Date(Math.round(seconds * 1_000)).getTime() : Number.NaN;
  return Number.isNaN(time) ? null : time;
}
