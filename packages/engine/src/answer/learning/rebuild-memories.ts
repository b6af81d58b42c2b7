/** Reads the messages of what rules have made once more, so that memories of an older version are those of today's rules (decision 0103). */
import { isErased } from "@clewline/core/log/entry.js";
import { type EntryId, type LaneRef, makeLaneAddress } from "@clewline/core/log/keys.js";
import type { MemoryChange, MemorySource } from "@clewline/core/log/memories/memory.js";
import type { LaneMemories } from "@clewline/core/memory/fold-changes.js";
import { learnStatements } from "@clewline/core/memory/learn/learn-statements.js";
import { listRebuildable, planRebuild, type ReadMessage } from "@clewline/core/memory/plan-rebuild.js";
import type { Engine } from "../../engine.js";
import { readZone } from "../../growth/session-zone.js";
import { changeMemoriesInGroups } from "../../intake/memories/change-memories.js";
import { loadTextCleaner } from "../../intake/memories/clean-memory-text.js";
import { makeFreeName } from "../../intake/memories/free-name.js";
import { cleanStatements } from "./keep-statements.js";
import { isBegunByClock, readLeast, readTold } from "./learn-message.js";
import { mayTeach } from "./may-teach.js";

/** The result of a rebuild; with `dryRun`, the result it would have. */
export interface RebuildReport {
  /** Memories that nothing but rules has made and changed. */
  readonly read: number;
  /** Of these, those that got another kind or other times, or hold again. */
  readonly changed: number;
  /** Those that ended: today's rules keep none of their words. */
  readonly ended: number;
  /** New ones, from the same messages. */
  readonly added: number;
}

/** How memories are rebuilt. */
export interface RebuildOptions {
  /** Counts, and changes nothing. */
  readonly dryRun?: boolean | undefined;
  /** Stops it; what was rebuilt stays so, and the next call goes on with the rest. */
  readonly signal?: AbortSignal | undefined;
}

/** So many changes are undone as one. */
const groupSize = 200;

export async function rebuildMemories(
  engine: Engine,
  { dryRun = false, signal }: RebuildOptions = {},
): Promise<RebuildReport> {
  const sum = { read: 0, changed: 0, ended: 0, added: 0 };
  if (!engine.memory) return sum;
  await engine.learning.finished();
  for (const scope of await engine.memories.scopes()) {
    if (signal?.aborted) break;
    const before = await engine.memories.read(scope);
    const old = listRebuildable(before);
    sum.read += old.length;
    const read = await readMessages(
      engine,
      old.flatMap(({ sources }) => sources),
    );
    const makeName = (text: string, taken: { has(name: string): boolean }) =>
      makeFreeName(engine, text, { salt: "read anew", taken });
    const plan = (now: LaneMemories) => planRebuild(now, read, { scope, by: "rule", makeName });
    const changes = dryRun ? plan(before) : await changeMemoriesInGroups(engine, scope, (now) => cutGroups(plan(now)));
    for (const change of changes)
      sum[change.before === null ? "added" : change.after === null ? "ended" : "changed"] += 1;
  }
  return sum;
}

function cutGroups(changes: readonly MemoryChange[]): readonly (readonly MemoryChange[])[] {
  const count = Math.ceil(changes.length / groupSize);
  return Array.from({ length: count }, (_, at) => changes.slice(at * groupSize, (at + 1) * groupSize));
}

/** Without messages that are gone. */
async function readMessages(
  engine: Engine,
  sources: readonly MemorySource[],
): Promise<ReadonlyMap<EntryId, ReadMessage>> {
  const lanes = new Map<string, { readonly ref: LaneRef; readonly ids: Set<EntryId> }>();
  for (const { session, lane, entry } of sources) {
    const ref = { owner: engine.owner, session, lane };
    const known = lanes.get(makeLaneAddress(ref)) ?? { ref, ids: new Set() };
    known.ids.add(entry);
    lanes.set(makeLaneAddress(ref), known);
  }
  const read = new Map<EntryId, ReadMessage>();
  for (const { ref, ids } of lanes.values()) {
    const zone = await readZone(engine, ref);
    const clean = await loadTextCleaner(engine, ref.session);
    for (const id of ids) {
      const message = await readMessage(engine, ref, id, zone);
      if (message !== null) read.set(id, { ...message, statements: cleanStatements(message.statements, clean) });
    }
  }
  return read;
}

/** Null for one that is gone. */
async function readMessage(engine: Engine, ref: LaneRef, id: EntryId, zone: string): Promise<ReadMessage | null> {
  const first = await engine.store.byId(ref, id);
  const entry = (await engine.store.changesOf(ref, [id])).at(-1) ?? first;
  if (first === null || entry === null || isErased(first) || isErased(entry) || entry.kind === "withdrawn") return null;
  const { session, lane } = ref;
  const source = { session, lane, entry: id };
  const mayTell = mayTeach(entry) && !(await isBegunByClock(engine, ref, entry));
  const told = mayTell ? await readTold(engine, ref, entry, zone) : null;
  if (told === null) return { told: { text: "", at: entry.at, zone, person: null, source }, statements: [], least: 3 };
  return { told, statements: learnStatements(told), least: readLeast(entry) };
}
