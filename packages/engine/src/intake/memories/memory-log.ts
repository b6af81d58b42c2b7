import type { Entry } from "@clewline/core/log/entry.js";
import { memorySession, type OwnerKey } from "@clewline/core/log/keys.js";
import type { MemoryScope } from "@clewline/core/log/memories/memory.js";
import { foldChanges, type LaneMemories, noMemories } from "@clewline/core/memory/fold-changes.js";
import { makeScopeLane, makeScopeRef, parseScopeLane } from "@clewline/core/memory/memory-scope.js";
import type { MemoryIndex } from "@clewline/core/memory/planning/memory-index.js";
import type { ToldIndex } from "@clewline/core/memory/told/told-index.js";
import type { ToldMemory } from "@clewline/core/memory/told/told-memory.js";
import type { LogStore } from "@clewline/core/ports/index.js";

/** The log of memories. What was folded of a scope is kept, so that a read costs what is new. */
export interface MemoryLog {
  /** Reads what was written since the last time, by this process and by others. */
  read(scope: MemoryScope): Promise<LaneMemories>;
  /** What this process knows already. It may be behind the log, and never ahead of it. */
  recall(scope: MemoryScope): LaneMemories;
  /** Folds in entries that were just written behind the seq `last`. */
  keep(scope: MemoryScope, written: readonly Entry[], last: number): Promise<LaneMemories>;
  /** For planning over what is current in a scope: a cache that follows what it is given. Only who learns loads what makes one. */
  index(scope: MemoryScope, make: () => MemoryIndex): MemoryIndex;
  /** The memories of a reader by what asks for them: a cache that follows what it is given. */
  told(reader: string, make: () => ToldIndex<ToldMemory>): ToldIndex<ToldMemory>;
  /** What was folded is no longer what the log has. */
  forget(): void;
  /** Every scope that has a lane. For people who look at all: it grows with the number of chats. */
  scopes(): Promise<readonly MemoryScope[]>;
}

/** Scopes that are kept; others are folded again from their beginning. */
const mostScopes = 2_000;
/** Scopes that were learned for last, and readers that were told something last. */
const mostIndexes = 50;
const page = 1_000;

export function makeMemoryLog(store: LogStore, owner: OwnerKey): MemoryLog {
  const folded = new Map<string, LaneMemories>();
  const indexes = new Map<string, MemoryIndex>();
  const readers = new Map<string, ToldIndex<ToldMemory>>();
  const recall = (scope: MemoryScope) => folded.get(makeScopeLane(scope)) ?? noMemories;
  const fold = (scope: MemoryScope, entries: readonly Entry[]) => {
    const before = recall(scope);
    const after = foldChanges(
      before,
      entries.filter(({ seq }) => seq > before.last),
    );
    const lane = makeScopeLane(scope);
    folded.delete(lane);
    folded.set(lane, after);
    dropOldest(folded, mostScopes);
    return after;
  };
  // What entries follow may be dropped while they are read or written: alone they would be all that there is.
  const isDropped = (scope: MemoryScope, last: number) => recall(scope).last < last;
  const read = async (scope: MemoryScope): Promise<LaneMemories> => {
    for (;;) {
      const { last } = recall(scope);
      const entries = await store.range(makeScopeRef(owner, scope), last + 1, last + page);
      if (isDropped(scope, last)) continue;
      const now = fold(scope, entries);
      if (entries.length < page) return now;
    }
  };
  return {
    recall,
    read,
    keep: async (scope, written, last) => (isDropped(scope, last) ? read(scope) : fold(scope, written)),
    index: (scope, make) => keepNewest(indexes, makeScopeLane(scope), make),
    told: (reader, make) => keepNewest(readers, reader, make),
    forget() {
      folded.clear();
      indexes.clear();
      readers.clear();
    },
    async scopes() {
      const lanes = await store.lanes({ owner, session: memorySession });
      return lanes.flatMap(({ ref }) => parseScopeLane(ref.lane) ?? []);
    },
  };
}

function keepNewest<Index>(kept: Map<string, Index>, key: string, make: () => Index): Index {
  const index = kept.get(key) ?? make();
  kept.delete(key);
  kept.set(key, index);
  dropOldest(kept, mostIndexes);
  return index;
}

function dropOldest(kept: Map<string, unknown>, most: number): void {
  for (const oldest of kept.keys()) {
    if (kept.size <= most) return;
    kept.delete(oldest);
  }
}
