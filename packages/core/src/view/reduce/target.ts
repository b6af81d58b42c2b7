import type { Policy } from "../../policy/policy.js";
import type { ReducedView } from "../reduced.js";
import type { Rendition } from "../rendition.js";
import type { Snapshot } from "../snapshot.js";
import { type ItemRendition, showItems } from "./measure-units.js";

/**
 * Whether the view shows the replied-to message whole; true if it replies to nothing or a quote shows it. One that is too
 * long for a quote is shown by its ends, and once is enough.
 */
export function isTargetShown(reduced: ReducedView, { replyTarget, turn, entries }: Snapshot, policy: Policy): boolean {
  if (replyTarget === null || turn === null || !policy.layers.includes("quote")) return true;
  const { ground, epoch } = reduced;
  if (ground.preambles.some(({ layer }) => layer === "quote")) return true;
  if (replyTarget.seq === null) return false;
  const target = entries.find(({ seq }) => seq === replyTarget.seq);
  // The newest text may be in an edit further down.
  const versions = entries.filter((entry) => entry.kind === "revised" && entry.target === target?.id);
  const read = new Set(reduced.entries.map(({ seq }) => seq));
  const most = ground.turn?.attachOver ?? Number.POSITIVE_INFINITY;
  const isHuge = versions.length === 0 && ground.acting.renderer.tokens(replyTarget.text) > most;
  const shown = new Map<number, ItemRendition | "actions">();
  for (const unit of reduced.units) {
    for (const [item, ...how] of showItems(unit, ground.acting, epoch.through)) {
      if (isHuge && item.entry === target && hasEnds(how[0])) return true;
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

/** Whether it shows a long text by its beginning and end. */
function hasEnds(rendition: Rendition): boolean {
  return rendition !== "full" && rendition !== "gone" && rendition !== "cleared";
}
