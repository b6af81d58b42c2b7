import type { Tokens } from "../../log/keys.js";

export interface Demand {
  readonly weight: number;
  /** The tokens that it uses if there is room for all. */
  readonly wanted: Tokens;
}

/**
 * Divides room by weight; what one demand does not need goes to the others, like water rising in vessels of different
 * width. More room never gives any demand less.
 */
export function shareOut(demands: readonly Demand[], room: Tokens): readonly Tokens[] {
  const given = demands.map(() => 0);
  let open = demands.map((_demand, index) => index).filter((index) => demands[index]?.wanted !== 0);
  let left = room;
  while (open.length > 0 && left > 0) {
    const weight = open.reduce((sum, index) => sum + (demands[index]?.weight ?? 0), 0);
    const full = open.filter((index) => (demands[index]?.wanted ?? 0) * weight <= (demands[index]?.weight ?? 0) * left);
    if (full.length === 0) {
      for (const index of open) given[index] = ((demands[index]?.weight ?? 0) * left) / weight;
      return given;
    }
    for (const index of full) {
      given[index] = demands[index]?.wanted ?? 0;
      left -= demands[index]?.wanted ?? 0;
    }
    open = open.filter((index) => !full.includes(index));
  }
  return given;
}
