import type { Instant } from "../../core/log/keys.js";

/** Times as this machine's zone has them: 2026-05-02 and 09:14. */
export function dayOf(at: Instant): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return "unknown";
  return [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join("-");
}

export function timeOf(at: Instant): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? "" : `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

export function momentOf(at: Instant): string {
  return `${dayOf(at)} ${timeOf(at)}`.trim();
}

/** For --json: UTC, or null for a time that no calendar has. */
export function isoOf(at: Instant): string | null {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** A day of the calendar, as 2026-05-02. */
export function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
