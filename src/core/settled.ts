/** What no view shows whatever its room, and what stands in another entry's place: decided before anything is drawn. */
import type { Entry, Note, Revised } from "./entry.js";
import type { EntryId } from "./keys.js";
import type { Scribe } from "./scribe.js";
import { isOpen, type TurnRecord } from "./turn.js";
import type { Rule } from "./verdict.js";

/** An edit that arrives after a newer one changes nothing any more. */
export function olderEdits(scribe: Scribe, settled: Map<number, Rule>): void {
  const newest = new Map<EntryId, number>();
  for (const entry of scribe.snapshot.entries) {
    if (entry.kind !== "revised") continue;
    const { revision } = entry.source;
    if (revision < (newest.get(entry.target) ?? 0)) settled.set(entry.seq, "edited");
    else newest.set(entry.target, revision);
  }
}

/** The newest edit of each entry that a compaction has already folded into its place. */
export function foldedEdits(
  scribe: Scribe,
  present: ReadonlyMap<EntryId, Entry>,
  withdrawn: ReadonlySet<EntryId>,
  settled: Map<number, Rule>,
): ReadonlyMap<EntryId, Revised> {
  const edits = new Map<EntryId, Revised>();
  for (const entry of scribe.snapshot.entries) {
    if (entry.kind !== "revised" || entry.seq > scribe.snapshot.epoch.foldedThrough) continue;
    if (withdrawn.has(entry.id) || settled.has(entry.seq)) continue;
    if (present.has(entry.target)) {
      edits.set(entry.target, entry);
      settled.set(entry.seq, "edited");
    } else if (isCut(scribe)) settled.set(entry.seq, "leave-out");
  }
  return edits;
}

/** Whether the beginning of the lane was left out: what has lost its counterpart went with it. */
export function isCut({ snapshot }: Scribe): boolean {
  return snapshot.epoch.through["leave-out"] > 0;
}

export function settle(
  scribe: Scribe,
  entry: Entry,
  withdrawn: ReadonlySet<EntryId>,
  settled: Map<number, Rule>,
): boolean {
  if (settled.has(entry.seq)) return true;
  const rule: Rule | null = isBookkeeping(entry)
    ? "bookkeeping"
    : withdrawn.has(entry.id)
      ? "withdrawn"
      : isQueued(scribe, entry)
        ? "queued"
        : null;
  if (rule !== null) settled.set(entry.seq, rule);
  return rule !== null;
}

/** A message that waits for a turn of its own. One whose turn never began waits no longer once a later one is answered. */
function isQueued(scribe: Scribe, entry: Entry): boolean {
  const { turn, turns, entries } = scribe.snapshot;
  // An edit of a message that waits would give it away.
  if (entry.kind === "revised") {
    const target = entries.find((each) => each.id === entry.target);
    return target !== undefined && isQueued(scribe, target);
  }
  if (turn === null || entry.turn === null || entry.turn === turn.id || turn.messages.includes(entry.id)) return false;
  const own = turns.get(entry.turn);
  if (own !== undefined) return isOpen(own.state) && isAfter(own, turn);
  const answered = entries.findLast((each) => turn.messages.includes(each.id));
  return entry.kind === "said" && answered !== undefined && entry.seq > answered.seq;
}

/** Ids sort by the time they were made, also within a millisecond. */
function isAfter(a: TurnRecord, b: TurnRecord): boolean {
  return a.began > b.began || (a.began === b.began && a.id > b.id);
}

const forTheLogOnly: ReadonlySet<Note["kind"]> = new Set(["sent", "usage", "instructions", "compacted"]);

function isBookkeeping(entry: Entry): boolean {
  return entry.kind === "withdrawn" || (entry.kind === "noted" && forTheLogOnly.has(entry.note.kind));
}

/** Targets of withdrawals, and edits of those targets. */
export function withdrawnIds(entries: readonly Entry[]): ReadonlySet<EntryId> {
  const ids = new Set(entries.flatMap((entry) => (entry.kind === "withdrawn" ? [entry.target] : [])));
  for (const entry of entries) if (entry.kind === "revised" && ids.has(entry.target)) ids.add(entry.id);
  return ids;
}
