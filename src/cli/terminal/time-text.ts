import type { Instant } from "../../core/log/keys.js";

/** As 2026-05-02, in this machine's zone. */
export function formatDay(at: Instant): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return "unknown";
  return [date.getFullYear(), formatTwoDigits(date.getMonth() + 1), formatTwoDigits(date.getDate())].join("-");
}

export function formatTime(at: Instant): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime())
    ? ""
    : `${formatTwoDigits(date.getHours())}:${formatTwoDigits(date.getMinutes())}`;
}

export function formatMoment(at: Instant): string {
  return `${formatDay(at)} ${formatTime(at)}`.trim();
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

function formatTwoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
