import { ClewError } from "../errors.js";
import { isChildLane } from "./child-lane.js";
import type { PastChoice } from "./choice.js";
import type { EntryId, Instant, LaneKey, LaneRef, Pointer, Tokens, TurnId } from "./keys.js";
import type { Anchor } from "./pending.js";

/** Where a turn stands: running, waiting for a person or a client, or how it ended. */
export type TurnState = "running" | "waiting" | "completed" | "failed" | "cancelled";
/** What made a turn begin: a person, a clock, or another turn. */
export type TurnOrigin = "interactive" | "scheduled" | "briefing" | "heartbeat" | "subtask";

/** A volatile block as it was first sent. It stays in place while the turn's steps stand on it. */
export interface Preamble {
  /** The kind of content that it is. */
  readonly layer: "memories" | "quote" | "now";
  /** As it was sent. */
  readonly text: string;
  /** The entries whose words these are, for a quote: the message, and the edit that it is shown by. */
  readonly sources?: readonly EntryId[];
  /** Other lanes that some of them are in. */
  readonly lanes?: readonly LaneKey[];
  /** The places in this lane of what was looked up. */
  readonly seqs?: readonly number[];
  /** The pointers that it prints of entries in other lanes. */
  readonly pointers?: readonly Pointer[];
  /** Why each of them was looked up. */
  readonly reasons?: readonly PreambleReason[];
  /** As earlier versions kept it: the message alone. */
  readonly source?: EntryId;
  /** The pointer that a quote prints itself, where it is cut. Pointers among the quoted words are only words. */
  readonly pointer?: Pointer;
}

/** Why something was looked up, for the receipt. */
export interface PreambleReason {
  /** What was looked up. */
  readonly pointer: string;
  /** Why, as part of a sentence. */
  readonly because: string;
  /** Where it is from, if that is another lane. */
  readonly lane?: string;
}

export function listSources({ sources, source }: Preamble): readonly EntryId[] {
  return sources ?? (source === undefined ? [] : [source]);
}

/** From one or more incoming messages to the final reply. */
export interface TurnRecord {
  /** Its id. */
  readonly id: TurnId;
  /** The lane that it is in. */
  readonly ref: LaneRef;
  /** Where it stands. */
  readonly state: TurnState;
  /** What made it begin. */
  readonly origin: TurnOrigin;
  /** When it began. */
  readonly began: Instant;
  /** When it ended; null while it has not. */
  readonly ended: Instant | null;
  /** The entries that it answers. One may have been observed before the turn began. */
  readonly messages: readonly EntryId[];
  /** Texts of this turn's messages above this many tokens are shown as attachments. Decided once; it only ever falls. */
  readonly attachOver: Tokens;
  /** Volatile blocks that its steps stand on. */
  readonly asides: readonly Preamble[];
  /** Its host hands over whole lists and keeps order itself: it runs without a lease. */
  readonly hosted?: true;
  /** The surface that its messages came in by, where a chat has several. */
  readonly surface?: string;
  /** What its message answers or points at, as it was understood when it came. */
  readonly anchor?: Anchor;
  /** No view for another surface shows it. */
  readonly private?: true;
  /** Which older turns its views show. */
  readonly choice?: PastChoice;
}

/** The first ending counts, whoever else still holds the turn. */
export function refuseEnded(stored: TurnRecord | null, reopen: boolean): void {
  if (stored === null || isOpen(stored.state) || reopen) return;
  throw new ClewError("turn/not-running", `This turn is ${stored.state}`, {
    hint: "Begin a new turn with the next message; a message that was answered is not answered twice",
  });
}

/** Nobody asked for it in its lane: it came from a clock or from another agent. A lane of a subagent is there for subtasks. */
export function isBackgroundTurn({ origin, ref }: Pick<TurnRecord, "origin" | "ref">): boolean {
  return origin !== "interactive" && !(origin === "subtask" && isChildLane(ref.lane));
}

export function isOpen(state: TurnState): boolean {
  return state === "running" || state === "waiting";
}
