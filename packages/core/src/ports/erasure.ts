import type { Json } from "@clewline/text/json.js";
import type { Entry } from "../log/entry.js";
import type { EntryId, Instant, LaneRef, ReceiptId, SessionRef } from "../log/keys.js";
import type { LaneRecord } from "../log/record.js";
import type { TurnRecord } from "../log/turn.js";
import type { Derivation } from "../receipt/derivation.js";
import type { Change } from "./change.js";

/** Everything to remove for good, planned in full by the caller. A store ignores items that it does not have. */
export interface Erasure {
  /** Sessions to remove whole. */
  readonly sessions: readonly SessionRef[];
  /**
   * Set for an automatic erasure. If one of the sessions has something from this time on, the store throws `lane/busy`
   * and erases nothing. It also does not wait for a file that is in use.
   */
  readonly ifIdleSince: Instant | null;
  /** Lanes to remove with everything derived from them; their session stays. */
  readonly lanes: readonly LaneRef[];
  /** New versions of entries, each at its old place. A note of kind `erased` has no words and no vectors. */
  readonly entries: readonly ErasedEntry[];
  /** The register forgets everything derived from these entries, in every session. */
  readonly sources: readonly EntryId[];
  /** Derived rows to remove. The register forgets them even if they have other sources. */
  readonly derived: readonly ErasedDerivation[];
  /** New versions of turns, with their messages. A waiting turn may become ended, and none becomes unsent. */
  readonly turns: readonly TurnRecord[];
  /** New versions of records under the same id, or null for records to remove. */
  readonly records: readonly ErasedRecord[];
  /** New decisions of receipts, without the erased parts. */
  readonly receipts: readonly ErasedDecisions[];
  /** Chunks and blobs to remove. Receipts get another name for them, under which nothing is stored. */
  readonly pieces: readonly ErasedPiece[];
  /** Settings that change in the same transaction. */
  readonly settings: Required<Pick<Change, "ref" | "settings">> | null;
  /** Also releases free space, so that no overwritten bytes remain in it. Takes as long as copying the store. */
  readonly sweep: boolean;
}

/** An entry that changes. */
export interface ErasedEntry {
  /** The lane that it is in. */
  readonly ref: LaneRef;
  /** The new version, with the same id and seq. */
  readonly entry: Entry;
}

/** A record that changes or goes. @public */
export interface ErasedRecord {
  /** The lane that it is kept with. */
  readonly ref: LaneRef;
  /** Its id. */
  readonly id: string;
  /** The new version; null to remove it. */
  readonly becomes: LaneRecord | null;
}

/** The decisions of a receipt. */
export interface ErasedDecisions {
  /** The session of the receipt. */
  readonly session: SessionRef;
  /** The receipt. */
  readonly id: ReceiptId;
  /** The new decisions. */
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
  /** The name that receipts use from now on. */
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
