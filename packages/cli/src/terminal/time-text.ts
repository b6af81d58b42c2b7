import type { Instant } from "@clewline/core/log/keys.js";
import { makeTimeFormatter } from "@clewline/core/log/time-formatter.js";
import type { Screen } from "./screen.js";

type Zoned = Pick<Screen, "zone">;

/** As 2026-05-02, in the zone of the screen; "unknown" for a time outside the calendar. */
export function formatDay(at: Instant, screen: Zoned): string {
  return splitMoment(at, screen).day;
}

/** As 14:05; empty for a time outside the calendar. */
export function formatTime(at: Instant, screen: Zoned): string {
  return splitMoment(at, screen).time;
}

export function formatMoment(at: Instant, { zone }: Zoned): string {
  return makeTimeFormatter(zone)(at);
}

function splitMoment(at: Instant, screen: Zoned): { readonly day: string; readonly time: string } {
  const [day = "", time = ""] = formatMoment(at, screen).split(" ");
  return { day, time };
}

/** For --json: UTC, or null for a time outside the calendar. */
export function formatIsoTime(at: Instant): string | null {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** Whether it is a day of the calendar, as 2026-05-02. */
export function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
