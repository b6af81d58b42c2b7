/** What no view may show, said a second time: from the log alone. */
import type { Entry } from "@clewline/core/log/entry.js";
import type { EntryId } from "@clewline/core/log/keys.js";
import type { Snapshot } from "@clewline/core/view/snapshot.js";
import { findVerdict } from "@clewline/core/view/verdict.js";
import type { View } from "@clewline/core/view/view.js";
import { isForsaken } from "./places.js";

/** Whether an entry was withdrawn, itself or with the message that it edits, or waits for a turn that comes later. */
export function isHidden(snapshot: Snapshot, entry: Entry): boolean {
  return isWithdrawn(snapshot, entry) || isQueued(snapshot, entry);
}

/** Withdrawn and queued entries stand in no block and have the verdict that says so. */
export function hiddenShown(view: View, snapshot: Snapshot): readonly string[] {
  const shown = new Set(view.blocks.flatMap((block) => block.seqs));
  return snapshot.entries.flatMap((entry) => {
    if (!isHidden(snapshot, entry) || isBookkeeping(entry)) return [];
    if (shown.has(entry.seq)) return [`entry ${entry.seq} is withdrawn or queued and shown`];
    const verdict = findVerdict(view.verdicts, entry.seq);
    // A span that the summary tells may hold it; its words are not told.
    return verdict?.kind === "omitted" || verdict?.kind === "summarised" || verdict?.rule === "edited"
      ? []
      : [`entry ${entry.seq} is withdrawn or queued and its verdict is ${verdict?.kind} by ${verdict?.rule}`];
  });
}

const targets = new WeakMap<Snapshot, ReadonlySet<EntryId>>();

function isWithdrawn(snapshot: Snapshot, entry: Entry): boolean {
  const known = targets.get(snapshot);
  const gone = known ?? new Set(snapshot.entries.flatMap((each) => (each.kind === "withdrawn" ? [each.target] : [])));
  if (known === undefined) targets.set(snapshot, gone);
  return gone.has(entry.id) || (entry.kind === "revised" && gone.has(entry.target));
}

/** An edit of what waits would show it. */
function isQueued(snapshot: Snapshot, entry: Entry): boolean {
  const target = entry.kind === "revised" ? snapshot.entries.find(({ id }) => id === entry.target) : entry;
  return target !== undefined && isWaiting(snapshot, target);
}

function isWaiting({ turn, turns, entries }: Snapshot, entry: Entry): boolean {
  const own = entry.turn === null ? undefined : turns.get(entry.turn);
  if (turn === null || turn.messages.includes(entry.id)) return false;
  const answered = entries.findLast(({ id }) => turn.messages.includes(id));
  if (isForsaken(entry, turns)) return answered !== undefined && entry.seq > answered.seq;
  if (own === undefined || own.id === turn.id) return false;
  const later = own.began > turn.began || (own.began === turn.began && own.id > turn.id);
  return later && (own.state === "running" || own.state === "waiting");
}

export function isBookkeeping(entry: Entry): boolean {
  return entry.kind === "withdrawn" || (entry.kind === "noted" && ["sent", "usage"].includes(entry.note.kind));
}
