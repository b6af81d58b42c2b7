import { type Entry, isErased } from "../../../core/log/entry.js";
import type { LaneRef } from "../../../core/log/keys.js";
import type { Engine } from "../../engine.js";

const page = 500;
/** Entries of a lane that are looked through at most. */
const mostRead = 50_000;

/** The entries of a list's messages, by the marks that follow them: the newest are looked at first. */
export async function findMarkedEntries(
  { store }: Engine,
  ref: LaneRef,
  wanted: ReadonlySet<string>,
): Promise<ReadonlyMap<string, readonly Entry[]>> {
  const found = new Map<string, Entry[]>();
  if (wanted.size === 0) return found;
  const { last } = await store.read(ref, { limit: 0 });
  let open: Entry[] | null = null;
  for (let to = last; to > Math.max(0, last - mostRead); to -= page) {
    for (const entry of (await store.range(ref, Math.max(1, to - page + 1), to)).toReversed()) {
      const mark = readMark(entry);
      if (mark === null) {
        if (entry.kind !== "noted" || isErased(entry)) open?.push(entry);
        continue;
      }
      if (open !== null && found.size === wanted.size) return found;
      // A list may have been told again: then the newest time counts.
      open = wanted.has(mark) && !found.has(mark) ? [] : null;
      if (open !== null) found.set(mark, open);
    }
  }
  return found;
}

function readMark(entry: Entry): string | null {
  return entry.kind === "noted" && entry.note.kind === "sent" ? (entry.note.messages[0] ?? null) : null;
}
