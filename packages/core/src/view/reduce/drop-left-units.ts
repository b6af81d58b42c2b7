/** Cuts a drawing at a boundary, with the same result as drawing only the rest, as the next call will do. */
import type { Entry } from "../../log/entry.js";
import type { EntryId } from "../../log/keys.js";
import { findOutdatedEdits } from "../settled-log.js";
import type { Drawing, DrawnUnit } from "../units/drawn-unit.js";
import type { Rule } from "../verdict.js";
import { leaveOut } from "./leave-out.js";

/** The units that can still be shown, and why the other entries are hidden. */
export type RemainingUnits = Pick<Drawing, "units" | "rules">;

/**
 * `entries` are those still read. With `isCut` others have left, and entries that lost their counterpart are hidden.
 */
export function cutUnits(
  { pose, units, rules, redraw }: Drawing,
  entries: readonly Entry[],
  isCut: boolean,
): RemainingUnits {
  const read = new Set(entries);
  const ids = new Set(entries.map(({ id }) => id));
  const kept = new Map<number, Rule>();
  for (const { seq, kind } of entries) {
    const rule = rules.get(seq);
    const hasLost = isCut && kind === "returned" && rule === "orphan";
    if (rule !== undefined) kept.set(seq, hasLost ? leaveOut.name : rule);
  }
  const outdated = findOutdatedEdits(entries);
  for (const entry of isCut ? entries : []) {
    if (entry.kind !== "revised" || entry.seq > pose.foldedThrough || ids.has(entry.target)) continue;
    const rule = kept.get(entry.seq);
    if (!outdated.has(entry.seq) && rule !== "withdrawn" && rule !== "queued") kept.set(entry.seq, leaveOut.name);
  }
  const rest = units.flatMap((each) => {
    const own = each.unit.entries;
    const left = own.filter((entry) => read.has(entry));
    if (left.length === 0 || (isCut && isLone(each, ids, pose.foldedThrough))) return [];
    return left.length === own.length ? [each] : cutStep(each, left, kept, isCut ? leaveOut.name : "orphan");
  });
  return { units: redraw === null ? rest : redraw(rest, entries), rules: kept };
}

/** Whether a unit is an edit in the place of a missing message. */
function isLone({ unit }: DrawnUnit, ids: ReadonlySet<EntryId>, foldedThrough: number): boolean {
  const [entry] = unit.entries;
  return unit.kind === "single" && entry.kind === "revised" && entry.seq <= foldedThrough && !ids.has(entry.target);
}

/** Hides results and approvals that lost their call. */
function cutStep(
  each: DrawnUnit,
  left: readonly Entry[],
  rules: Map<number, Rule>,
  orphaned: Rule,
): readonly DrawnUnit[] {
  const seqs = new Set(left.map(({ seq }) => seq));
  for (const { kind, seq } of left) {
    const item = each.items.find(({ entry }) => entry.seq === seq);
    const isOrphan = kind === "returned" && (item === undefined || !seqs.has(item.call ?? 0));
    if (isOrphan) rules.set(seq, orphaned);
    else if (kind === "noted") rules.set(seq, "bookkeeping");
  }
  const items = each.items.filter(({ entry }) => seqs.has(entry.seq) && !rules.has(entry.seq));
  const [first] = left;
  if (items.length === 0 || first === undefined) return [];
  return [
    {
      ...each,
      unit: { ...each.unit, kind: "step", first: first.seq, place: first.seq, entries: left },
      items,
      asides: [],
    },
  ];
}
