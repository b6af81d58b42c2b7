/** What a clock on the wall of a zone shows, as if the zone were UTC, and back. */
import type { Instant } from "../keys.js";
import { makeTimeFormatter } from "../time-formatter.js";

export function readAsUtc(at: Instant, zone: string): Instant {
  return at + findOffset(at, zone);
}

/** The instant at which the wall clock shows this. Where it is set back, the first; where it is set forward, one near it. */
export function readInZone(shown: Instant, zone: string): Instant {
  const near = shown - findOffset(shown, zone);
  return shown - findOffset(near, zone);
}

function findOffset(at: Instant, zone: string): number {
  if (zone === "UTC") return 0;
  const shown = Date.parse(`${makeTimeFormatter(zone)(at).replace(" ", "T")}Z`);
  return Number.isFinite(shown) ? shown - Math.floor(at / 60_000) * 60_000 : 0;
}
