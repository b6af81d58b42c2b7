/** Plans what to erase from the log of memories, and from the files that it is written to. */

import { type Entry, isErased } from "@clewline/core/log/entry.js";
import { type EntryId, type LaneKey, type LaneRef, memorySession, type SessionKey } from "@clewline/core/log/keys.js";
import type { MemorySource } from "@clewline/core/log/memories/memory.js";
import { parseScopeLane } from "@clewline/core/memory/memory-scope.js";
import type { ErasedDerivation, ErasedEntry } from "@clewline/core/ports/index.js";
import {
  type ErasedTellers,
  listVersions,
  readChange,
  scrubMemories,
} from "@clewline/core/receipt/erase/scrub-memories.js";
import type { Engine } from "../../engine.js";
import { makeMemoryKey } from "../../intake/memories/write-changes.js";
import { readText } from "./survey.js";
import { type PlacedEntry, walkEntries } from "./walk-entries.js";

export interface MemoryPlan {
  readonly lanes: readonly LaneRef[];
  readonly entries: readonly ErasedEntry[];
  /** The memories that go, with their history. */
  readonly gone: readonly GoneMemory[];
  /** Their entries in the log of memories: views of any chat are made of these. */
  readonly changes: readonly EntryId[];
  /** Their lines in the register: they may also come from messages that stay. */
  readonly derived: readonly ErasedDerivation[];
  /** Their texts, in all versions. */
  readonly texts: readonly string[];
  /** Texts of the memories that stay. */
  readonly standing: readonly string[];
  /** The erased messages that they came from, which may appear in views of any chat. */
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
  derived: [],
  texts: [],
  standing: [],
  told: [],
};

export interface GoneTellers {
  readonly sessions: ReadonlySet<SessionKey>;
  readonly person: string | null;
  /** All entries that go. */
  readonly ids: ReadonlySet<EntryId>;
}

export async function planMemories(engine: Engine, gone: GoneTellers): Promise<MemoryPlan> {
  const { owner } = engine;
  const { sessions } = gone;
  const lanes = await readLanes(engine);
  const tellers = await readTellers(
    engine,
    lanes.flatMap(([, entries]) => entries),
    gone,
  );
  const plan = { lanes: [] as LaneRef[], entries: [] as ErasedEntry[], gone: [] as GoneMemory[] };
  const said = { texts: [] as string[], standing: [] as string[] };
  const changes: EntryId[] = [];
  const derived: ErasedDerivation[] = [];
  const sources = new Map<EntryId, MemorySource>();
  for (const [ref, entries] of lanes) {
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
    for (const { name, source } of listSources(entries)) {
      if (names.has(name) || tellers.isErasedSource(source)) sources.set(source.entry, source);
      const session = { owner, session: source.session };
      if (names.has(name)) derived.push({ session, kind: "memory", key: makeMemoryKey(ref, name) });
    }
  }
  return { ...plan, ...said, changes, derived, told: await readSources(engine, sources.values()) };
}

/** Compares the source messages of a memory of which one goes. */
async function readTellers(
  engine: Engine,
  entries: readonly Entry[],
  { ids, sessions, person }: GoneTellers,
): Promise<ErasedTellers> {
  const isErasedSource = ({ entry, session }: MemorySource) => ids.has(entry) || sessions.has(session);
  const sources = listSources(entries);
  const names = new Set(sources.flatMap(({ name, source }) => (isErasedSource(source) ? [name] : [])));
  const compared = new Map(sources.flatMap(({ name, source }) => (names.has(name) ? [[source.entry, source]] : [])));
  const placed = await readSources(engine, compared.values());
  const texts = new Map(placed.map(({ entry }) => [entry.id, readText(entry)]));
  const isSaidBy = (source: EntryId, others: readonly EntryId[]) => {
    const text = texts.get(source) ?? "";
    return text !== "" && others.some((other) => texts.get(other) === text);
  };
  return { isErasedSource, isSaidBy, sessions, person };
}

async function readSources({ owner, store }: Engine, sources: Iterable<MemorySource>): Promise<readonly PlacedEntry[]> {
  const placed: PlacedEntry[] = [];
  for (const { session, lane, entry: id } of sources) {
    const ref = { owner, session, lane };
    const entry = await store.byId(ref, id);
    if (entry !== null) placed.push({ ref, entry });
  }
  return placed;
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

/** Lists the texts of memories with these names, in all versions. */
function listTexts(entries: readonly Entry[], isNamed: (name: string) => boolean): readonly string[] {
  return entries.flatMap((entry) => {
    const change = readChange(entry);
    if (change === null || !isNamed(change.name)) return [];
    return [change.name, ...listVersions(change).map(({ text }) => text)];
  });
}

/** The source messages of memories, each with the memory's name, as it is and as it was. */
function listSources(entries: readonly Entry[]): readonly { readonly name: string; readonly source: MemorySource }[] {
  return entries.flatMap((entry) => {
    const change = readChange(entry);
    const sources = change === null ? [] : listVersions(change).flatMap((memory) => memory.sources);
    return change === null ? [] : sources.map((source) => ({ name: change.name, source }));
  });
}
