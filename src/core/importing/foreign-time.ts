import type { Instant } from "../log/keys.js";

/** A time as an ISO text or in milliseconds; null for anything else and for what no date can hold. */
export function readForeignTime(value: unknown): Instant | null {
  if (typeof value !== "string" && typeof value !== "number") return null;
  const time = new Date(value).getTime();
  return Number.isNaN(time) ? null : time;
}
