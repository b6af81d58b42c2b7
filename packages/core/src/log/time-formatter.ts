import type { Instant } from "./keys.js";

/** Cached by zone, because building a format takes longer than most views. */
const formats = new Map<string, Intl.DateTimeFormat>();

function makeDateFormat(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  formats.set(zone, format);
  return format;
}

/** Whether the platform knows a zone of this name. */
export function isZone(name: unknown): name is string {
  if (typeof name !== "string" || name === "") return false;
  try {
    makeDateFormat(name);
    return true;
  } catch {
    // Intl throws for a zone that the platform does not know.
    return false;
  }
}

/** Formats an instant as `2026-11-15 10:22` in the zone; "unknown" for an invalid one. */
export function makeTimeFormatter(zone: string): (instant: Instant) => string {
  const format = makeDateFormat(zone);
  return (instant) => {
    if (!Number.isFinite(instant) || Math.abs(instant) > 8.64e15) return "unknown";
    const minute = `${Math.floor(instant / 60_000)} ${zone}`;
    const known = readings.get(minute);
    if (known !== undefined) return known;
    const part = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]));
    const reading = `${part.get("year")}-${part.get("month")}-${part.get("day")} ${part.get("hour")}:${part.get("minute")}`;
    if (readings.size >= mostReadings) readings.clear();
    readings.set(minute, reading);
    return reading;
  };
}

/** Cached, because every plan of every view formats the same few hundred minutes, and formatting is slow. */
const readings = new Map<string, string>();
const mostReadings = 10_000;
