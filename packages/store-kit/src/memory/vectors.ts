import { isErased } from "@clewline/core/log/entry.js";
import type { LaneRef } from "@clewline/core/log/keys.js";
import { placesPerPage, type UnindexedPage, type VectorChange, type VectorPage } from "@clewline/core/ports/index.js";
import type { LaneVectors } from "./log.js";
import { type Lane, type Log, makeLaneKey, normaliseLimit, readEntry } from "./log.js";
import { isOutdated } from "./search.js";
import type { StoredEntry } from "./stored-entry.js";

export function putVectors(log: Log, lane: Lane, { embedder, vectors, through = 0 }: VectorChange): void {
  const known = lane.vectors.get(embedder) ?? { written: [], bySeq: new Map(), through: 0 };
  lane.vectors.set(embedder, known);
  for (const { seq, bytes } of vectors) {
    const kept = lane.entries[seq - 1];
    if (kept === undefined || known.bySeq.has(seq)) continue;
    // An entry that was erased while its vector was made has become a note.
    if (kept.draft.kind === "noted" ? isErased(readEntry(kept)) : !isIndexable(log, kept)) continue;
    push(known, seq, bytes === null ? null : Int8Array.from(bytes));
  }
  known.through = Math.max(known.through, Math.min(through, lane.entries.length));
}

/** After an edit or a withdrawal: the vectors of what no longer stands are void, in whichever lane of the session. */
export function voidOutdated(log: Log, { owner, session }: LaneRef): void {
  for (const lane of log.lanes.values()) {
    if (lane.vectors.size === 0 || lane.ref.owner !== owner || lane.ref.session !== session) continue;
    for (const known of lane.vectors.values()) {
      const outdated = [...known.bySeq.values()].filter(({ seq, bytes }) => {
        const kept = lane.entries[seq - 1];
        return bytes !== null && kept !== undefined && isOutdated(log, kept);
      });
      for (const { seq } of outdated) push(known, seq, null);
    }
  }
}

function push({ written, bySeq }: LaneVectors, seq: number, bytes: Int8Array | null): void {
  const vector = { number: written.length + 1, seq, bytes };
  written.push(vector);
  bySeq.set(seq, vector);
}

export function readVectors(log: Log, ref: LaneRef, embedder: string, page: VectorRange): VectorPage {
  const lane = log.lanes.get(makeLaneKey(ref));
  const known = lane?.vectors.get(embedder);
  const after = (known?.written ?? []).slice(Math.max(0, Math.floor(page.after)));
  // Of a vector that was void in the end nobody reads more than that.
  const standing = after.filter((each) => each.bytes === null || known?.bySeq.get(each.seq) === each);
  return {
    vectors: standing
      .slice(0, normaliseLimit(page.limit))
      .map(({ number, seq, bytes }) => ({ number, seq, bytes: bytes === null ? null : Int8Array.from(bytes) })),
    through: known?.through ?? 0,
    last: lane?.entries.length ?? 0,
  };
}

interface VectorRange {
  readonly after: number;
  readonly limit: number;
}

export function listUnindexed(
  log: Log,
  ref: LaneRef,
  embedder: string,
  { before, limit }: { readonly before: number | null; readonly limit: number },
): UnindexedPage {
  const lane = log.lanes.get(makeLaneKey(ref));
  if (lane === undefined) return { entries: [], next: null, last: 0 };
  const last = lane.entries.length;
  const { found, next } = findUnindexed(log, lane, embedder, before ?? last + 1);
  const most = normaliseLimit(limit);
  const taken = found.slice(0, most);
  const left = found.length > most ? (taken.at(-1)?.seq ?? before ?? last + 1) : next;
  return { entries: taken.map(readEntry), next: left, last };
}

export function countUnindexed(
  log: Log,
  ref: LaneRef,
  embedder: string,
  { from, to }: { readonly from: number; readonly to: number },
): number {
  const lane = log.lanes.get(makeLaneKey(ref));
  const first = Math.max(1, from);
  const places = lane?.entries.slice(first - 1, Math.max(0, Math.min(to, first + placesPerPage - 1))) ?? [];
  return lane === undefined ? 0 : listWaiting(log, lane, embedder, places).length;
}

function findUnindexed(log: Log, lane: Lane, embedder: string, before: number) {
  const through = lane.vectors.get(embedder)?.through ?? 0;
  const from = Math.max(through, before - 1 - placesPerPage);
  const places = lane.entries.slice(from, Math.max(from, before - 1));
  return { found: listWaiting(log, lane, embedder, places).reverse(), next: from > through ? from + 1 : null };
}

function listWaiting(log: Log, lane: Lane, embedder: string, places: readonly StoredEntry[]): StoredEntry[] {
  const { bySeq, through } = lane.vectors.get(embedder) ?? { bySeq: new Map(), through: 0 };
  return places.filter((kept) => kept.seq > through && !bySeq.has(kept.seq) && isIndexable(log, kept));
}

/** Said by a person or an agent, and standing. */
function isIndexable(log: Log, kept: StoredEntry): boolean {
  const { kind } = kept.draft;
  return (kind === "revised" || (kind === "said" && !kept.fromSystem)) && !isOutdated(log, kept);
}

/** The names under which the entry has a vector. */
export function listVectorNames(lane: Lane, seq: number): readonly string[] {
  return [...lane.vectors].flatMap(([name, { bySeq }]) => ((bySeq.get(seq)?.bytes ?? null) === null ? [] : [name]));
}
