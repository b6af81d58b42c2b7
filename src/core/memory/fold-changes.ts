/** What is current, folded from the entries of one lane of the log of memories. */
import type { Entry } from "../log/entry.js";
import type { Instant, SessionKey } from "../log/keys.js";
import type { KeptChange, Memory } from "../log/memories/memory.js";
import { readMemoryKind } from "./memory-kind.js";

/** A lane of the log of memories. */
export interface LaneMemories {
  /** The seq of the last entry that was folded. */
  readonly last: number;
  /** By name. */
  readonly memories: ReadonlyMap<string, Memory>;
  /** Every change, the first one first. */
  readonly changes: readonly KeptChange[];
  /** Who spoke in the session, and since when; null is whoever has no address. For the lane of a session. */
  readonly members: ReadonlyMap<string | null, Instant>;
  /** Where the person spoke, and since when. For the lane of a person. */
  readonly joined: ReadonlyMap<SessionKey, Instant>;
}

export const noMemories: LaneMemories = {
  last: 0,
  memories: new Map(),
  changes: [],
  members: new Map(),
  joined: new Map(),
};

/** `entries` follow what was folded before. Whatever is neither a change nor a note of who spoke is passed over. */
export function foldChanges(before: LaneMemories, entries: readonly Entry[]): LaneMemories {
  if (entries.length === 0) return before;
  const memories = new Map(before.memories);
  const changes = [...before.changes];
  const members = new Map(before.members);
  const joined = new Map(before.joined);
  for (const entry of entries) {
    if (entry.kind !== "noted") continue;
    if (entry.note.kind === "heard") {
      keepEarliest(members, entry.note.person, entry.at);
      keepEarliest(joined, entry.note.session, entry.at);
    } else if (entry.note.kind === "memory") {
      const change = readChange(entry.note.change);
      if (change.after === null) memories.delete(change.name);
      else memories.set(change.name, change.after);
      changes.push({ ...change, id: entry.id, at: entry.at });
    }
  }
  return { last: entries.at(-1)?.seq ?? before.last, memories, changes, members, joined };
}

function keepEarliest<Key>(times: Map<Key, Instant>, key: Key, at: Instant): void {
  times.set(key, Math.min(at, times.get(key) ?? at));
}

/** A kind that a later version wrote is a fact here. */
function readChange<Change extends Pick<KeptChange, "before" | "after">>(change: Change): Change {
  const read = (memory: Memory | null) => {
    if (memory === null) return null;
    const kind = readMemoryKind(memory.kind);
    return kind === memory.kind ? memory : { ...memory, kind };
  };
  return { ...change, before: read(change.before), after: read(change.after) };
}
