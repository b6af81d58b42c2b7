/** Writes digests of earlier days: what is worth keeping of each group, found by rule. */

import type { Tokens } from "../../log/keys.js";
import type { Summary } from "../../log/summary.js";
import { makeDigest } from "../../summary/make-summary.js";
import { makeSummaryBlock } from "../../summary/summary-block.js";
import { messageFraming } from "../block.js";
import type { Passage } from "../past/passages.js";
import type { Renderer } from "../renderer.js";
import type { Snapshot } from "../snapshot.js";
import type { Drawing } from "../units/drawn-unit.js";
import type { Rule } from "../verdict.js";
import type { Digests } from "./ground.js";

/** Newer groups get room first. A group without a digest is left out. */
export function writeDigests(
  { snapshot, renderer }: { readonly snapshot: Pick<Snapshot, "turns" | "now">; readonly renderer: Renderer },
  drawing: Drawing,
  room: Tokens,
): { readonly digests: Digests; readonly drawing: Drawing } {
  const { told, rules } = drawing.pose;
  const { turns, now } = snapshot;
  const summaries: Summary[] = [];
  const untold = new Set<number>();
  let left = room;
  for (const passages of told.toReversed()) {
    const digest = makeDigest({ renderer, turns, now }, listTierEntries(passages, rules), left);
    if (digest === null) for (const { entries } of passages) for (const { seq } of entries) untold.add(seq);
    else {
      left = Math.max(0, left - makeSummaryBlock(renderer, digest).tokens - messageFraming);
      summaries.unshift(digest);
    }
  }
  return { digests: { summaries, room }, drawing: untold.size === 0 ? drawing : markUntold(drawing, untold) };
}

/** Without entries that are shown anyway, because the message replies to them. */
function listTierEntries(passages: readonly Passage[], rules: ReadonlyMap<number, Rule>): Passage["entries"] {
  const entries = passages.flatMap((passage) => passage.entries).filter(({ seq }) => rules.get(seq) === "tier");
  return entries.sort((a, b) => a.seq - b.seq);
}

function markUntold(drawing: Drawing, untold: ReadonlySet<number>): Drawing {
  const left = (rules: ReadonlyMap<number, Rule>) =>
    new Map([...rules].map(([seq, rule]) => [seq, rule === "tier" && untold.has(seq) ? "age" : rule] as const));
  return { ...drawing, pose: { ...drawing.pose, rules: left(drawing.pose.rules) }, rules: left(drawing.rules) };
}
