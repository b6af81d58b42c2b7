/** Selects the pinned entries that fit. The rest is treated as any other entry. */

import type { Tokens } from "../../log/keys.js";
import { describeRanges, listRangePlaces } from "../../log/ranges/lane-ranges.js";
import { messageFraming } from "../block.js";
import type { Snapshot } from "../snapshot.js";
import type { DrawnUnit } from "../units/drawn-unit.js";

/** The part of the room that pinned messages and steps may take together. */
const pinnedPart = 0.25;

/** By seq, with their edits: from the newest on, as many as fit. */
export function pickPinned(
  units: readonly DrawnUnit[],
  { ranges, entries, cleared }: Pick<Snapshot, "ranges" | "entries" | "cleared">,
  room: Tokens,
): readonly number[] {
  const pinned = listRangePlaces(entries, ranges?.pinned ?? []);
  const wanted = units.filter(({ unit }) => unit.entries.some(({ seq }) => seq > cleared && pinned.has(seq)));
  const held: DrawnUnit[] = [];
  let left = room * pinnedPart;
  for (const unit of wanted.toReversed()) {
    left -= measureUnit(unit);
    if (left < 0) break;
    held.push(unit);
  }
  return listPlacesWithEdits(held, entries);
}

/** The tokens of a unit that nothing reduces. */
function measureUnit({ items, asides }: DrawnUnit): Tokens {
  const own = items.reduce((sum, item) => sum + item.tokens(item.base), 0);
  return asides.reduce((sum, { tokens }) => sum + tokens, own + 2 * messageFraming);
}

/** Lists the seqs of the units' entries with those of their edits. */
export function listPlacesWithEdits(
  units: readonly Pick<DrawnUnit, "unit">[],
  entries: Snapshot["entries"],
): readonly number[] {
  if (units.length === 0) return [];
  const own = units.flatMap(({ unit }) => unit.entries.map(({ seq }) => ({ from: seq, to: seq })));
  return [...listRangePlaces(entries, own)].sort((a, b) => a - b);
}

/** Whether people hid or pinned other ranges since the epoch was made. */
export function isRangedAnew({ ranges, epoch }: Pick<Snapshot, "ranges" | "epoch">): boolean {
  return (ranges === undefined ? "" : describeRanges(ranges)) !== (epoch.ranges ?? "");
}
