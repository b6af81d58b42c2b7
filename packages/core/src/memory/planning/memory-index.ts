/**
 * The memories of a scope by their words, so that a statement is compared with few of them. A cache: `follow` makes it equal to what
 * is current, at the price of what was changed since.
 */

import { readContentStems } from "@clewline/text/content-words.js";
import { normaliseText } from "@clewline/text/normalise-text.js";
import type { Memory } from "../../log/memories/memory.js";
import type { CurrentMemories } from "../fold-changes.js";

interface IndexedMemory {
  readonly memory: Memory;
  readonly name: string;
  /** Set if somebody pinned, wrote or changed it. */
  readonly isByHand: boolean;
}

export interface MemoryIndex {
  /** Of a scope whose changes only grow. */
  follow(current: CurrentMemories): void;
  /** As if it were written, until the next `follow`. Null takes it out. */
  plan(name: string, memory: Memory | null): void;
  /** Those with the stem, in the order in which they came. */
  byStem(stem: string): readonly IndexedMemory[];
  /** Those with these very words, but for blanks and capitals. */
  byText(text: string): readonly IndexedMemory[];
  /** Those that came last go first. */
  newestFirst(): Iterable<IndexedMemory>;
}

export function makeMemoryIndex(): MemoryIndex {
  const all = new Map<string, IndexedMemory>();
  /** By stem, and by the whole text behind a sign that no stem has. */
  const lists = new Map<string, IndexedMemory[]>();
  let order: IndexedMemory[] = [];
  const listKeys = ({ text }: Memory) => [`=${normaliseText(text)}`, ...readContentStems(text)];
  const remove = (known: IndexedMemory) => {
    for (const key of listKeys(known.memory)) {
      const left = (lists.get(key) ?? []).filter((each) => each !== known);
      if (left.length === 0) lists.delete(key);
      else lists.set(key, left);
    }
    all.delete(known.name);
  };
  const put = (name: string, memory: Memory | null) => {
    const before = all.get(name);
    if (before?.memory === memory) return;
    if (before !== undefined) remove(before);
    if (memory === null || memory.replacedBy !== undefined) return;
    const known = { memory, name, isByHand: memory.pinned === true || touched.has(name) };
    all.set(name, known);
    order.push(known);
    for (const key of listKeys(memory)) {
      const list = lists.get(key);
      if (list === undefined) lists.set(key, [known]);
      else list.push(known);
    }
  };
  const planned = new Set<string>();
  /** Names of what a person or a file has changed. */
  const touched = new Set<string>();
  let followed = 0;
  return {
    follow({ memories, changes }) {
      for (const { name, by } of changes.slice(followed)) if (by === "person" || by === "file") touched.add(name);
      const names = followed === 0 ? memories.keys() : changes.slice(followed).map(({ name }) => name);
      followed = changes.length;
      for (const name of [...planned, ...names]) put(name, memories.get(name) ?? null);
      planned.clear();
    },
    plan(name, memory) {
      planned.add(name);
      put(name, memory);
    },
    byStem: (stem) => lists.get(stem) ?? [],
    byText: (text) => lists.get(`=${normaliseText(text)}`) ?? [],
    *newestFirst() {
      // Removed and rewritten memories stay in the order until they are most of it.
      if (order.length > 2 * all.size + 16) order = order.filter((each) => all.get(each.name) === each);
      for (let at = order.length - 1; at >= 0; at -= 1) {
        const known = order[at] as IndexedMemory;
        if (all.get(known.name) === known) yield known;
      }
    },
  };
}
