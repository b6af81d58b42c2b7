import type { Draft, Entry } from "../log/entry.js";
import type { Epoch } from "../log/epoch.js";
import type { BlobId, LaneRef, TurnId } from "../log/keys.js";
import type { ExpectedLease, Lease, LeaseClaim, LeaseHolder } from "../log/lease.js";
import type { LaneRecord } from "../log/record.js";
import type { TurnRecord } from "../log/turn.js";
import type { Derivation } from "../receipt/derivation.js";
import type { KeptReceipt } from "../receipt/receipt-delta.js";
import type { Json } from "../text/json.js";

/** Everything that one step of a turn changes, in one transaction. */
export interface Change {
  /** The lane that it changes. */
  readonly ref: LaneRef;
  /** Appended in order; each gets the next seq of the lane. */
  readonly entries?: readonly Draft[];
  /** Contents of the blobs that the entries name. A known blob is a no-op. */
  readonly blobs?: ReadonlyMap<BlobId, string>;
  /**
   * Inserted, or replaced whole. One that has ended stays so: the change is then `turn/not-running`, and not written.
   * With a claim it is written only if the claim's place is the first. One that no longer runs gives up its place.
   */
  readonly turn?: TurnRecord;
  /** The turn goes on although it had ended. */
  readonly reopen?: true;
  /** Turns that ended elsewhere and came with a history. A known one is left as it is. */
  readonly history?: readonly TurnRecord[];
  /** Takes the last place of the lane's queue, or renews the one that the turn has. */
  readonly claim?: LeaseClaim;
  /** The turn's place in the lane must be exactly this; else nothing of the change is written. */
  readonly expects?: ExpectedLease;
  /** Whoever writes for a turn: the lane's running place must be this one; else nothing of the change is written. */
  readonly holder?: LeaseHolder;
  /** The lane's next place must be this one, and every entry must be new; else nothing is written and `done` is false. */
  readonly expectedSeq?: number;
  /** The turn gives up its place. One without a place is a no-op. */
  readonly release?: TurnId;
  /** A known one is a no-op: it does not become the lane's last one again. */
  readonly receipt?: { readonly receipt: KeptReceipt; readonly chunks: ReadonlyMap<string, string> };
  /** The epoch of this key must have this number; else nothing of the change is written and `done` is false. */
  readonly expectedEpoch?: { readonly key: string; readonly number: number };
  /** Added in order. */
  readonly records?: readonly LaneRecord[];
  /** The session's settings, key by key; null puts one back to its default. */
  readonly settings?: Readonly<Record<string, Json>>;
  /** The lane's context is cleared up to this seq. It never moves back, nor beyond the lane's end. */
  readonly cleared?: number;
  /** Written only if the lane's epoch of this key still has the number before; else the change goes through without it. */
  readonly epoch?: Epoch;
  /** What was made from which entries, so that it can be found when they are erased. Known lines are no-ops. */
  readonly derived?: readonly Derivation[];
}

/** What became of a change. */
export interface ChangeResult {
  /** False if the lease, the holder's token, the place or the epoch that it expected was outdated; then nothing was written. */
  readonly done: boolean;
  /** As they stand in the log, known ones included, whichever lane of the session they are in. */
  readonly entries: readonly Entry[];
  /**
   * The lane's queue, the first place first: for a change with a claim as it is then, without queued places that ran
   * out; for one that was refused because of its lease or its holder, as it stands.
   */
  readonly leases: readonly Lease[];
}
