/**
 * The log of memories without what erased entries told. A memory goes with all its history, unless a message that stays told
 * the same word for word: then it is as if that one alone had told it. What a memory that goes had taken the place of stands
 * again, as if it had never been told.
 */
import type { Entry } from "../../log/entry.js";
import type { EntryId, SessionKey } from "../../log/keys.js";
import type { Memory, MemoryChange, MemorySource } from "../../log/memories/memory.js";
import { makeTombstone } from "./tombstone.js";

export interface ErasedTellers {
  isErasedSource(source: MemorySource): boolean;
  /** Whether one of these says the same as an erased source, word for word. */
  isSaidBy(source: EntryId, others: readonly EntryId[]): boolean;
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
  const versions = new Map<string, Memory[]>();
  for (const change of entries.flatMap((entry) => readChange(entry) ?? []))
    versions.set(change.name, [...(versions.get(change.name) ?? []), ...listVersions(change)]);
  const gone = [...versions].filter(([, each]) => isLost(each, tellers)).map(([name]) => name);
  const names = new Set(gone);
  return { names: gone, entries: entries.flatMap((entry) => scrubEntry(entry, names, tellers) ?? []) };
}

export function readChange(entry: Entry): MemoryChange | null {
  return entry.kind === "noted" && entry.note.kind === "memory" ? entry.note.change : null;
}

export function listVersions({ before, after }: MemoryChange): readonly Memory[] {
  return [before, after].flatMap((memory) => memory ?? []);
}

/** Whether a message that is erased told something of it that those do not say which tell it now. */
function isLost(versions: readonly Memory[], { isErasedSource, isSaidBy, person }: ErasedTellers): boolean {
  const now = versions.at(-1)?.sources ?? [];
  const telling = now.filter((source) => !isErasedSource(source)).map(({ entry }) => entry);
  const isUnsaid = (source: MemorySource) => isErasedSource(source) && !isSaidBy(source.entry, telling);
  return versions.some((memory) => (person !== null && memory.person === person) || memory.sources.some(isUnsaid));
}

/** Null for one that stays as it is. */
function scrubEntry(entry: Entry, names: ReadonlySet<string>, tellers: ErasedTellers): Entry | null {
  const { sessions, person } = tellers;
  if (entry.kind !== "noted") return null;
  if (entry.note.kind === "heard") {
    const isGone = sessions.has(entry.note.session) || (person !== null && entry.note.person === person);
    return isGone ? makeTombstone(entry) : null;
  }
  if (entry.note.kind === "group") return sessions.has(entry.note.session) ? makeTombstone(entry) : null;
  const change = readChange(entry);
  if (change === null) return null;
  const [before, after] = [change.before, change.after].map((memory) => scrubMemory(memory, names, tellers));
  if (names.has(change.name) || (!before && !after && listVersions(change).length > 0)) return makeTombstone(entry);
  const isNaming = [...names].some((name) => change.because.includes(name));
  if (before === change.before && after === change.after && !isNaming) return null;
  const because = isNaming ? "because of what is erased now" : change.because;
  const scrubbed = { ...change, before: before ?? null, after: after ?? null, because };
  return { ...entry, note: { kind: "memory", change: scrubbed } };
}

/** Null for a version that only erased messages had told. */
function scrubMemory(
  memory: Memory | null,
  names: ReadonlySet<string>,
  { isErasedSource }: ErasedTellers,
): Memory | null {
  const revived = memory === null ? null : revive(memory, names);
  if (revived === null || !revived.sources.some(isErasedSource)) return revived;
  const sources = revived.sources.filter((source) => !isErasedSource(source));
  return sources.length === 0 ? null : { ...revived, sources };
}

function revive(memory: Memory, names: ReadonlySet<string>): Memory {
  if (memory.replacedBy === undefined || !names.has(memory.replacedBy)) return memory;
  const { replacedBy: _gone, ...rest } = memory;
  return rest;
}
