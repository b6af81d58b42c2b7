import type { Entry } from "../log/entry.js";
import type { EntryId, Instant, LaneRef, ReceiptId, SessionRef } from "../log/keys.js";
import type { LaneRecord } from "../log/record.js";
import type { TurnRecord } from "../log/turn.js";
import type { Derivation } from "../receipt/derivation.js";
import type { Json } from "../text/json.js";
import type { Change } from "./change.js";

/** What is taken out of the log for good, all of it planned by whoever asks. What is not there is passed over. */
export interface Erasure {
  /** Of these nothing stays. */
  readonly sessions: readonly SessionRef[];
  /**
   * Set where nobody asked for it just now: nothing is erased, and `lane/busy` is thrown, if one of the sessions has something from
   * this time on; and a file that is in use is not waited for.
   */
  readonly ifIdleSince: Instant | null;
  /** Nor of these, with all that was made of them; their session stays. */
  readonly lanes: readonly LaneRef[];
  /** Entries as they stand from now on, each in the place that it has. Notes that something was erased have no words and no vectors. */
  readonly entries: readonly ErasedEntry[];
  /** The register forgets what was made of these, in every session. */
  readonly sources: readonly EntryId[];
  /** Derived rows that go: the register forgets them, whatever else they were made of. */
  readonly derived: readonly ErasedDerivation[];
  /** Turns as they stand from now on, with the messages that they have. One that waits may be over, and none is owed anew. */
  readonly turns: readonly TurnRecord[];
  /** Records as they stand from now on, under the same id; null for those that go. */
  readonly records: readonly ErasedRecord[];
  /** What was decided for a view, without what is erased of it. */
  readonly receipts: readonly ErasedDecisions[];
  /** Chunks and blobs that go. Receipts name them by another name from now on, under which there is nothing. */
  readonly pieces: readonly ErasedPiece[];
  /** Settings that change with it. */
  readonly settings: Required<Pick<Change, "ref" | "settings">> | null;
  /** Also gives free space back, so that nothing that was overwritten is left in it. Takes as long as copying the store. */
  readonly sweep: boolean;
}

/** An entry that changes. */
export interface ErasedEntry {
  /** The lane that it is in. */
  readonly ref: LaneRef;
  /** What stands there from now on, with the same id and seq. */
  readonly entry: Entry;
}

/** A record that changes or goes. */
export interface ErasedRecord {
  /** The lane that it is kept with. */
  readonly ref: LaneRef;
  /** Its id. */
  readonly id: string;
  /** What stands there from now on; null for nothing. */
  readonly becomes: LaneRecord | null;
}

/** The decisions of a receipt. */
export interface ErasedDecisions {
  /** The session of the receipt. */
  readonly session: SessionRef;
  /** The receipt. */
  readonly id: ReceiptId;
  /** What stands there from now on. */
  readonly decisions: Json;
}

/** A line of the register. */
export interface ErasedDerivation {
  /** The session whose entries it was made of. */
  readonly session: SessionRef;
  /** The row's kind. */
  readonly kind: Derivation["kind"];
  /** The row, by its hash, id or name. */
  readonly key: string;
}

/** A stored piece of views, or a file. */
export interface ErasedPiece {
  /** The session that has it. */
  readonly session: SessionRef;
  /** Its hash. */
  readonly hash: string;
  /** How receipts name it from now on. */
  readonly name: string;
}

export const nothingErased: Erasure = {
  sessions: [],
  ifIdleSince: null,
  lanes: [],
  entries: [],
  sources: [],
  derived: [],
  turns: [],
  records: [],
  receipts: [],
  pieces: [],
  settings: null,
  sweep: false,
};
