/**
 * Merges two logs of memories. Imported changes are appended, though they may be older. If both have changed one
 * memory, the newest change holds.
 */
import { type LaneRef, memorySession } from "@clewline/core/log/keys.js";
import type { KeptChange, MemoryChange } from "@clewline/core/log/memories/memory.js";
import { parseScopeLane } from "@clewline/core/memory/memory-scope.js";
import type { Engine } from "../engine.js";
import { writeChanges } from "../intake/memories/write-changes.js";

type Changes = readonly KeptChange[];

/** Returns the log's changes of the lane before the import; none for a chat. */
export async function readChangesBefore({ memories }: Engine, { session, lane }: LaneRef): Promise<Changes> {
  const scope = session === memorySession ? parseScopeLane(lane) : null;
  return scope === null ? [] : (await memories.read(scope)).changes;
}

export async function keepNewest(engine: Engine, { lane }: LaneRef, before: Changes): Promise<void> {
  const scope = parseScopeLane(lane);
  if (scope === null || before.length === 0) return;
  const { changes } = await engine.memories.read(scope);
  const known = new Set(before.map(({ id }) => id));
  const newest = findOvertaken(
    before,
    changes.filter(({ id }) => !known.has(id)),
  );
  await writeChanges(engine, scope, ({ memories }) =>
    newest.map(
      ({ name, after, by }): MemoryChange => ({
        name,
        before: memories.get(name) ?? null,
        after,
        by,
        because: "done later than what was imported",
      }),
    ),
  );
}

/** The last change of each memory, where what was added of the same one had been done before. */
function findOvertaken(before: Changes, added: Changes): Changes {
  const last = new Map(before.map((change) => [change.name, change]));
  return [...new Map(added.map((change) => [change.name, change])).values()].flatMap(({ name, at }) => {
    const there = last.get(name);
    return there !== undefined && there.at > at ? [there] : [];
  });
}
