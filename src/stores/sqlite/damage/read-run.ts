/** A run of a lane as far as it can be read: the pages of some rows may be damaged, and others lost. */
import type { Statements } from "../statements/prepared.js";
import { readDamage } from "./unread-rows.js";

interface Run {
  readonly laneId: number;
  readonly from: number;
  readonly to: number;
}

/** The rows by seq. Where SQLite refuses the whole run, its halves are asked for, down to single places. */
export function readRunRows({ entries }: Statements, { laneId, from, to }: Run): readonly unknown[] {
  const read = (first: number, last: number): readonly unknown[] => {
    if (first > last) return [];
    try {
      return entries.between.all({ laneId, from: first, to: last, limit: last - first + 1 });
    } catch (error) {
      readDamage(error);
      if (first === last) return [];
      const middle = Math.floor((first + last) / 2);
      return [...read(first, middle), ...read(middle + 1, last)];
    }
  };
  return read(from, to);
}

/** The places of a run that nothing was read from, in order. */
export function listHoles(places: readonly number[], from: number, to: number): readonly number[] {
  if (places.length === to - from + 1) return [];
  const known = new Set(places);
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index).filter(
    (seq) => !known.has(seq),
  );
}
