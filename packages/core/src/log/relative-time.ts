import type { Instant } from "./keys.js";
import { makeTimeFormatter } from "./time-formatter.js";

/** As long as a conversation goes on without a word. */
const nowMs = 30 * 60_000;
const dayMs = 86_400_000;

/** Says in words how long ago something was: what is just over is so past midnight too, the rest goes by calendar days of the zone. */
export function makeAgoFormatter(zone: string, now: Instant): (at: Instant) => string {
  const clock = makeTimeFormatter(zone);
  const dayOf = (at: Instant) => Date.parse(`${clock(at).slice(0, "2026-11-15".length)}T00:00Z`);
  const today = dayOf(now);
  return (at) => {
    const days = Math.round((today - dayOf(at)) / dayMs);
    if (!Number.isFinite(days)) return "unknown";
    if (now - at < nowMs) return "just now";
    if (days <= 0) return "earlier today";
    return days === 1 ? "yesterday" : `${days} days ago`;
  };
}
