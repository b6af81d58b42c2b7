import type { Json } from "@clewline/text/json.js";
import type { Draft, Entry } from "../log/entry.js";
import type { Epoch } from "../log/epoch.js";
import type { BlobId, EntryId, LaneRef, TurnId } from "../log/keys.js";
import type { ExpectedLease, Lease, LeaseClaim, LeaseHolder } from "../log/lease.js";
import type { LaneRecord } from "../log/record.js";
import type { TurnRecord } from "../log/turn.js";
import type { Derivation } from "../receipt/derivation.js";
import type { KeptReceipt } from "../receipt/receipt-delta.js";
import type { VectorChange } from "./vectors.js";

/** Everything that one step of a turn writes, in one transaction. */
export interface Change {
  /** The lane that it changes. */
  readonly ref: LaneRef;
  /** Appended in order; each gets the next seq of the lane. */
  readonly entries?: readonly Draft[];
  /** Contents of the blobs that the entries name. A known blob is a no-op. */
  readonly blobs?: ReadonlyMap<BlobId, string>;
  /**
   * Inserted, or replaced whole. A turn that has ended stays ended: the change then fails with `turn/not-running` and
   * writes nothing. With a claim the turn is written only if its place is the first in the queue. A turn that no longer
   * runs gives up its place.
   */
  readonly turn?: TurnRecord;
  /** The turn's reply has reached its reader: its `unsent` is cleared. Otherwise, and for an unknown turn, a no-op. */
  readonly sent?: TurnId;
  /** Allows a turn that has ended to run again. */
  readonly reopen?: true;
  /** Ended turns of an imported history. A known turn stays unchanged. */
  readonly history?: readonly TurnRecord[];
  /** This turn must not have ended: otherwise the change fails with `turn/not-running` and writes nothing. */
  readonly whileOpen?: TurnId;
  /** Takes the last place in the lane's queue, or renews the turn's place. */
  readonly claim?: LeaseClaim;
  /** The turn's place in the queue must equal this; otherwise the change writes nothing. */
  readonly expects?: ExpectedLease;
  /** The turn that writes must have the lane's running place with this token; otherwise the change writes nothing. */
  readonly holder?: LeaseHolder;
  /** The lane's next seq must be this, and every entry new; otherwise `done` is false and nothing is written. */
  readonly expectedSeq?: number;
  /** Gives up the turn's place. A turn without a place is a no-op. */
  readonly release?: TurnId;
  /** A known receipt is a no-op: it does not become the lane's last one again. */
  readonly receipt?: {
    readonly receipt: KeptReceipt;
    readonly chunks: ReadonlyMap<string, string>;
    /** The entries behind chunks that were written before it: if one of them is erased, the receipt is not written. */
    readonly sources?: readonly EntryId[];
  };
  /** Chunks of a receipt that follows, with their derivations in `derived`. A known chunk is a no-op. */
  readonly chunks?: ReadonlyMap<string, string>;
  /** The epoch of this key must have this number; otherwise `done` is false and nothing is written. */
  readonly expectedEpoch?: { readonly key: string; readonly number: number };
  /** Records to store beside the lane. */
  readonly records?: readonly LaneRecord[];
  /** The session's settings, key by key; null restores a default. */
  readonly settings?: Readonly<Record<string, Json>>;
  /** Clears the lane's context up to this seq. The mark never moves back, nor beyond the lane's end. */
  readonly cleared?: number;
  /** Written only if the lane's epoch of this key has the preceding number; the change succeeds either way. */
  readonly epoch?: Epoch;
  /** The source entries of derived texts, so that an erasure finds the texts. Known lines are no-ops. */
  readonly derived?: readonly Derivation[];
  /** Vectors of entries of the lane. Alone they create no lane. `derivedFrom` lists them by the embedder's name. */
  readonly vectors?: VectorChange;
}

/** Such a change creates no lane: if the lane is missing, it was erased while the vectors were made. */
export function hasOnlyVectors(change: Change): boolean {
  return change.vectors !== undefined && Object.keys(change).length === 2;
}

/** The outcome of a change. */
export interface ChangeResult {
  /** False if the expected lease, holder, seq or epoch was outdated; then nothing was written. */
  readonly done: boolean;
  /** The entries as stored, known ones included, in whichever lane of the session they are. */
  readonly entries: readonly Entry[];
  /** The lane's queue in order, after a change with a claim or a refusal by lease or holder. Otherwise empty. */
  readonly leases: readonly Lease[];
}
