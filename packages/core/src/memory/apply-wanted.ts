/** Turns what a message is to change into steps of the log. What the log has already is not written twice. */
import type { Memory, MemoryChange, MemoryMaker, MemoryScope } from "../log/memories/memory.js";
import { sourceGone } from "./drop-source.js";
import type { WantedChange } from "./learned.js";
import type { PlannedMemories } from "./planning/planned-memories.js";

export interface Applying {
  readonly scope: MemoryScope;
  readonly by: MemoryMaker;
  makeName(text: string, taken: { has(name: string): boolean }): string;
}

/** Sources that a memory names; of more, the first ones and the newest. */
export const mostSources = 8;

/** Why a memory was changed by a rebuild. */
export const readAnew = "its messages were read anew";

export function applyWanted(
  now: PlannedMemories,
  wanted: readonly WantedChange[],
  applying: Applying,
): readonly MemoryChange[] {
  if (wanted.length === 0) return [];
  // Most messages change little: a copy of all memories would cost more than the change.
  const changed = new Map<string, Memory | null>();
  const find = (name: string) => (changed.has(name) ? changed.get(name) : now.memories.get(name)) ?? undefined;
  const taken = { has: (name: string) => find(name) !== undefined };
  const changes: MemoryChange[] = [];
  const set = (before: Memory | null, after: Memory | null, because: string) => {
    const name = after?.name ?? before?.name ?? "";
    changes.push({ name, before, after, by: applying.by, because });
    changed.set(name, after);
  };
  for (const change of wanted) {
    if (change.op === "add") {
      if (isKnown(now, change.memory)) continue;
      const name = applying.makeName(change.memory.text, taken);
      set(null, { ...change.memory, name, scope: applying.scope, by: applying.by }, "said");
      continue;
    }
    const memory = find(change.name);
    if (memory === undefined) continue;
    if (change.op === "forget") {
      set(memory, null, change.because);
    } else if (!memory.sources.some(({ entry }) => entry === change.source.entry))
      set(memory, confirm(memory, change), "said again");
  }
  return changes;
}

/**
 * Whether the log has this memory of this message, or had it: what somebody forgot is not learned again from the same words.
 * What went only because its message was changed is, if that still says it.
 */
function isKnown(
  { memories, changes, bySource }: PlannedMemories,
  { text, sources }: Pick<Memory, "text" | "sources">,
): boolean {
  const told = sources.flatMap(({ entry }) => bySource(entry).filter(({ after }) => after?.text === text));
  const isForgotten = (name: string) => {
    const because = changes.findLast((change) => change.name === name)?.because;
    return because !== sourceGone && because !== readAnew;
  };
  return told.some(({ name }) => memories.has(name) || isForgotten(name));
}

function confirm(memory: Memory, { source, saidAt }: Extract<WantedChange, { op: "confirm" }>): Memory {
  const kept = memory.sources.length < mostSources ? memory.sources : memory.sources.slice(0, mostSources - 1);
  return { ...memory, saidAt: Math.max(saidAt, memory.saidAt), sources: [...kept, source] };
}
