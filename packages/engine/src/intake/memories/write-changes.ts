import { ClewError } from "@clewline/core/errors.js";
import type { Draft } from "@clewline/core/log/entry.js";
import { type EntryId, type LaneRef, makeLaneAddress } from "@clewline/core/log/keys.js";
import type { KeptChange, MemoryChange, MemoryScope } from "@clewline/core/log/memories/memory.js";
import type { LaneMemories } from "@clewline/core/memory/fold-changes.js";
import { makeScopeRef } from "@clewline/core/memory/memory-scope.js";
import type { Derivation } from "@clewline/core/receipt/derivation.js";
import type { Engine } from "../../engine.js";
import { apartFromErasing } from "../apart-from-erasing.js";

/** Each failed one means that another writer came first: so many in a row are a fault. */
const mostTries = 1_000;

/** What to change, given what is current. None is an answer too. */
export type ChangePlan = (now: LaneMemories) => readonly MemoryChange[];

/** The same in groups that were made as one: an undo takes back all of a group. */
export type GroupPlan = (now: LaneMemories) => readonly (readonly MemoryChange[])[];

/** Writes what `plan` wants, all or nothing, as one group. */
export function writeChanges(engine: Engine, scope: MemoryScope, plan: ChangePlan): Promise<readonly KeptChange[]> {
  return writeGroups(engine, scope, (now) => [plan(now)]);
}

/** Writes what `plan` wants, all or nothing. If another writer comes first, it is planned anew from what is current then. */
export async function writeGroups(engine: Engine, scope: MemoryScope, plan: GroupPlan): Promise<readonly KeptChange[]> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const written = await apartFromErasing(engine, () => tryGroups(engine, scope, plan));
    if (written !== null) return written;
  }
  throw new ClewError("store/unavailable", "Other programs change the memories without a pause", {
    hint: "Try again in a moment",
  });
}

/** Null if another writer came first. */
async function tryGroups(engine: Engine, scope: MemoryScope, plan: GroupPlan): Promise<readonly KeptChange[] | null> {
  const ref = makeScopeRef(engine.owner, scope);
  const now = await engine.memories.read(scope);
  const groups = plan(now);
  const drafts = groups.flatMap((changes) => makeDrafts(engine, changes));
  if (drafts.length === 0) return [];
  await registerSources(engine, ref, groups.flat());
  const { done, entries } = await engine.store.write({ ref, entries: drafts, expectedSeq: now.last + 1 });
  if (!done) return null;
  const own = new Set(entries.map(({ id }) => id));
  const { changes } = await engine.memories.keep(scope, entries, now.last);
  return changes.slice(now.changes.length).filter(({ id }) => own.has(id));
}

function makeDrafts({ clock }: Engine, changes: readonly MemoryChange[]): readonly Draft[] {
  const at = clock.now();
  const ids = changes.map(() => clock.id() as EntryId);
  const [first] = ids;
  const together = first === undefined || ids.length === 1 ? {} : { together: first };
  return ids.flatMap((id, index): readonly Draft[] => {
    const change = changes[index];
    if (change === undefined) return [];
    const base = { id, turn: null, step: null, at, arrived: at } as const;
    return [{ ...base, kind: "noted", note: { kind: "memory", change: { ...together, ...change } } }];
  });
}

/** Before the change, so that erasing a message never misses one: a line whose change was not written does no harm. */
async function registerSources(engine: Engine, ref: LaneRef, changes: readonly MemoryChange[]): Promise<void> {
  const byLane = new Map<string, { readonly ref: LaneRef; readonly derived: Derivation[] }>();
  for (const { name, before, after } of changes) {
    const known = new Set(before?.sources.map(({ entry }) => entry));
    for (const { session, lane, entry } of after?.sources ?? []) {
      if (known.has(entry)) continue;
      const source = { owner: engine.owner, session, lane };
      const lines = byLane.get(makeLaneAddress(source)) ?? { ref: source, derived: [] };
      byLane.set(makeLaneAddress(source), lines);
      lines.derived.push({ kind: "memory", key: makeMemoryKey(ref, name), sources: [entry] });
    }
  }
  for (const lines of byLane.values()) await engine.store.write(lines);
}

/** How the register names a memory: by the lane of its scope, which has no blanks, and its name. */
export function makeMemoryKey({ lane }: LaneRef, name: string): string {
  return `${lane} ${name}`;
}
