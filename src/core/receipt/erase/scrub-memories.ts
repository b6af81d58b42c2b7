/**
 * The log of memories without what erased entries told. A memory goes with all its history, unless somebody else told the
 * same; what it had taken the place of stands again, as if it had never been told.
 */
import type { Entry } from "../../log/entry.js";
import type { EntryId, SessionKey } from "../../log/keys.js";
import type { Memory, MemoryChange } from "../../log/memories/memory.js";
import { makeTombstone } from "./tombstone.js";

export interface ErasedTellers {
  isErasedSource(entry: EntryId, sources: readonly EntryId[]): boolean;
  /** Sessions that go whole. */
  readonly sessions: ReadonlySet<SessionKey>;
  readonly person: string | null;
}

export interface ScrubbedMemories {
  /** Names of the memories that go. */
  readonly names: readonly string[];
  /** The entries that change. */
  readonly entries: readonly Entry[];
}

/** `entries` are all of a lane of the log of memories. */
export function scrubMemories(entries: readonly Entry[], tellers: ErasedTellers): ScrubbedMemories {
  const names = new Set<string>();
  for (const entry of entries) {
    const change = readChange(entry);
    const versions = [change?.before ?? null, change?.after ?? null];
    if (change !== null && versions.some((memory) => memory !== null && isTold(memory, tellers)))
      names.add(change.name);
  }
  const changed = entries.flatMap((entry) => scrubEntry(entry, names, tellers) ?? []);
  return { names: [...names], entries: changed };
}

function readChange(entry: Entry): MemoryChange | null {
  return entry.kind === "noted" && entry.note.kind === "memory" ? entry.note.change : null;
}

function isTold({ person, sources }: Memory, { isErasedSource, sessions, person: gone }: ErasedTellers): boolean {
  const ids = sources.map(({ entry }) => entry);
  const isErased = sources.some(({ entry, session }) => sessions.has(session) || isErasedSource(entry, ids));
  return isErased || (gone !== null && person === gone);
}

/** Null for one that stays as it is. */
function scrubEntry(entry: Entry, names: ReadonlySet<string>, { sessions, person }: ErasedTellers): Entry | null {
  if (entry.kind !== "noted") return null;
  if (entry.note.kind === "heard") {
    const isGone = sessions.has(entry.note.session) || (person !== null && entry.note.person === person);
    return isGone ? makeTombstone(entry) : null;
  }
  if (entry.note.kind === "group") return sessions.has(entry.note.session) ? makeTombstone(entry) : null;
  const change = readChange(entry);
  if (change === null) return null;
  if (names.has(change.name)) return makeTombstone(entry);
  const [before, after] = [revive(change.before, names), revive(change.after, names)];
  const isNaming = [...names].some((name) => change.because.includes(name));
  if (before === change.before && after === change.after && !isNaming) return null;
  const because = isNaming ? "because of what is erased now" : change.because;
  return { ...entry, note: { kind: "memory", change: { ...change, before, after, because } } };
}

function revive(memory: Memory | null, names: ReadonlySet<string>): Memory | null {
  if (memory?.replacedBy === undefined || !names.has(memory.replacedBy)) return memory;
  const { replacedBy: _gone, ...rest } = memory;
  return rest;
}
