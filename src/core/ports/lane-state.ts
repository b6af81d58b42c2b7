import type { SummaryCandidate } from "../log/candidate.js";
import type { Entry } from "../log/entry.js";
import type { Epoch } from "../log/epoch.js";
import type { BlobId, LaneRef, ReceiptId, TurnId } from "../log/keys.js";
import type { Lease } from "../log/lease.js";
import type { LaneRecord, RecordKind } from "../log/record.js";
import type { Summary } from "../log/summary.js";
import type { TurnRecord } from "../log/turn.js";
import type { KeptReceipt } from "../receipt/receipt-delta.js";
import type { Json } from "../text/json.js";

/** The settings of a session decide which epoch is meant, and a store knows them before it looks for it. */
export type EpochKeyResolver = (settings: Readonly<Record<string, Json>>) => string;

/** What is wanted of a lane, all of one moment and in one go. What is not asked for is not looked for. */
export interface LaneRequest {
  /** At most this many of the newest entries. */
  readonly limit: number;
  /** The turn whose entries are there whatever limit and boundary say. */
  readonly forced?: TurnId | null;
  /** The first epoch by default. */
  readonly epochKey?: string | EpochKeyResolver;
  /** Asks for `furthest`: whether a summary of this name may be gone on from. */
  readonly isOwnSummary?: (name: string) => boolean;
  /** Asks for `records`. */
  readonly records?: readonly RecordRequest[];
  /** Asks for `replied`. */
  readonly replied?: boolean;
  /** Asks for `blobs`; called once, with what was found. */
  readonly blobsOf?: (found: Pick<LaneState, "settings" | "entries" | "replied">) => readonly BlobId[];
  /** Asks for `chain`, unless the last receipt is at hand. */
  readonly isKnownReceipt?: (last: ReceiptId) => boolean;
  /** Asks for `leases`. */
  readonly leases?: boolean;
}

/** Records of a kind: those of one name, or all; the newest first, at most `limit`. */
export interface RecordRequest {
  /** What kind of record. */
  readonly kind: RecordKind;
  /** Those of this name; null for all. */
  readonly name: string | null;
  /** At most this many. */
  readonly limit: number;
}

/** What a view is read from, in one go. */
export interface LaneState {
  /** The seq of its newest entry; 0 for an empty lane. */
  readonly last: number;
  /** How far its reductions reach, for the key that was asked for. */
  readonly epoch: Epoch;
  /** The newest receipt of this epoch key; of the whole lane where no key was given. */
  readonly lastReceipt: ReceiptId | null;
  /** The record that the epoch names as its summary; null if it names none, or one that is not there. */
  readonly summary: Summary | null;
  /** The newest candidate of this epoch key, if it follows this very epoch. */
  readonly candidate: SummaryCandidate | null;
  /** How far the lane's context was cleared, 0 if never. */
  readonly cleared: number;
  /** Of the session. */
  readonly settings: Readonly<Record<string, Json>>;
  /**
   * Entries, oldest first: the newest `limit` after the epoch's leave-out boundary and after what was cleared; those
   * that the epoch holds; all of the forced turn, its messages too, and every edit and withdrawal of those.
   */
  readonly entries: readonly Entry[];
  /** The turns of these entries. */
  readonly turns: readonly TurnRecord[];
  /**
   * The newest of the lane's last `summariesLookedAt` summaries with a name that was asked for, if it reaches beyond the epoch's
   * leave-out boundary and beyond what was cleared; else null.
   */
  readonly furthest: Summary | null;
  /** One list for each that was asked for, in that order. */
  readonly records: readonly (readonly LaneRecord[])[];
  /** What the first reply among the forced turn's messages replies to; null if there is none, or it is not in the log. */
  readonly replied: RepliedMessage | null;
  /** Missing ids are left out. */
  readonly blobs: ReadonlyMap<BlobId, string>;
  /** The last receipt and those that it builds on, its checkpoint first. */
  readonly chain: readonly KeptReceipt[];
  /** The lane's queue, the first place first, expired places included. */
  readonly leases: readonly Lease[];
}

/** How many summaries `furthest` is looked for among: those of other surfaces may lie in between. */
export const summariesLookedAt = 4;

/** A message that was replied to. */
export interface RepliedMessage {
  /** Where it was said. */
  readonly ref: LaneRef;
  /** As `bySource` gives it: its newest version. */
  readonly entry: Entry;
  /** The message that this is a version of, or that it takes back; itself where it is neither. */
  readonly first: Entry | null;
}
