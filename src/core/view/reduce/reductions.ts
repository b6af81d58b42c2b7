import { cap } from "./cap.js";
import { clear, clearLast } from "./clear.js";
import { emergency } from "./emergency.js";
import { leaveOut } from "./leave-out.js";
import { spill } from "./spill.js";
import { textOnly } from "./text-only.js";

/** All reductions, cheapest first. */
export const reductions = [cap, spill, clear, clearLast, textOnly, emergency, leaveOut] as const;

type AnyReduction = (typeof reductions)[number];
export type ReductionName = AnyReduction["name"];
/** Reductions that share the room by weight. The others follow their own limit. */
export type WeighedReductionName = Extract<AnyReduction, { moves: "by weight" }>["name"];

export const weighedNames: readonly WeighedReductionName[] = reductions.flatMap((each) =>
  each.moves === "by weight" ? [each.name] : [],
);

/** How far each reduction reaches, by seq. Those that are absent reduce nothing. */
export type Reach = Readonly<Partial<Record<ReductionName, number>>>;

export function readReach(reach: Reach, { name }: { readonly name: ReductionName }): number {
  return reach[name] ?? 0;
}

export function findLeaveBoundary(reach: Reach): number {
  return readReach(reach, leaveOut);
}

export function isReductionName(name: string): name is ReductionName {
  return reductions.some((each) => each.name === name);
}
