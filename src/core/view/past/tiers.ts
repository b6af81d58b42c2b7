/** Sorts the past by age: the current conversation, the rest of a day, the days before. */
import type { Instant } from "../../log/keys.js";
import type { TieredPast } from "../../policy/past-policy.js";
import type { Passage } from "./passages.js";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

export interface Tiers {
  /** The current conversation; empty if a new one begins. */
  readonly active: readonly Passage[];
  /** Other passages within the hours that are shown in full. */
  readonly recent: readonly Passage[];
  /** The day before those hours, and what is older, up to the days that are summarised. */
  readonly dayBefore: readonly Passage[];
  readonly earlier: readonly Passage[];
  readonly older: readonly Passage[];
}

/** The newest passages without a pause longer than `minutes`, up to now. The caller leaves out background turns. */
export function findActiveThread(passages: readonly Passage[], now: Instant, minutes: number): readonly Passage[] {
  const pause = minutes * minuteMs;
  let next = now;
  let start = passages.length;
  while (start > 0) {
    const passage = passages[start - 1];
    // A passage without a valid time is no pause.
    if (passage === undefined || next - passage.until > pause) break;
    if (Number.isFinite(passage.at)) next = Math.min(next, passage.at);
    start -= 1;
  }
  return passages.slice(start);
}

export function splitByAge(
  passages: readonly Passage[],
  now: Instant,
  threadMinutes: number,
  { fullHours, days }: Pick<TieredPast, "fullHours" | "days">,
): Tiers {
  const active = findActiveThread(passages, now, threadMinutes);
  const rest = passages.slice(0, passages.length - active.length);
  const age = ({ until }: Passage) => (Number.isFinite(until) ? now - until : 0);
  const full = fullHours * hourMs;
  const day = full + dayMs;
  const last = Math.max(day, days * dayMs);
  return {
    active,
    recent: rest.filter((passage) => age(passage) <= full),
    dayBefore: rest.filter((passage) => full < age(passage) && age(passage) <= day),
    earlier: rest.filter((passage) => day < age(passage) && age(passage) <= last),
    older: rest.filter((passage) => age(passage) > last),
  };
}
