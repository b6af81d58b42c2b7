/**
 * The memories of a scope, found by what they are of and by their words, so that a statement is compared with few of them.
 *
 * 1. It holds what no other memory has replaced, in the order of the map that it follows: ties are decided by that order.
 * 2. It is a cache: `follow` makes it equal to a map, whatever it held before.
 */
import type { Memory } from "../../log/memories/memory.js";
import { isRetold } from "../follow/can-be-followed.js";
import { readTelling } from "../follow/read-telling.js";
import { listTold, readLater } from "../join-later.js";
import type { Known } from "../known-memory.js";
import { listSubjects } from "../subjects.js";

export interface IndexedMemory extends Known {
  readonly memory: Memory;
  readonly name: string;
  /** In the order in which they came. */
  readonly place: number;
}

export interface MemoryIndex {
  follow(memories: ReadonlyMap<string, Memory>): void;
  /** Null takes it out. */
  put(name: string, memory: Memory | null): void;
  all(): Iterable<IndexedMemory>;
  /** Those without a subject, if none is given. */
  ofSubject(subject: string | undefined): readonly IndexedMemory[];
  /** Those to which these words were joined last. */
  endingWith(later: string): readonly IndexedMemory[];
  /** Those that may be told anew and have one of these word beginnings: the rarest beginning first, and of each the newest first. */
  byHeads(heads: ReadonlySet<string>): Iterable<IndexedMemory>;
}

export function indexMemories(memories: Iterable<Memory>): MemoryIndex {
  const index = makeMemoryIndex();
  for (const memory of memories) index.put(memory.name, memory);
  return index;
}

export function makeMemoryIndex(): MemoryIndex {
  const all = new Map<string, IndexedMemory>();
  const [subjects, laters, heads] = [makeLists(listKeysOfSubject), makeLists(listLaters), makeLists(listHeads)];
  // Reading words costs most, and most memories are never compared by them.
  let lists = [subjects, laters];
  let next = 0;
  const clear = () => {
    all.clear();
    for (const list of lists) list.clear();
  };
  const put = (name: string, memory: Memory | null) => {
    const before = all.get(name);
    if (before !== undefined) for (const list of lists) list.remove(before);
    if (memory === null || memory.replacedBy !== undefined) {
      all.delete(name);
      return;
    }
    const known = { memory, name, place: before?.place ?? next++ };
    all.set(name, known);
    for (const list of lists) list.add(known);
  };
  const follow = (memories: ReadonlyMap<string, Memory>) => {
    for (const name of [...all.keys()]) if (!memories.has(name)) put(name, null);
    let last = -1;
    for (const [name, memory] of memories) {
      if (all.get(name)?.memory !== memory) put(name, memory);
      const { place } = all.get(name) ?? { place: last };
      // One that was forgotten and learned again stands behind those that came meanwhile.
      if (place < last) {
        clear();
        follow(memories);
        return;
      }
      last = place;
    }
  };
  return {
    follow,
    put,
    all: () => all.values(),
    ofSubject: (subject) => subjects.get(subject ?? noSubject),
    endingWith: (later) => laters.get(later),
    *byHeads(wanted) {
      if (!lists.includes(heads)) {
        lists = [...lists, heads];
        for (const known of all.values()) heads.add(known);
      }
      const found = [...wanted].map(heads.get).sort((a, b) => a.length - b.length);
      for (const each of found) for (let at = each.length - 1; at >= 0; at--) yield each[at] as IndexedMemory;
    },
  };
}

/** No subject is empty. */
const noSubject = "";

function listKeysOfSubject({ memory }: IndexedMemory): readonly string[] {
  const subjects = listSubjects(memory);
  return subjects.length === 0 ? [noSubject] : subjects;
}

function listLaters({ memory: { text } }: IndexedMemory): readonly string[] {
  const later = readLater(text);
  return later === text ? [] : [later];
}

function listHeads({ memory }: IndexedMemory): readonly string[] {
  if (!isRetold(memory)) return [];
  return [...new Set(listTold(memory.text).flatMap((text) => [...readTelling(text).heads]))];
}

/** Lists by key, each in the order of places. */
function makeLists(listKeys: (known: IndexedMemory) => readonly string[]) {
  const lists = new Map<string, IndexedMemory[]>();
  return {
    get: (key: string): readonly IndexedMemory[] => lists.get(key) ?? [],
    clear: () => lists.clear(),
    add(known: IndexedMemory) {
      for (const key of listKeys(known)) {
        const list = lists.get(key);
        if (list === undefined) lists.set(key, [known]);
        else list.splice(findPlace(list, known), 0, known);
      }
    },
    remove(known: IndexedMemory) {
      for (const key of listKeys(known)) {
        const list = lists.get(key) ?? [];
        const at = findPlace(list, known);
        if (list[at] === known) list.splice(at, 1);
        if (list.length === 0) lists.delete(key);
      }
    },
  };
}

export function comparePlaces(a: IndexedMemory, b: IndexedMemory): number {
  return a.place - b.place;
}

/** Of the first that does not come before it. */
function findPlace(list: readonly IndexedMemory[], { place }: IndexedMemory): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] as IndexedMemory).place < place) low = middle + 1;
    else high = middle;
  }
  return low;
}
