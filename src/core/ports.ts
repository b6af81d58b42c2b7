import type { Draft, Entry } from "./entry.js";
import type { BlobId, EntryId, Instant, LaneRef, OwnerKey, ReceiptId, SessionKey, TurnId } from "./keys.js";
import type { Receipt } from "./receipt.js";
import type { Epoch } from "./snapshot.js";
import type { TurnRecord } from "./turn.js";

/** Our time and the ids made from it. */
export interface Clock {
  now(): Instant;
  /** A fresh UUIDv7 for this instant. Later calls sort later. */
  id(): string;
}

/** Everything that one step of a turn changes, in one transaction. */
export interface Change {
  readonly ref: LaneRef;
  /** Appended in order; each gets the next seq of the lane. */
  readonly entries?: readonly Draft[];
  /** Contents of the blobs that the entries name. A known blob is a no-op. */
  readonly blobs?: ReadonlyMap<BlobId, string>;
  /** Inserted, or replaced whole. One that has ended stays so: the change is then `turn/not-running`, and not written. */
  readonly turn?: TurnRecord;
  /** The turn goes on although it had ended. */
  readonly reopen?: true;
  readonly receipt?: { readonly receipt: Receipt; readonly chunks: ReadonlyMap<string, string> };
  /** Written only if the lane's epoch of this key still has the number before; else the change goes through without it. */
  readonly epoch?: Epoch;
}

/** A session at a glance. */
export interface SessionSummary {
  /** Its key, as channel:name. */
  readonly session: SessionKey;
  /** How many lanes it has. */
  readonly lanes: number;
  /** How many entries they hold together. */
  readonly entries: number;
  /** The latest time that the channel gave. */
  readonly newest: Instant;
}

/** A lane at a glance. */
export interface LaneSummary {
  /** Its full address. */
  readonly ref: LaneRef;
  /** How many entries it holds. */
  readonly entries: number;
  /** The latest time that the channel gave. */
  readonly newest: Instant;
}

/** What a view is read from, in one go. */
export interface LaneState {
  readonly last: number;
  readonly epoch: Epoch;
  readonly lastReceipt: ReceiptId | null;
  /** Entries, oldest first: the newest `limit` after the epoch's leave-out boundary, and all forced ones. */
  readonly entries: readonly Entry[];
  readonly turns: readonly TurnRecord[];
}

/** The log and what hangs on it. Append-only: nothing here changes or removes an entry. */
export interface LogStore {
  /**
   * All or nothing, in order. An entry whose id, or whose source key (session, message, revision), is known is skipped
   * if `isSameDelivery` says so, and `log/conflict` if not; nothing of the change is then written.
   * Returns the entries as they stand in the log, known ones included, whichever lane of the session they are in.
   */
  write(change: Change): Promise<readonly Entry[]>;
  /** An unknown lane is empty, never an error. The entries of the `forced` turn are there whatever limit and boundary say; an epoch that was never written is the first of its key. */
  read(ref: LaneRef, limit: number, forced: TurnId | null, epochKey?: string): Promise<LaneState>;
  /** Entries `from` to `to` by seq, both included, oldest first; at most 1,000. */
  range(ref: LaneRef, from: number, to: number): Promise<readonly Entry[]>;
  /**
   * The newest revision that the session's channel gave this message id, a withdrawal included; else, for an id that an
   * answer was sent with, the agent's last word of that turn, or the note itself.
   */
  bySource(owner: OwnerKey, session: SessionKey, message: string): Promise<{ ref: LaneRef; entry: Entry } | null>;
  /** The entry at a pointer's address, whichever lane it is in; the caller checks scope. */
  byAddress(owner: OwnerKey, address: string): Promise<{ ref: LaneRef; entry: Entry } | null>;
  byId(ref: LaneRef, id: EntryId): Promise<Entry | null>;
  /** Missing ids are left out of the answer. */
  blobs(owner: OwnerKey, ids: readonly BlobId[]): Promise<ReadonlyMap<BlobId, string>>;
  turn(owner: OwnerKey, id: TurnId): Promise<TurnRecord | null>;
  /** Newest first, at most `limit`. */
  turns(ref: LaneRef, limit: number): Promise<readonly TurnRecord[]>;
  /** Newest first; all sessions of the owner. */
  sessions(owner: OwnerKey): Promise<readonly SessionSummary[]>;
  /** Newest first. An unknown session has none. */
  lanes(owner: OwnerKey, session: SessionKey): Promise<readonly LaneSummary[]>;
  receipt(owner: OwnerKey, id: ReceiptId): Promise<Receipt | null>;
  /** The receipts of a turn by call number. */
  receipts(owner: OwnerKey, turn: TurnId): Promise<readonly Receipt[]>;
  /** Missing hashes are left out of the answer. */
  chunks(owner: OwnerKey, hashes: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Later calls fail with `store/closed`. Closing twice is fine. */
  close(): Promise<void>;
  /** For people: the file, or "memory". */
  readonly location: string;
}
