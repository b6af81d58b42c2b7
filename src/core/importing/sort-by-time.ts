import type { Instant } from "../log/keys.js";

/** Stable. What has no time of its own stays behind what it followed. */
export function sortByTime<Timed extends { readonly at: Instant | null }>(records: readonly Timed[]): readonly Timed[] {
  let before = Number.NEGATIVE_INFINITY;
  const placed = records.map((record) => {
    before = record.at ?? before;
    return { record, time: before };
  });
  // Infinities can't be subtracted from each other.
  return placed.sort((a, b) => (a.time === b.time ? 0 : a.time - b.time)).map(({ record }) => record);
}
