/** What goes of the log of memories, and of the files that it is written to. */

import { type Entry, isErased } from "../../../core/log/entry.js";
import { type EntryId, type LaneKey, type LaneRef, memorySession, type SessionKey } from "../../../core/log/keys.js";
import type { MemorySource } from "../../../core/log/memories/memory.js";
import { parseScopeLane } from "../../../core/memory/memory-scope.js";
import type { ErasedEntry } from "../../../core/ports/index.js";
import { scrubMemories } from "../../../core/receipt/erase/scrub-memories.js";
import type { Engine } from "../../engine.js";
import { type PlacedEntry, walkEntries } from "./walk-entries.js";

export interface MemoryPlan {
  readonly lanes: readonly LaneRef[];
  readonly entries: readonly ErasedEntry[];
  /** The memories that go, with their history. */
  readonly gone: readonly GoneMemory[];
  /** The entries of the log of memories that had them: what views of any chat tell of a memory is made of these. */
  readonly changes: readonly EntryId[];
  /** What they said in all their versions. */
  readonly texts: readonly string[];
  /** What those say that stay. */
  readonly standing: readonly string[];
  /** The erased messages that told them: they may stand in views of any chat. */
  readonly told: readonly PlacedEntry[];
}

/** Another scope may have one of the same name. */
interface GoneMemory {
  readonly lane: LaneKey;
  readonly name: string;
}

export const nothingForgotten: MemoryPlan = {
  lanes: [],
  entries: [],
  gone: [],
  changes: [],
  texts: [],
  standing: [],
  told: [],
};

export interface GoneTellers {
  readonly sessions: readonly SessionKey[];
  readonly person: string | null;
  isErasedSource(entry: EntryId, sources: readonly EntryId[]): boolean;
}

export async function planMemories(engine: Engine, gone: GoneTellers): Promise<MemoryPlan> {
  const { owner, store } = engine;
  const sessions = new Set(gone.sessions);
  const tellers = { ...gone, sessions };
  const plan = { lanes: [] as LaneRef[], entries: [] as ErasedEntry[], gone: [] as GoneMemory[] };
  const said = { texts: [] as string[], standing: [] as string[] };
  const changes: EntryId[] = [];
  const sources = new Map<EntryId, MemorySource>();
  for (const [ref, entries] of await readLanes(engine)) {
    const scope = parseScopeLane(ref.lane);
    const isWhole =
      (scope?.kind === "session" && sessions.has(scope.session)) ||
      (scope?.kind === "person" && scope.person === gone.person);
    const scrubbed = isWhole ? { names: listNames(entries), entries: [] } : scrubMemories(entries, tellers);
    if (isWhole) plan.lanes.push(ref);
    changes.push(...(isWhole ? entries : scrubbed.entries.filter(isErased)).map(({ id }) => id));
    plan.entries.push(...scrubbed.entries.map((entry) => ({ ref, entry })));
    const names = new Set(scrubbed.names);
    plan.gone.push(...scrubbed.names.map((name) => ({ lane: ref.lane, name })));
    said.texts.push(...listTexts(entries, (name) => names.has(name)));
    said.standing.push(...listTexts(entries, (name) => !names.has(name)));
    for (const source of listTellers(entries, names)) sources.set(source.entry, source);
  }
  const told: PlacedEntry[] = [];
  for (const { session, lane, entry: id } of sources.values()) {
    const ref = { owner, session, lane };
    const entry = await store.byId(ref, id);
    if (entry !== null) told.push({ ref, entry });
  }
  return { ...plan, ...said, changes, told };
}

async function readLanes(engine: Engine): Promise<readonly (readonly [LaneRef, readonly Entry[]])[]> {
  const lanes = new Map<LaneRef, Entry[]>();
  for await (const { ref, entry } of walkEntries(engine, { owner: engine.owner, session: memorySession })) {
    const own = lanes.get(ref);
    if (own === undefined) lanes.set(ref, [entry]);
    else own.push(entry);
  }
  return [...lanes];
}

function listNames(entries: readonly Entry[]): readonly string[] {
  return [...new Set(entries.flatMap((entry) => readChange(entry)?.name ?? []))];
}

/** What memories of these names said, as they are and as they were. */
function listTexts(entries: readonly Entry[], isNamed: (name: string) => boolean): readonly string[] {
  return entries.flatMap((entry) => {
    const change = readChange(entry);
    if (change === null || !isNamed(change.name)) return [];
    return [change.name, ...[change.before, change.after].flatMap((memory) => memory?.text ?? [])];
  });
}

function listTellers(entries: readonly Entry[], names: ReadonlySet<string>): readonly MemorySource[] {
  return entries.flatMap((entry) => {
    const change = readChange(entry);
    if (change === null || !names.has(change.name)) return [];
    return [...(change.before?.sources ?? []), ...(change.after?.sources ?? [])];
  });
}

function readChange(entry: Entry) {
  return entry.kind === "noted" && entry.note.kind === "memory" ? entry.note.change : null;
}
