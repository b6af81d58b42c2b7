import type { Instant } from "../log/keys.js";

/** Sorts stably. A record without a time stays behind its predecessor. */
export function sortByTime<Timed extends { readonly at: Instant | null }>(records: readonly Timed[]): readonly Timed[] {
  let before = Number.NEGATIVE_INFINITY;
  const placed = records.map((record) => {
    before = record.at ?? before;
    return { record, time: before };
  });
  // Subtracting equal infinities gives NaN.
  return placed.sort((a, b) => (a.time === b.time ? 0 : a.time - b.time)).map(({ record }) => record);
}
