import type { Entry, SaidEntry } from "../log/entry.js";
import type {
  BlobId,
  EntryId,
  Instant,
  LaneRef,
  OwnerKey,
  ReceiptId,
  SessionKey,
  SessionRef,
  TurnId,
} from "../log/keys.js";
import type { Lease } from "../log/lease.js";
import type { LaneRecord, RecordKind } from "../log/record.js";
import type { TurnRecord } from "../log/turn.js";
import type { Derivation } from "../receipt/derivation.js";
import type { KeptReceipt } from "../receipt/receipt-delta.js";
import type { Change, ChangeResult } from "./change.js";
import type { EpochKeyResolver, LaneRequest, LaneState } from "./lane-state.js";

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
export type SearchScope =
  /** With `before`, only entries of a smaller seq. */
  | { readonly kind: "lane"; readonly ref: LaneRef; readonly before?: number }
  | { readonly kind: "session"; readonly owner: OwnerKey; readonly session: SessionKey }
  | { readonly kind: "owner"; readonly owner: OwnerKey };

/** An entry that a search found. */
export interface FoundEntry {
  /** The lane that it is in. */
  readonly ref: LaneRef;
  /** What was found. */
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

/** Where a page of sessions begins: after the last of the page before. */
export type SessionCursor = Pick<SessionSummary, "session" | "newest">;

/** Something that is named without its session, by somebody who has nothing else. */
export type NameToLocate =
  /** The whole id of a turn, or its beginning or end: at least four characters. */
  | { readonly kind: "turn"; readonly part: string }
  | { readonly kind: "receipt"; readonly id: ReceiptId }
  /** Of a pointer. */
  | { readonly kind: "address"; readonly address: string };

/** Where something is that was only named. */
export interface NameLocation {
  /** The lane that it is in. */
  readonly ref: LaneRef;
  /** Its whole id: of the turn, of the receipt, or of the entry at the address. */
  readonly id: string;
}

/** What `locate` names at most: who sees so many asks for more of the name. */
export const mostLocated = 20;

/** How many lanes of a session `recentSaid` looks at. */
export const recentLanes = 32;

/**
 * The log and what hangs on it. Append-only: nothing here changes or removes an entry.
 * Every key begins with the session, so that a store may keep sessions apart, on as many machines as it likes: turns,
 * receipts, blobs, chunks and lines of the register belong to a session, and one of another session is not there. Only
 * what takes an owner alone may have to ask everywhere: `sessions`, `locate`, `search` over an owner, and `faults`.
 */
export interface LogStore {
  /**
   * All or nothing, in order. An entry whose id, or whose source key (session, message, revision), is known is skipped
   * if `isSameDelivery` says so, and `log/conflict` if not; nothing of the change is then written.
   */
  write(change: Change): Promise<ChangeResult>;
  /** An unknown lane is empty, never an error. The entries of the `forced` turn are there whatever limit and boundary say; an epoch that was never written is the first of its key. */
  read(
    ref: LaneRef,
    request: LaneRequest | number,
    forced?: TurnId | null,
    epochKey?: string | EpochKeyResolver,
  ): Promise<LaneState>;
  /** Entries `from` to `to` by seq, both included, oldest first; at most 1,000. */
  range(ref: LaneRef, from: number, to: number): Promise<readonly Entry[]>;
  /**
   * The newest revision that the session's channel gave this message id, a withdrawal included; else, for an id that an
   * answer was sent with, the agent's last word of that turn, or the note itself.
   */
  bySource(session: SessionRef, message: string): Promise<{ ref: LaneRef; entry: Entry } | null>;
  /**
   * What was said among the newest `limit` entries of a session, in the order in which it was written, the newest last.
   * Lanes of subagents don't count. Only the 32 newest lanes are looked at; an unknown session has said nothing.
   */
  recentSaid(session: SessionRef, limit: number): Promise<readonly { ref: LaneRef; entry: SaidEntry }[]>;
  /** The entry at a pointer's address, whichever lane of the session it is in; the caller checks scope. */
  byAddress(session: SessionRef, address: string): Promise<{ ref: LaneRef; entry: Entry } | null>;
  /** Null for an unknown one, and for one of another lane. */
  byId(ref: LaneRef, id: EntryId): Promise<Entry | null>;
  /** The edits and withdrawals in this lane that are aimed at any of these entries, by seq. */
  changesOf(ref: LaneRef, targets: readonly EntryId[]): Promise<readonly Entry[]>;
  /** Missing ids are left out of the answer. */
  blobs(session: SessionRef, ids: readonly BlobId[]): Promise<ReadonlyMap<BlobId, string>>;
  /** Null for an unknown one, and for one of another session. */
  turn(session: SessionRef, id: TurnId): Promise<TurnRecord | null>;
  /** Newest first, at most `limit`. */
  turns(ref: LaneRef, limit: number): Promise<readonly TurnRecord[]>;
  /** All turns that answer an entry, newest first. */
  turnsAnswering(session: SessionRef, entry: EntryId): Promise<readonly TurnRecord[]>;
  /** The lane's queue, the first place first, expired places included. */
  leases(ref: LaneRef): Promise<readonly Lease[]>;
  /**
   * Sessions of an owner, newest first, at most `limit`, those after the cursor only. One that is written to between two
   * pages moves to the front: it may come a second time, or be on none of the later pages.
   */
  sessions(
    owner: OwnerKey,
    page: { readonly after: SessionCursor | null; readonly limit: number },
  ): Promise<readonly SessionSummary[]>;
  /** Newest first. An unknown session has none. */
  lanes(session: SessionRef): Promise<readonly LaneSummary[]>;
  /**
   * Asks everywhere where something is that is named without its session, at most `mostLocated` places: for people who
   * type an id, never on the way of a message. A turn whose whole id it is stands alone.
   */
  locate(owner: OwnerKey, name: NameToLocate): Promise<readonly NameLocation[]>;
  /** The receipt and those that it builds on, its checkpoint first. An unknown one gives an empty list. */
  receipt(session: SessionRef, id: ReceiptId): Promise<readonly KeptReceipt[]>;
  /** The ids of a turn's receipts by call number. */
  receiptsOf(session: SessionRef, turn: TurnId): Promise<readonly ReceiptId[]>;
  /** All receipts of a lane in the order in which they were written, as they are kept: at most `limit` after `after`. */
  receipts(ref: LaneRef, after: ReceiptId | null, limit: number): Promise<readonly KeptReceipt[]>;
  /** Records of a kind, newest first, at most `limit`: those of one name, or all. */
  records(ref: LaneRef, kind: RecordKind, name: string | null, limit: number): Promise<readonly LaneRecord[]>;
  /** Missing hashes are left out of the answer. */
  chunks(session: SessionRef, hashes: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** What was made from each of the entries, in no particular order; one that nothing was made from is left out. */
  derivedFrom(
    session: SessionRef,
    sources: readonly EntryId[],
  ): Promise<ReadonlyMap<EntryId, readonly Omit<Derivation, "sources">[]>>;
  /**
   * Entries of the scope that hold the words, newest first: those with all of them, then those with some, more first;
   * at most `limit`, and none that holds fewer than `least` of them. Of many words the first 16 count. What was withdrawn is not found. Nothing outside the
   * scope has any influence.
   */
  search(scope: SearchScope, words: readonly string[], limit: number, least?: number): Promise<readonly FoundEntry[]>;
  /** What is wrong with the store, each as a sentence; an empty list is good news. `thorough` reads everything. */
  faults(thorough: boolean): Promise<readonly StoreFault[]>;
  /** Later calls fail with `store/closed`. Closing twice is fine. */
  close(): Promise<void>;
  /** For people: the file, or "memory". */
  readonly location: string;
}
