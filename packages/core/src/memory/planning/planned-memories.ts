/** Memories while messages are learned from, one after another, before anything of it is written. */
import type { EntryId } from "../../log/keys.js";
import type { Memory, MemoryChange } from "../../log/memories/memory.js";
import type { CurrentMemories } from "../fold-changes.js";
import { layMap } from "../lay-map.js";
import type { MemoryIndex } from "./memory-index.js";

export interface PlannedMemories extends CurrentMemories {
  memories: ReadonlyMap<string, Memory>;
  readonly changes: MemoryChange[];
  /** The changes after which a memory names this entry. */
  bySource(entry: EntryId): readonly MemoryChange[];
  readonly index: MemoryIndex;
}

export function beginPlanning(current: CurrentMemories, index: MemoryIndex): PlannedMemories {
  const { memories, changes } = current;
  index.follow(current);
  const all = [...changes];
  return { memories, changes: all, bySource: makeSourceFinder(all), index };
}

/** As if they had been written. */
export function addPlanned(planned: PlannedMemories, added: readonly MemoryChange[]): void {
  if (added.length === 0) return;
  planned.memories = layMap(planned.memories, new Map(added.map(({ name, after }) => [name, after])));
  for (const { name, after } of added) planned.index.plan(name, after);
  planned.changes.push(...added);
}

/** A message asks for few entries, and a history for thousands: these are found in a table of all changes. */
const mostLooked = 8;

function makeSourceFinder(changes: readonly MemoryChange[]): PlannedMemories["bySource"] {
  const table = new Map<EntryId, MemoryChange[]>();
  let [looked, noted] = [0, 0];
  return (entry) => {
    looked += 1;
    if (looked <= mostLooked) return changes.filter(({ after }) => after?.sources.some((each) => each.entry === entry));
    for (; noted < changes.length; noted++) {
      const change = changes[noted] as MemoryChange;
      for (const source of listSources(change)) {
        const known = table.get(source);
        if (known === undefined) table.set(source, [change]);
        else known.push(change);
      }
    }
    return table.get(entry) ?? [];
  };
}

function listSources({ after }: MemoryChange): readonly EntryId[] {
  return after === null ? [] : after.sources.map(({ entry }) => entry);
}
