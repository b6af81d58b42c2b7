import type { Json } from "@clewline/text/json.js";
import type { SeqRange } from "../log/background-runs.js";
import type { SummaryCandidate } from "../log/candidate.js";
import type { Entry } from "../log/entry.js";
import type { Epoch } from "../log/epoch.js";
import type { BlobId, LaneRef, ReceiptId, TurnId } from "../log/keys.js";
import type { Lease } from "../log/lease.js";
import type { LaneRecord, RecordKind } from "../log/record.js";
import type { Summary } from "../log/summary.js";
import type { TurnRecord } from "../log/turn.js";

/** Chooses the epoch's key by the session's settings, which a store reads before it looks up the epoch. */
export type EpochKeyResolver = (settings: Readonly<Record<string, Json>>) => string;

/** The parts of a lane to read, all from one moment. A store looks up only what is requested. */
export interface LaneRequest {
  /** Reads at most this many of the newest entries. */
  readonly limit: number;
  /**
   * Ranges of seqs, ascending and disjoint, whose entries are neither read nor counted unless another part needs them.
   * They depend on epoch and settings, which a store reads before the entries.
   */
  readonly without?: (found: Pick<LaneState, "epoch" | "settings">) => readonly SeqRange[];
  /** The turn whose entries are read whatever `limit` and the epoch's boundary say. */
  readonly forced?: TurnId | null;
  /** By default the first epoch. */
  readonly epochKey?: string | EpochKeyResolver;
  /** Requests `furthest`: whether a later summary may build on one of this name. */
  readonly isOwnSummary?: (name: string) => boolean;
  /** Requests `records`. */
  readonly records?: readonly RecordRequest[];
  /** Requests `replied`. */
  readonly replied?: boolean;
  /** Requests `blobs`; called once, with what the store has read by then. */
  readonly blobsOf?: (found: Pick<LaneState, "settings" | "entries" | "replied">) => readonly BlobId[];
  /** Requests `leases`. */
  readonly leases?: boolean;
}

/** Records of one kind and name (null for all names), newest first, at most `limit`. */
export interface RecordRequest {
  /** The kind of the records. */
  readonly kind: RecordKind;
  /** Those of this name; null for all. */
  readonly name: string | null;
  /** At most this many. */
  readonly limit: number;
}

/** The inputs of a view, read in one go. */
export interface LaneState {
  /** The seq of its newest entry; 0 for an empty lane. */
  readonly last: number;
  /** The epoch of the requested key. */
  readonly epoch: Epoch;
  /** The newest receipt of this epoch key; of the whole lane if no key was requested. */
  readonly lastReceipt: ReceiptId | null;
  /** The record that the epoch names as its summary; null if it names none or the record is missing. */
  readonly summary: Summary | null;
  /** The newest candidate of this epoch key, if only a schedule has changed the epoch since (`followsEpoch`). */
  readonly candidate: SummaryCandidate | null;
  /** The seq up to which the lane's context was cleared; 0 if never. */
  readonly cleared: number;
  /** The session's settings. */
  readonly settings: Readonly<Record<string, Json>>;
  /**
   * Entries, oldest first: the newest `limit` after the epoch's leave-out boundary and the cleared part; those that the
   * epoch holds; all of the forced turn, its messages included, and every edit and withdrawal of them.
   */
  readonly entries: readonly Entry[];
  /** The turns of these entries. */
  readonly turns: readonly TurnRecord[];
  /**
   * The newest of the lane's last `summariesLookedAt` summaries that `isOwnSummary` accepts, if it reaches beyond the
   * epoch's leave-out boundary and the cleared part; otherwise null.
   */
  readonly furthest: Summary | null;
  /** One list for each request, in the order of the requests. */
  readonly records: readonly (readonly LaneRecord[])[];
  /** The message that the first reply among the forced turn's messages replies to; null if none or unknown. */
  readonly replied: RepliedMessage | null;
  /** Missing blobs are left out. */
  readonly blobs: ReadonlyMap<BlobId, string>;
  /** The lane's queue, the first place first, expired places included. */
  readonly leases: readonly Lease[];
  /** The parts that could not be read; absent if all were. A note replaces an unreadable entry in `entries`. */
  readonly unreadable?: readonly UnreadablePart[];
}

/** A part of a lane that its store can't read. */
export interface UnreadablePart {
  /** The part and the reason, as a clause without its full stop. */
  readonly what: string;
  /** Its place in the lane, for an entry. */
  readonly seq?: number;
}

/** The number of summaries among which `furthest` is searched: summaries of other surfaces may lie in between. */
export const summariesLookedAt = 4;

/** A message that another one replies to. */
export interface RepliedMessage {
  /** The lane that it is in. */
  readonly ref: LaneRef;
  /** The newest version, as `bySource` returns it. */
  readonly entry: Entry;
  /** The message that `entry` revises or withdraws; `entry` itself if it does neither. */
  readonly first: Entry | null;
}
