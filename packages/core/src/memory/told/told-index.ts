/**
 * The memories that may be told, by what asks for them, so that no turn goes through all of them. A cache: `follow` makes it equal
 * to a list, at the price of what differs.
 */

import { listContentWords } from "@clewline/text/content-words.js";
import { rememberByObject } from "@clewline/text/remember.js";
import type { EntryId } from "../../log/keys.js";
import type { Memory } from "../../log/memories/memory.js";
import { listNameWords, type MemoryNames, readMemoryNames } from "../memory-names.js";
import { spellWords } from "../spell-words.js";
import { readSubjects } from "../subject-words.js";
import { compareNewest, findPlaceInPrefix, isPlain, type placesInPrefix } from "./told-memory.js";

/** A memory with what is read of it once. */
interface IndexedMemory<Told> {
  readonly told: Told;
  readonly memory: Memory;
  readonly stems: ReadonlySet<string>;
  readonly subjects: number;
  readonly names: MemoryNames;
  readonly isPlain: boolean;
}

/** All lists have the newest first. */
export interface ToldIndex<Told extends { readonly memory: Memory }> {
  follow(told: readonly Told[]): void;
  readonly told: readonly Told[];
  /** Those of these memories that may be told, with what is read of them. */
  read(memories: readonly { readonly memory: Memory }[]): readonly IndexedMemory<Told>[];
  /** Who said them; null where nobody has an address. */
  speakers(): readonly (string | null)[];
  /** How many hold the stem. */
  countHolding(stem: string): number;
  /** Those that hold one of the stems and may be told; of many that hold the same one, the newest. */
  byStems(stems: Iterable<string>, mayBe?: (told: Told) => boolean): readonly IndexedMemory<Told>[];
  /** Some that are about one of these parts of life and may be told. */
  bySubjects(subjects: number, mayBe?: (told: Told) => boolean): readonly IndexedMemory<Told>[];
  /** Those that one of these entries told. */
  bySources(entries: Iterable<EntryId>): readonly IndexedMemory<Told>[];
  /** Those that have a name with one of these words. */
  byNameWords(words: Iterable<string>): readonly IndexedMemory<Told>[];
  byPlace(place: (typeof placesInPrefix)[number]): readonly IndexedMemory<Told>[];
  /** The words, and those that they were meant to be. */
  spell(words: readonly string[]): ReadonlySet<string>;
}

/** A word that more of them hold tells nothing. */
const mostHolding = 500;
/** For each part of life. */
const mostOfSubject = 200;
/** Whether a text is a plain statement costs some time, so only the newest are asked. */
const mostJudged = 800;

/** Where more go at once, as when a chat becomes a group, the lists are made anew: to take each out of them costs all of a list. */
const mostTaken = 64;

interface Known<Told> extends IndexedMemory<Told> {
  told: Told;
}

export function makeToldIndex<Told extends { readonly memory: Memory }>(given: readonly Told[] = []): ToldIndex<Told> {
  const known = new Map<Memory, Known<Told>>();
  const lists = makeLists<Known<Told>>();
  let told: readonly Told[] = [];
  const index: ToldIndex<Told> = {
    get told() {
      return told;
    },
    follow(next) {
      if (next === told) return;
      told = next;
      const standing = new Set<Memory>();
      for (const each of next) {
        const { memory } = each;
        standing.add(memory);
        const before = known.get(memory);
        if (before !== undefined) before.told = each;
        else {
          const fresh = makeKnown(each);
          known.set(memory, fresh);
          lists.put(fresh, insert, 1);
        }
      }
      const gone =
        known.size === standing.size ? [] : [...known.values()].filter(({ memory }) => !standing.has(memory));
      for (const { memory } of gone) known.delete(memory);
      if (gone.length <= mostTaken) for (const old of gone) lists.put(old, take, -1);
      else {
        lists.clear();
        for (const { memory } of next) {
          const each = known.get(memory);
          if (each !== undefined) lists.put(each, insert, 1);
        }
      }
    },
    read: (memories) => memories.flatMap(({ memory }) => known.get(memory) ?? []),
    speakers: () => [...lists.speaker.keys()],
    countHolding: (stem) => lists.stem.get(stem)?.length ?? 0,
    byStems: (stems, mayBe) => collect(lists.stem, stems, { most: mostHolding, mayBe }),
    bySubjects: (subjects, mayBe) => collect(lists.subject, listBits(subjects), { most: mostOfSubject, mayBe }),
    bySources: (entries) => collect(lists.source, entries),
    byNameWords: (words) => collect(lists.name, words),
    byPlace(place) {
      if (place !== "plain" && place !== "other") return lists.place.get(place) ?? [];
      const facts = lists.place.get("fact") ?? [];
      const isJudgedPlain = (each: Known<Told>, at: number) => at < mostJudged && each.isPlain;
      return place === "plain"
        ? facts.slice(0, mostJudged).filter(isJudgedPlain)
        : facts.filter((each, at) => !isJudgedPlain(each, at));
    },
    spell(words) {
      const near = new Map(words.flatMap((word) => [...(lists.word.get(word.slice(0, 2)) ?? [])]));
      return spellWords(words, new Set(near.keys()));
    },
  };
  index.follow(given);
  return index;
}

/** Once, however many readers are told it. */
const readTraits = rememberByObject((memory: Memory) => {
  const stems = new Set(listContentWords(memory.text).map(({ stem }) => stem));
  return { memory, stems, subjects: readSubjects(memory.text), names: readMemoryNames(memory) };
});

/** Judging costs some time, so it waits until somebody asks. */
const judgePlain = rememberByObject(isPlain);

function makeKnown<Told extends { readonly memory: Memory }>(told: Told): Known<Told> {
  const { memory } = told;
  return {
    ...readTraits(memory),
    told,
    get isPlain() {
      return judgePlain(memory);
    },
  };
}

type Traits = Omit<IndexedMemory<unknown>, "told">;

function makeLists<Item extends Traits>() {
  const lists = {
    stem: new Map<string, Item[]>(),
    subject: new Map<number, Item[]>(),
    source: new Map<EntryId, Item[]>(),
    name: new Map<string, Item[]>(),
    place: new Map<string, Item[]>(),
    speaker: new Map<string | null, Item[]>(),
  };
  /** Words by their first letters. */
  const word = new Map<string, Map<string, number>>();
  return {
    ...lists,
    word,
    clear(): void {
      for (const list of [...Object.values(lists), word]) list.clear();
    },
    put(item: Item, work: <Key>(list: Map<Key, Item[]>, key: Key, item: Item) => void, by: 1 | -1): void {
      const { memory, stems, subjects, names } = item;
      for (const stem of stems) work(lists.stem, stem, item);
      for (const subject of listBits(subjects)) work(lists.subject, subject, item);
      for (const entry of new Set(memory.sources.map((source) => source.entry))) work(lists.source, entry, item);
      for (const part of new Set(names.flat())) work(lists.name, part, item);
      work(lists.place, findPlaceInPrefix(memory), item);
      work(lists.speaker, memory.person, item);
      for (const each of listNameWords(memory.text)) countWord(word, each, by);
    },
  };
}

interface Limits<Told> {
  readonly most: number;
  readonly mayBe: ((told: Told) => boolean) | undefined;
}

function collect<Key, Told, Item extends Traits & { readonly told: Told }>(
  list: ReadonlyMap<Key, readonly Item[]>,
  keys: Iterable<Key>,
  { most, mayBe = () => true }: Limits<Told> = { most: Number.POSITIVE_INFINITY, mayBe: undefined },
): readonly Item[] {
  const found = new Set<Item>();
  for (const key of keys) {
    let left = most;
    for (const each of list.get(key) ?? []) {
      if (left === 0) break;
      if (!mayBe(each.told)) continue;
      left -= 1;
      found.add(each);
    }
  }
  return [...found].sort(compareNewest);
}

function listBits(bits: number): readonly number[] {
  return Array.from({ length: 32 - Math.clz32(bits) }, (_, bit) => bit).filter((bit) => (bits & (1 << bit)) !== 0);
}

function insert<Key, Item extends { readonly memory: Memory }>(list: Map<Key, Item[]>, key: Key, item: Item): void {
  const items = list.get(key);
  if (items === undefined) list.set(key, [item]);
  else items.splice(findPlace(items, item), 0, item);
}

function take<Key, Item extends { readonly memory: Memory }>(list: Map<Key, Item[]>, key: Key, item: Item): void {
  const left = (list.get(key) ?? []).filter((each) => each !== item);
  if (left.length === 0) list.delete(key);
  else list.set(key, left);
}

/** Most come last, from a list that is sorted, or first, from a message. */
function findPlace<Item extends { readonly memory: Memory }>(items: readonly Item[], item: Item): number {
  const last = items.at(-1);
  if (last === undefined || compareNewest(last, item) <= 0) return items.length;
  let [low, high] = [0, items.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareNewest(items[middle] ?? item, item) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function countWord(words: Map<string, Map<string, number>>, word: string, by: number): void {
  const head = word.slice(0, 2);
  const counts = words.get(head) ?? new Map<string, number>();
  words.set(head, counts);
  const count = (counts.get(word) ?? 0) + by;
  if (count > 0) counts.set(word, count);
  else counts.delete(word);
}
