import type { Derivation } from "./derivation.js";
import type { Draft, Entry, Said } from "./entry.js";
import type { Epoch } from "./epoch.js";
import type { Json } from "./json.js";
import type { BlobId, EntryId, Instant, LaneRef, OwnerKey, ReceiptId, SessionKey, TurnId } from "./keys.js";
import type { Claim, Expected, Lease } from "./lease.js";
import type { KeptReceipt } from "./receipt-delta.js";
import type { LaneRecord, RecordKind } from "./record.js";
import type { Candidate } from "./summary/candidate.js";
import type { Summary } from "./summary/summary.js";
import type { TurnRecord } from "./turn.js";

/** Our time and the ids made from it. */
export interface Clock {
  now(): Instant;
  /** A fresh UUIDv7 for this instant. Later calls sort later. */
  id(): string;
}

/**
 * A small model for short texts. It may answer anything, or not at all: whoever asks sets a deadline and checks. `Signal`
 * is what stops it.
 */
export type Completer<Signal> = (request: {
  readonly system: string;
  readonly text: string;
  readonly maxTokens: number;
  readonly signal: Signal;
}) => Promise<Completed>;

/** The text alone, or with what the provider says that it cost. */
type Completed = string | { readonly text: string; readonly usage?: Json };

/** Texts as files of their own, readable by other tools than ours. */
export interface Files {
  /** Writes a new file and returns the path to give to others. Fails where it can't be written or its name is taken. */
  keep(name: string, text: string): Promise<string>;
}

/** Everything that one step of a turn changes, in one transaction. */
export interface Change {
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
  readonly claim?: Claim;
  /** The turn's place in the lane must be exactly this; else nothing of the change is written. */
  readonly expects?: Expected;
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
export interface Written {
  /** False if the lease, the place or the epoch that it expected was gone; then nothing was written. */
  readonly done: boolean;
  /** As they stand in the log, known ones included, whichever lane of the session they are in. */
  readonly entries: readonly Entry[];
  /** For a change with a claim: the lane's queue after it, the first place first. Queued places that ran out are gone from it. */
  readonly leases: readonly Lease[];
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

/** How far a search may look. */
export type Scope =
  | { readonly kind: "lane"; readonly ref: LaneRef }
  | { readonly kind: "session"; readonly owner: OwnerKey; readonly session: SessionKey }
  | { readonly kind: "owner"; readonly owner: OwnerKey };

/** An entry that a search found. */
export interface Found {
  readonly ref: LaneRef;
  readonly entry: Entry;
  /** How many of the words it holds. */
  readonly matched: number;
}

/** Something that is not as it should be, and what to do about it. */
export interface StoreFault {
  /** What is wrong, as a sentence without its full stop. */
  readonly what: string;
  /** The next step, as a sentence without its full stop. */
  readonly hint: string;
}

/** The settings of a session decide which epoch is meant, and a store knows them before it looks for it. */
export type KeyOf = (settings: Readonly<Record<string, Json>>) => string;

/** What a view is read from, in one go. */
export interface LaneState {
  readonly last: number;
  readonly epoch: Epoch;
  /** The newest receipt of this epoch key; of the whole lane where no key was given. */
  readonly lastReceipt: ReceiptId | null;
  /** The record that the epoch names as its summary; null if it names none, or one that is not there. */
  readonly summary: Summary | null;
  /** The newest candidate of this epoch key, if it follows this very epoch. */
  readonly candidate: Candidate | null;
  /** How far the lane's context was cleared, 0 if never. */
  readonly cleared: number;
  /** Of the session. */
  readonly settings: Readonly<Record<string, Json>>;
  /**
   * Entries, oldest first: the newest `limit` after the epoch's leave-out boundary and after what was cleared; those
   * that the epoch holds; all of the forced turn, its messages too, and every edit and withdrawal of those.
   */
  readonly entries: readonly Entry[];
  readonly turns: readonly TurnRecord[];
}

/** How many lanes of a session `recentSaid` looks at. */
export const recentLanes = 32;

/** The log and what hangs on it. Append-only: nothing here changes or removes an entry. */
export interface LogStore {
  /**
   * All or nothing, in order. An entry whose id, or whose source key (session, message, revision), is known is skipped
   * if `isSameDelivery` says so, and `log/conflict` if not; nothing of the change is then written.
   */
  write(change: Change): Promise<Written>;
  /** An unknown lane is empty, never an error. The entries of the `forced` turn are there whatever limit and boundary say; an epoch that was never written is the first of its key. */
  read(ref: LaneRef, limit: number, forced: TurnId | null, epochKey?: string | KeyOf): Promise<LaneState>;
  /** Entries `from` to `to` by seq, both included, oldest first; at most 1,000. */
  range(ref: LaneRef, from: number, to: number): Promise<readonly Entry[]>;
  /**
   * The newest revision that the session's channel gave this message id, a withdrawal included; else, for an id that an
   * answer was sent with, the agent's last word of that turn, or the note itself.
   */
  bySource(owner: OwnerKey, session: SessionKey, message: string): Promise<{ ref: LaneRef; entry: Entry } | null>;
  /**
   * What was said among the newest `limit` entries of a session, in the order in which it was written, the newest last.
   * Lanes of subagents don't count. Only the 32 newest lanes are looked at; an unknown session has said nothing.
   */
  recentSaid(owner: OwnerKey, session: SessionKey, limit: number): Promise<readonly { ref: LaneRef; entry: Said }[]>;
  /** The entry at a pointer's address, whichever lane it is in; the caller checks scope. */
  byAddress(owner: OwnerKey, address: string): Promise<{ ref: LaneRef; entry: Entry } | null>;
  byId(ref: LaneRef, id: EntryId): Promise<Entry | null>;
  /** The edits and withdrawals in this lane that are aimed at any of these entries, by seq. */
  changesOf(ref: LaneRef, targets: readonly EntryId[]): Promise<readonly Entry[]>;
  /** Missing ids are left out of the answer. */
  blobs(owner: OwnerKey, ids: readonly BlobId[]): Promise<ReadonlyMap<BlobId, string>>;
  turn(owner: OwnerKey, id: TurnId): Promise<TurnRecord | null>;
  /** Newest first, at most `limit`. */
  turns(ref: LaneRef, limit: number): Promise<readonly TurnRecord[]>;
  /** All turns that answer an entry, newest first. */
  turnsAnswering(owner: OwnerKey, entry: EntryId): Promise<readonly TurnRecord[]>;
  /** The lane's queue, the first place first, expired places included. */
  leases(ref: LaneRef): Promise<readonly Lease[]>;
  /** Newest first; all sessions of the owner. */
  sessions(owner: OwnerKey): Promise<readonly SessionSummary[]>;
  /** Newest first. An unknown session has none. */
  lanes(owner: OwnerKey, session: SessionKey): Promise<readonly LaneSummary[]>;
  /** The receipt and those that it builds on, its checkpoint first. An unknown one gives an empty list. */
  receipt(owner: OwnerKey, id: ReceiptId): Promise<readonly KeptReceipt[]>;
  /** The ids of a turn's receipts by call number. */
  receiptsOf(owner: OwnerKey, turn: TurnId): Promise<readonly ReceiptId[]>;
  /** All receipts of a lane in the order in which they were written, as they are kept: at most `limit` after `after`. */
  receipts(ref: LaneRef, after: ReceiptId | null, limit: number): Promise<readonly KeptReceipt[]>;
  /** Records of a kind, newest first, at most `limit`: those of one name, or all. */
  records(ref: LaneRef, kind: RecordKind, name: string | null, limit: number): Promise<readonly LaneRecord[]>;
  /** Missing hashes are left out of the answer. */
  chunks(owner: OwnerKey, hashes: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** What was made from an entry, in no particular order. */
  derivedFrom(owner: OwnerKey, source: EntryId): Promise<readonly Omit<Derivation, "sources">[]>;
  /**
   * Entries of the scope that hold the words, newest first: those with all of them, then those with some, more first;
   * at most `limit`. What was withdrawn is not found. Nothing outside the scope has any influence.
   */
  search(scope: Scope, words: readonly string[], limit: number): Promise<readonly Found[]>;
  /** What is wrong with the store, each as a sentence; an empty list is good news. `thorough` reads everything. */
  faults(thorough: boolean): Promise<readonly StoreFault[]>;
  /** Later calls fail with `store/closed`. Closing twice is fine. */
  close(): Promise<void>;
  /** For people: the file, or "memory". */
  readonly location: string;
}
