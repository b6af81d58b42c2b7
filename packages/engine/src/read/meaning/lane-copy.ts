import type { StoredVector } from "@clewline/core/ports/index.js";
import { measureBytes } from "@clewline/core/retrieval/quantise-vector.js";

/** The vectors of a lane, side by side. */
export interface LaneCopy {
  /** The number of the newest vector that was read. */
  read: number;
  /** Where the vector of an entry is, by seq. */
  readonly places: Map<number, number>;
  bytes: Int8Array;
  /** The length of each vector; 0 for one that is void. */
  lengths: Float32Array;
  /** The entry of each vector. */
  seqs: Float64Array;
  /** How many places are taken; some are void. */
  size: number;
  /** Entries of which something was read, be it that there is nothing to compare. */
  taken: number;
  /** How many entries up to `last` waited for their vectors when so many were taken. */
  counted: { readonly waiting: number; readonly last: number; readonly taken: number } | null;
  /** Settles once new vectors have been read. */
  ready: Promise<void>;
}

export function makeLaneCopy(): LaneCopy {
  return {
    read: 0,
    places: new Map(),
    bytes: new Int8Array(0),
    lengths: new Float32Array(0),
    seqs: new Float64Array(0),
    size: 0,
    taken: 0,
    counted: null,
    ready: Promise.resolve(),
  };
}

interface Room {
  readonly dimensions: number;
  /** In bytes. */
  readonly most: number;
  /** Stays set once a vector did not fit, and stops further ones, so that `read` has no gaps. */
  readonly isFull: boolean;
}

/** Takes the vector into the copy. Returns one that has no room there; null for all others. */
export function takeVector(
  copy: LaneCopy,
  { number, seq, bytes }: StoredVector,
  { dimensions, most, isFull }: Room,
): { readonly bytes: Int8Array; readonly length: number } | null {
  const earlier = copy.places.get(seq);
  if (earlier !== undefined) copy.lengths[earlier] = 0;
  copy.places.delete(seq);
  const hasRoom = !isFull && (copy.size + 1) * dimensions <= most;
  if (hasRoom) copy.read = number;
  if (earlier === undefined) copy.taken += 1;
  // One of another length is damaged.
  const length = bytes?.length === dimensions ? measureBytes(bytes, 0, dimensions) : 0;
  if (bytes === null || length === 0) return null;
  if (!hasRoom) return { bytes, length };
  if (copy.size === copy.lengths.length) grow(copy, dimensions, most);
  copy.bytes.set(bytes, copy.size * dimensions);
  copy.lengths[copy.size] = length;
  copy.seqs[copy.size] = seq;
  copy.places.set(seq, copy.size);
  copy.size += 1;
  return null;
}

function grow(copy: LaneCopy, dimensions: number, most: number): void {
  const size = Math.min(Math.ceil(most / dimensions), Math.max(64, Math.ceil(copy.lengths.length * 1.5)));
  const [bytes, lengths] = [new Int8Array(size * dimensions), new Float32Array(size)];
  const seqs = new Float64Array(size);
  bytes.set(copy.bytes);
  lengths.set(copy.lengths);
  seqs.set(copy.seqs);
  Object.assign(copy, { bytes, lengths, seqs });
}
