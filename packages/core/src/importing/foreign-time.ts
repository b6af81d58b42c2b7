import type { Instant } from "../log/keys.js";

/** Reads an ISO text or milliseconds; null for anything else and beyond the range of dates. */
export function readForeignTime(value: unknown): Instant | null {
  if (typeof value !== "string" && typeof value !== "number") return null;
  const time = new Date(value).getTime();
  return Number.isNaN(time) ? null : time;
}
