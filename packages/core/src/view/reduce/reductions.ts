import { cap } from "./cap.js";
import { clear, clearLast } from "./clear.js";
import { emergency } from "./emergency.js";
import { leaveOut } from "./leave-out.js";
import { retire } from "./retire.js";
import { spill } from "./spill.js";
import { textOnly } from "./text-only.js";

/** All reductions, cheapest first. */
export const reductions = [cap, spill, retire, clear, clearLast, textOnly, emergency, leaveOut] as const;

/** The name of a reduction, as policies and receipts have it. */
export type ReductionName = (typeof reductions)[number]["name"];
/** Those that share the room by weight. The others follow a limit of their own. */
export type WeighedReductionName = Extract<(typeof reductions)[number], { moves: "by weight" }>["name"];

export const weighedNames: readonly WeighedReductionName[] = reductions.flatMap((each) =>
  each.moves === "by weight" ? [each.name] : [],
);

/** How far each reduction reaches, by seq. Those that are absent reduce nothing. */
export type ReductionReach = Readonly<Partial<Record<ReductionName, number>>>;

export function readReach(reach: ReductionReach, { name }: { readonly name: ReductionName }): number {
  return reach[name] ?? 0;
}

/** Entries up to here have left the view. */
export function findLeaveBoundary(reach: ReductionReach): number {
  return readReach(reach, leaveOut);
}

export function isReductionName(name: string): name is ReductionName {
  return reductions.some((each) => each.name === name);
}
