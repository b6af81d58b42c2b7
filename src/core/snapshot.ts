import type { Entry, Speaker, Text } from "./entry.js";
import type { BlobId, EntryId, Instant, LaneRef, Pointer, TurnId } from "./keys.js";
import type { Hash } from "./pointer.js";
import type { RungName } from "./policy.js";
import type { ToolSpec } from "./request.js";
import type { Calibration } from "./tokens.js";
import type { TurnRecord } from "./turn.js";

/** How far each rung has reduced the lane, by seq. It moves only at a compaction, so that calls in between only append. */
export interface Epoch {
  /** What it was made for: the policy and the window. Another window has another epoch, so it neither inherits nor disturbs this one. */
  readonly key: string;
  readonly number: number;
  readonly through: Readonly<Record<RungName, number>>;
  /** Edits up to here are shown in place; later ones as a notice at the end. */
  readonly foldedThrough: number;
}

export const firstEpoch: Epoch = Object.freeze({
  key: "",
  number: 0,
  through: Object.freeze({ spill: 0, clear: 0, "leave-out": 0 }),
  foldedThrough: 0,
});

/** The message that is being replied to, as text. */
export interface ReplyTarget {
  readonly id?: EntryId;
  /** The edit that the text is from, where it was edited. */
  readonly edit?: EntryId;
  /** Its place in this lane; null where it is from another lane of the session. */
  readonly seq: number | null;
  readonly pointer: Pointer;
  readonly by: Speaker;
  readonly at: Instant;
  readonly text: Text;
}

/** Everything that a view is computed from, besides policy and budget. */
export interface Snapshot {
  readonly ref: LaneRef;
  readonly instructions: string;
  readonly persona: string;
  readonly tools: readonly ToolSpec[];
  /** The turn to answer; null shows what the next message would find. */
  readonly turn: TurnRecord | null;
  /** The turns of the entries below. */
  readonly turns: ReadonlyMap<TurnId, TurnRecord>;
  /** Candidates, oldest first. Entries of the lane that are not here are covered by spans. */
  readonly entries: readonly Entry[];
  /** The newest seq of the lane, 0 for an empty one. */
  readonly last: number;
  /** Contents of those blobs that the view may show in full; base64 for files. */
  readonly blobs: ReadonlyMap<BlobId, string>;
  readonly epoch: Epoch;
  readonly replyTarget: ReplyTarget | null;
  /** Aliases that the owner gave, by address. */
  readonly people: ReadonlyMap<string, string>;
  readonly now: Instant;
  /** IANA name of the session's time zone. */
  readonly zone: string;
}

/** Entries behind a boundary, and whatever the turn stands on: its own, its messages, their edits and withdrawals. */
export function entriesAfter(entries: readonly Entry[], boundary: number, turn: TurnRecord | null): readonly Entry[] {
  const forced = new Set<EntryId>();
  for (const entry of entries) {
    const changes = entry.kind === "revised" || entry.kind === "withdrawn" ? entry.target : null;
    const own = turn !== null && (entry.turn === turn.id || turn.messages.includes(entry.id));
    if (own || (changes !== null && forced.has(changes))) forced.add(entry.id);
  }
  return entries.filter((entry) => entry.seq > boundary || forced.has(entry.id));
}

/** Pure functions that the core does not bring itself. */
export interface Kit {
  readonly hash: Hash;
  readonly calibration: Calibration;
}
