/** The entries that may answer a question, with their neighbours. */
import type { Entry } from "@clewline/core/log/entry.js";
import { type LaneRef, makeLaneAddress, type Tokens } from "@clewline/core/log/keys.js";
import { mostSought } from "@clewline/core/log/search-words.js";
import type { FoundEntry, SearchResult, SearchScope } from "@clewline/core/ports/index.js";
import type { Engine } from "../../engine.js";
import { type CurrentEntry, isSpoken, listCurrentEntries } from "../../intake/current-entries.js";
import { groupByLane } from "./besides.js";

export interface CandidateSource {
  readonly scope: SearchScope;
  /** The surface whose view asks; null for a view without one. */
  readonly surface: string | null;
  readonly depth: SearchDepth;
  /** Whether an entry may be offered, be it a hit or a neighbour. */
  mayShow(entry: Entry, ref: LaneRef): boolean;
}

/** How far a search looks. */
export interface SearchDepth {
  /** The most words that are looked for. */
  readonly terms: number;
  /** The most entries of the index that are ranked. */
  readonly most: number;
  /** How many the index offers where few of them may be shown. */
  readonly looked?: number;
  /** How many of the best bring their neighbours, and how many on each side. */
  readonly led: number;
  readonly reach: number;
}

/** A larger room makes it look further. Neighbours that will not be shown need not be read. */
export function makeSearchDepth(room: Tokens): SearchDepth {
  return {
    terms: mostSought,
    most: Math.min(300, Math.round(60 + room / 20)),
    led: Math.min(120, Math.round(30 + room / 40)),
    reach: Math.min(6, 2 + Math.floor(room / 1_200)),
  };
}

export interface Candidates {
  /** Lane by lane, oldest first. */
  readonly standing: readonly CurrentEntry[];
  /** Returns the indices of the words that an entry holds. */
  heldBy(standing: CurrentEntry): readonly number[];
  /** How many entries of the scope hold each word, and how many there are. */
  readonly holders: readonly number[];
  readonly entries: number;
  /** Whether the index had more to offer than it was asked for. */
  readonly isCut: boolean;
}

/** How far away a neighbour may be where tools worked in between. */
const far = 8;

/** Joins the hits of the index with other entries that may answer. */
export async function findCandidates(
  engine: Engine,
  { surface, depth, mayShow }: CandidateSource,
  { found, holders, entries }: SearchResult,
  besides: readonly FoundEntry[],
): Promise<Candidates> {
  const isShown = (each: FoundEntry) => mayShow(each.entry, each.ref);
  const hits = await resolveFirstVersions(engine, [
    ...takeBest(found.filter(isShown), depth.most),
    ...besides.filter(isShown),
  ]);
  const held = new Map<string, readonly number[]>();
  const standing: CurrentEntry[] = [];
  for (const { ref, own } of groupByLane(hits)) {
    for (const { entry, held: words } of own) {
      const key = makePlaceKey(ref, entry.seq);
      // Hits of the index come first, and know which words they hold.
      if (!held.has(key)) held.set(key, words);
    }
    const known = new Map(own.map(({ entry }) => [entry.seq, entry]));
    const led = own.filter(({ entry }) => entry.kind === "said").slice(0, depth.led);
    for (const entry of await readBeside(engine, { ref, led, known }, depth.reach)) known.set(entry.seq, entry);
    const shown = [...known.values()].filter((entry) => mayShow(entry, ref)).sort((a, b) => a.seq - b.seq);
    const current = await listCurrentEntries(engine, ref, shown, surface);
    standing.push(...current.filter((each) => held.has(makePlaceKey(ref, each.entry.seq)) || isSpoken(each)));
  }
  return {
    standing,
    heldBy: ({ ref, entry }) => held.get(makePlaceKey(ref, entry.seq)) ?? [],
    holders,
    entries,
    isCut: Math.max(found.length, ...holders) >= (depth.looked ?? depth.most),
  };
}

/** The best half as it comes, then what people said before what tools repeated: these may hold a word hundreds of times. */
function takeBest(found: readonly FoundEntry[], most: number): readonly FoundEntry[] {
  if (found.length <= most) return found;
  const half = Math.floor(most / 2);
  const rest = found.slice(half);
  const isSaid = ({ entry: { kind } }: FoundEntry) => kind === "said" || kind === "revised";
  return [...found.slice(0, half), ...rest.filter(isSaid), ...rest.filter((each) => !isSaid(each))].slice(0, most);
}

function makePlaceKey(ref: LaneRef, seq: number): string {
  return `${makeLaneAddress(ref)} ${seq}`;
}

/** Replaces an edit by the message that it edits. */
async function resolveFirstVersions({ store }: Engine, hits: readonly FoundEntry[]): Promise<readonly FoundEntry[]> {
  const firsts = await Promise.all(
    hits.map(async (hit) => {
      const entry = hit.entry.kind === "revised" ? await store.byId(hit.ref, hit.entry.target) : hit.entry;
      return entry === null ? [] : [{ ...hit, entry }];
    }),
  );
  return firsts.flat();
}

interface LedHits {
  readonly ref: LaneRef;
  readonly led: readonly FoundEntry[];
  readonly known: ReadonlyMap<number, Entry>;
}

/** Reads the neighbours of the best hits, and reaches further where no message is near. */
async function readBeside(
  { store }: Engine,
  { ref, led: hits, known }: LedHits,
  near: number,
): Promise<readonly Entry[]> {
  if (near === 0) return [];
  const led = hits.map(({ entry }) => entry.seq);
  const around = listPlaces(led, -near, near).filter((seq) => !known.has(seq));
  const beside = around.length === 0 ? [] : await store.at(ref, around);
  const spoken = new Set([...known.values(), ...beside].flatMap(({ kind, seq }) => (kind === "said" ? [seq] : [])));
  const read = new Set([...known.keys(), ...beside.map(({ seq }) => seq)]);
  const further = led.flatMap((seq) => [
    ...(hasAny(spoken, seq - near, seq - 1) ? [] : listPlaces([seq], -far, -near - 1)),
    ...(hasAny(spoken, seq + 1, seq + near) || !read.has(seq + near) ? [] : listPlaces([seq], near + 1, far)),
  ]);
  const missing = [...new Set(further)].filter((seq) => !read.has(seq));
  return missing.length === 0 ? beside : [...beside, ...(await store.at(ref, missing))];
}

function listPlaces(seqs: readonly number[], from: number, to: number): readonly number[] {
  const steps = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return [...new Set(seqs.flatMap((seq) => steps.map((step) => seq + step)))].filter((seq) => seq > 0);
}

function hasAny(seqs: ReadonlySet<number>, from: number, to: number): boolean {
  for (let seq = from; seq <= to; seq++) if (seqs.has(seq)) return true;
  return false;
}
