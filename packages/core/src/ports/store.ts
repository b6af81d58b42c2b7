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
import type { Erasure } from "./erasure.js";
import type { FileBytes } from "./files.js";
import type { EpochKeyResolver, LaneRequest, LaneState } from "./lane-state.js";
import type { UnindexedPage, VectorPage } from "./vectors.js";

/** A session in a list. */
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

/** A lane in a list. */
export interface LaneSummary {
  /** Its full address. */
  readonly ref: LaneRef;
  /** How many entries it holds. */
  readonly entries: number;
  /** The latest time that the channel gave. */
  readonly newest: Instant;
}

/** The part of the log that a search covers. */
export type SearchScope = (
  | { readonly kind: "lane"; readonly ref: LaneRef; readonly before?: number }
  | { readonly kind: "session"; readonly owner: OwnerKey; readonly session: SessionKey }
  | { readonly kind: "owner"; readonly owner: OwnerKey }
) & {
  /** Finds only messages of people and agents, and their edits. Word counts still cover all entries. */
  readonly said?: true;
};

/** A search result. */
export interface FoundEntry {
  /** The lane that it is in. */
  readonly ref: LaneRef;
  /** The entry that was found. */
  readonly entry: Entry;
  /** The words that it contains, by their places in the question. */
  readonly held: readonly number[];
}

/** The entries found, and how common the words are in the scope. */
export interface SearchResult {
  /** Best first. */
  readonly found: readonly FoundEntry[];
  /**
   * How many entries of the scope contain each of the words. A store may stop counting after some hundreds and return
   * an estimate.
   */
  readonly holders: readonly number[];
  /** How many entries the scope has. */
  readonly entries: number;
}

/** A fault in a store and its remedy. */
export interface StoreFault {
  /** The fault, as a sentence without its full stop. */
  readonly what: string;
  /** The next step, as a sentence without its full stop. */
  readonly hint: string;
  /** The unreadable row, if the fault concerns one. */
  readonly row?: FaultyRow;
}

/** The place of an unreadable row, as far as it is known. */
export interface FaultyRow {
  /** The store's name for rows of its kind, such as entries. */
  readonly table: string;
  /** Its number among them. */
  readonly number?: number;
  /** The session that it belongs to. */
  readonly session?: string;
  /** The lane. */
  readonly lane?: string;
  /** Its place in the lane, for an entry. */
  readonly seq?: number;
  /** The id of the turn, or of the turn that the row belongs to. */
  readonly turn?: string;
}

/** The start of a page of sessions: the last session of the page before. */
export type SessionCursor = Pick<SessionSummary, "session" | "newest">;

/** Something that is named without its session, by a person who knows only the name. */
export type NameToLocate =
  /** The whole id of a turn, or its beginning or end of at least four characters. */
  | { readonly kind: "turn"; readonly part: string }
  | { readonly kind: "receipt"; readonly id: ReceiptId }
  /** The address part of a pointer. */
  | { readonly kind: "address"; readonly address: string };

/** The place of something that was named without its session. */
export interface NameLocation {
  /** The lane that it is in. */
  readonly ref: LaneRef;
  /** The whole id of the turn, of the receipt, or of the entry at the address. */
  readonly id: string;
}

/** The most places that `locate` returns; a caller who gets so many asks for a longer part of the name. */
export const mostLocated = 20;

/** The most entries that `at` returns. */
export const mostPlaces = 2_000;

/** The number of unsent turns of a session that a store can list. */
export const mostUnsent = 100;

/** A place in the queue of a lane. */
export interface QueuedTurn {
  /** The lane of the queue. */
  readonly ref: LaneRef;
  /** The place. */
  readonly lease: Lease;
  /** The turn's record; null while it waits, because it has no record yet. */
  readonly turn: TurnRecord | null;
}

/** The number of lanes of a session that `recentSaid` reads. */
export const recentLanes = 32;

/**
 * The log and what belongs to it. Append-only: no method but `erase` changes or removes an entry.
 * Every key begins with the session, so that a store may keep sessions apart, on any number of machines: turns,
 * receipts, blobs, chunks and derivations belong to one session and are invisible from another. Only methods that take
 * an owner alone may have to ask every machine: `sessions`, `locate`, `search` over an owner, and `faults`.
 */
export interface LogStore {
  /**
   * Writes all or nothing, in order. An entry with a known id or source key (session, message, revision) is skipped if
   * `isSameDelivery` holds; otherwise the change fails with `log/conflict` and writes nothing.
   */
  write(change: Change): Promise<ChangeResult>;
  /**
   * Reads a lane. An unknown lane is empty, never an error. The entries of the `forced` turn are read whatever limit
   * and boundary say; an epoch that was never written is the first of its key.
   */
  read(
    ref: LaneRef,
    request: LaneRequest | number,
    forced?: TurnId | null,
    epochKey?: string | EpochKeyResolver,
  ): Promise<LaneState>;
  /** Entries `from` to `to` by seq, both included, oldest first; at most 1,000. */
  range(ref: LaneRef, from: number, to: number): Promise<readonly Entry[]>;
  /** The entries with these seqs, oldest first; at most `mostPlaces`. Missing ones are left out. */
  at(ref: LaneRef, seqs: readonly number[]): Promise<readonly Entry[]>;
  /**
   * The newest revision of the channel's message with this id, a withdrawal included, in the lane of the newest that was
   * said: an edit is found where its message is, and a message that moved where it is now. For an id under which an answer
   * was sent: the agent's last message of that turn, even if a message has the id too; or the note itself.
   */
  bySource(session: SessionRef, message: string): Promise<{ ref: LaneRef; entry: Entry } | null>;
  /**
   * The messages among the newest `limit` entries of a session, in the order of writing, the newest last. Lanes of
   * subagents don't count. Only the `recentLanes` newest lanes are read; an unknown session gives an empty list.
   */
  recentSaid(session: SessionRef, limit: number): Promise<readonly { ref: LaneRef; entry: SaidEntry }[]>;
  /** The entry at a pointer's address, in whichever lane of the session it is. The caller checks the scope. */
  byAddress(session: SessionRef, address: string): Promise<{ ref: LaneRef; entry: Entry } | null>;
  /** Null for an unknown one, and for one of another lane. */
  byId(ref: LaneRef, id: EntryId): Promise<Entry | null>;
  /** The edits and withdrawals in this lane of any of these entries, by seq. */
  changesOf(ref: LaneRef, targets: readonly EntryId[]): Promise<readonly Entry[]>;
  /** Missing ids are left out of the answer. */
  blobs(session: SessionRef, ids: readonly BlobId[]): Promise<ReadonlyMap<BlobId, string>>;
  /** Null for an unknown one, and for one of another session. */
  turn(session: SessionRef, id: TurnId): Promise<TurnRecord | null>;
  /** Newest first, at most `limit`. */
  turns(ref: LaneRef, limit: number): Promise<readonly TurnRecord[]>;
  /** All turns that answer an entry, newest first. */
  turnsAnswering(session: SessionRef, entry: EntryId): Promise<readonly TurnRecord[]>;
  /**
   * Turns with `unsent`, the last to begin first, at most `limit`; of all sessions of the owner if none is given. Only
   * the last `mostUnsent` of each session are kept, so the list stays short if the host never marks replies as sent.
   */
  unsent(owner: OwnerKey, session: SessionKey | null, limit: number): Promise<readonly TurnRecord[]>;
  /** The places in all queues of the owner's lanes; those of one lane in their order. */
  queued(owner: OwnerKey): Promise<readonly QueuedTurn[]>;
  /** The lane's queue, the first place first, expired places included. */
  leases(ref: LaneRef): Promise<readonly Lease[]>;
  /**
   * Sessions of an owner after the cursor, newest first, at most `limit`. A session that is written to between two
   * pages moves to the front: it may appear twice or be missing from later pages.
   */
  sessions(
    owner: OwnerKey,
    page: { readonly after: SessionCursor | null; readonly limit: number },
  ): Promise<readonly SessionSummary[]>;
  /** Newest first. An unknown session has none. */
  lanes(session: SessionRef): Promise<readonly LaneSummary[]>;
  /**
   * Finds something that is named without its session, at most `mostLocated` places. It asks every session, so it is
   * for people who type an id, never for handling a message. A turn with exactly this id is the only result.
   */
  locate(owner: OwnerKey, name: NameToLocate): Promise<readonly NameLocation[]>;
  /** The receipt and those that it builds on, its checkpoint first. An unknown receipt gives an empty list. */
  receipt(session: SessionRef, id: ReceiptId): Promise<readonly KeptReceipt[]>;
  /** The ids of a turn's receipts, by call number. */
  receiptsOf(session: SessionRef, turn: TurnId): Promise<readonly ReceiptId[]>;
  /** A lane's receipts as stored, in the order of writing: at most `limit` after `after`. */
  receipts(ref: LaneRef, after: ReceiptId | null, limit: number): Promise<readonly KeptReceipt[]>;
  /** Records of one kind and name (null for all names), newest first, at most `limit`. */
  records(ref: LaneRef, kind: RecordKind, name: string | null, limit: number): Promise<readonly LaneRecord[]>;
  /** Missing hashes are left out of the answer. */
  chunks(session: SessionRef, hashes: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The derivations of each of the entries, in no particular order. Entries without derivations are left out. */
  derivedFrom(
    session: SessionRef,
    sources: readonly EntryId[],
  ): Promise<ReadonlyMap<EntryId, readonly Omit<Derivation, "sources">[]>>;
  /**
   * Entries in the scope that contain the words, at most `limit`: those whose words weigh most together (`weighWord`), and
   * newest first among equals, so that entries with all of them come first. Only the first 16 words count. Withdrawn
   * messages are not found. With `before`, only entries of a smaller seq are. Nothing outside the scope influences the result.
   */
  search(scope: SearchScope, words: readonly string[], limit: number): Promise<SearchResult>;
  /**
   * Vectors of the lane under the embedder's name, in the order of writing: at most `limit` after the number `after`. An
   * edited or withdrawn entry appears once more, without bytes. So reading the new ones keeps a copy current.
   */
  vectors(ref: LaneRef, embedder: string, after: number, limit: number): Promise<VectorPage>;
  /**
   * Current messages of people and agents in the lane that have no vector under the name. Returns at most `limit`
   * entries of a seq below `before` (null: from the end), newest first. Private and late entries are among them.
   */
  unindexed(ref: LaneRef, embedder: string, before: number | null, limit: number): Promise<UnindexedPage>;
  /** How many such entries there are at the places `from` to `to`, both included; at most 20,000 places. */
  countUnindexed(ref: LaneRef, embedder: string, from: number, to: number): Promise<number>;
  /**
   * Removes something for good, all or nothing. No byte of it remains, neither in free space nor in a write-ahead log.
   * The store also drops all that it holds in memory. While another process has the store open, it fails with
   * `store/unavailable` and changes nothing, because that process might write remembered rows again.
   */
  erase(erasure: Erasure): Promise<void>;
  /** The bytes of the store's own files, to verify an erasure. Absent if there are no files. */
  readonly bytes?: () => AsyncIterable<FileBytes>;
  /** All owners with logs in the same files, who may have said the same words. Absent if there are no files. */
  readonly owners?: () => Promise<readonly OwnerKey[]>;
  /** The faults of the store; an empty list if it is sound. `thorough` reads everything. */
  faults(thorough: boolean): Promise<readonly StoreFault[]>;
  /** Later calls fail with `store/closed`. A second close is a no-op. */
  close(): Promise<void>;
  /** The file's path, or "memory", for people. */
  readonly location: string;
}
