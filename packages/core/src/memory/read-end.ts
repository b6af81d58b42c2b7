import type { Instant } from "../log/keys.js";
import { makeTimeFormatter } from "../log/time-formatter.js";

const dayMs = 86_400_000;

/** When a day or a minute ends, written as 2026-03-05 or 2026-03-05T10:00: a day with its last minute, in the zone. Null for neither. */
export function readWrittenEnd(given: string, zone: string): Instant | null {
  const [, day, minute] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d))?$/.exec(given) ?? [];
  if (day === undefined) return null;
  const iso = `${day}T${minute ?? "00:00"}:00.000Z`;
  const date = new Date(iso);
  // A day such as February 30 would become another one.
  if (Number.isNaN(date.getTime()) || date.toISOString() !== iso) return null;
  return minute === undefined ? shift(date.getTime() + dayMs, zone) : shift(date.getTime(), zone);
}

/** The instant at which clocks of the zone show what clocks of UTC show at `utc`. Looks twice: the first answer may lie beyond a change of the clocks. */
function shift(utc: Instant, zone: string): Instant {
  const format = makeTimeFormatter(zone);
  const read = (at: Instant) => new Date(`${format(at).replace(" ", "T")}:00.000Z`).getTime();
  const first = utc - (read(utc) - utc);
  return first - (read(first) - utc);
}
