import type { Policy } from "../../policy/policy.js";
import type { ReducedView } from "../reduced.js";
import type { Snapshot } from "../snapshot.js";
import { type ItemRendition, showItems } from "./measure-units.js";

/** Whether the view shows the replied-to message whole; true if it replies to nothing or a quote shows it. */
export function isTargetShown(reduced: ReducedView, { replyTarget, turn, entries }: Snapshot, policy: Policy): boolean {
  if (replyTarget === null || turn === null || !policy.layers.includes("quote")) return true;
  const { ground, epoch } = reduced;
  if (ground.preambles.some(({ layer }) => layer === "quote")) return true;
  if (replyTarget.seq === null) return false;
  const target = entries.find(({ seq }) => seq === replyTarget.seq);
  // The newest text may be in an edit further down.
  const versions = entries.filter((entry) => entry.kind === "revised" && entry.target === target?.id);
  const read = new Set(reduced.entries.map(({ seq }) => seq));
  const shown = new Map<number, ItemRendition | "actions">();
  for (const unit of reduced.units) {
    for (const [item, ...how] of showItems(unit, ground.acting, epoch.through)) {
      const isActions = how[1] === null && item.baseRule === "actions";
      shown.set(item.entry.seq, isActions ? "actions" : item.baseRule === "fits" ? how : ["gone", null]);
    }
  }
  const isKept = (seq: number) => {
    if (!read.has(seq)) return false;
    const how = shown.get(seq);
    // Reasoning is not part of the agent's text.
    if (how !== undefined) return how === "actions" || how[0] === "full";
    const rule = reduced.rules.get(seq);
    return rule === "edited" || rule === "bookkeeping";
  };
  return [replyTarget.seq, ...versions.map(({ seq }) => seq)].every(isKept);
}
