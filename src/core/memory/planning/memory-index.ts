/** The memories of a scope by their words, so that a statement is compared with few of them. A cache: `follow` makes it equal to a map. */
import type { Memory } from "../../log/memories/memory.js";
import { readContentStems } from "../../text/content-words.js";

interface IndexedMemory {
  readonly memory: Memory;
  readonly name: string;
}

export interface MemoryIndex {
  follow(memories: ReadonlyMap<string, Memory>): void;
  /** Null takes it out. */
  put(name: string, memory: Memory | null): void;
  size(): number;
  /** Those with the stem, in the order in which they came. */
  byStem(stem: string): readonly IndexedMemory[];
  /** Those that came last go first. */
  newestFirst(): Iterable<IndexedMemory>;
}

export function makeMemoryIndex(): MemoryIndex {
  const all = new Map<string, IndexedMemory>();
  const stems = new Map<string, IndexedMemory[]>();
  let order: IndexedMemory[] = [];
  const remove = (known: IndexedMemory) => {
    for (const stem of readContentStems(known.memory.text)) {
      const left = (stems.get(stem) ?? []).filter((each) => each !== known);
      if (left.length === 0) stems.delete(stem);
      else stems.set(stem, left);
    }
    all.delete(known.name);
  };
  const put = (name: string, memory: Memory | null) => {
    const before = all.get(name);
    if (before?.memory === memory) return;
    if (before !== undefined) remove(before);
    if (memory === null || memory.replacedBy !== undefined) return;
    const known = { memory, name };
    all.set(name, known);
    order.push(known);
    for (const stem of readContentStems(memory.text)) {
      const list = stems.get(stem);
      if (list === undefined) stems.set(stem, [known]);
      else list.push(known);
    }
  };
  return {
    follow(memories) {
      for (const [name, known] of all) if (!memories.has(name)) remove(known);
      for (const [name, memory] of memories) put(name, memory);
    },
    put,
    size: () => all.size,
    byStem: (stem) => stems.get(stem) ?? [],
    *newestFirst() {
      // What was taken out or written anew stays in the order until most of it is of that kind.
      if (order.length > 2 * all.size + 16) order = order.filter((each) => all.get(each.name) === each);
      for (let at = order.length - 1; at >= 0; at -= 1) {
        const known = order[at] as IndexedMemory;
        if (all.get(known.name) === known) yield known;
      }
    },
  };
}
