import { ClewError } from "../errors.js";
import { isChildLane } from "./child-lane.js";
import type { PastChoice } from "./choice.js";
import type { EntryId, Instant, LaneKey, LaneRef, Pointer, Tokens, TurnId } from "./keys.js";
import type { Anchor } from "./open-questions.js";

/** The state of a turn: running, waiting for a person or a client, or how it ended. */
export type TurnState = "running" | "waiting" | "completed" | "failed" | "cancelled";
/** The cause of a turn: a person, a clock, or another turn. */
export type TurnOrigin = "interactive" | "scheduled" | "briefing" | "heartbeat" | "subtask";

/** A volatile block as it was first sent. It keeps its place while the turn's steps depend on it. */
export interface Preamble {
  /** Its kind of content. */
  readonly layer: "memories" | "quote" | "now";
  /** As it was sent. */
  readonly text: string;
  /** For a quote: the message, and the edit whose text is shown. */
  readonly sources?: readonly EntryId[];
  /** Sources of which only the answer to that turn's message is shown. */
  readonly parts?: readonly EntryId[];
  /** Other lanes that contain some of the sources. */
  readonly lanes?: readonly LaneKey[];
  /** The seqs, in this lane, of entries that were looked up. */
  readonly seqs?: readonly number[];
  /** The pointers in the text to entries of other lanes. */
  readonly pointers?: readonly Pointer[];
  /** Why they were looked up. */
  readonly reasons?: readonly PreambleReason[];
  /** The message alone, as earlier versions stored it. */
  readonly source?: EntryId;
  /** The pointer that a shortened quote ends with. Pointers among the quoted words are plain text. */
  readonly pointer?: Pointer;
}

/** Why entries were looked up, for the receipt. A block may have a hundred of them, most for a few reasons. */
export interface PreambleReason {
  /** The entries that were looked up for this reason, best first. */
  readonly pointers: readonly string[];
  /** Why, as part of a sentence. */
  readonly because: string;
  /** The lane that they are from, if that is another one. */
  readonly lane?: string;
}

export function listSources({ sources, source }: Preamble): readonly EntryId[] {
  return sources ?? (source === undefined ? [] : [source]);
}

/** A turn: from one or more incoming messages to the final reply. */
export interface TurnRecord {
  /** Its id. */
  readonly id: TurnId;
  /** The lane that it is in. */
  readonly ref: LaneRef;
  /** Its state. */
  readonly state: TurnState;
  /** The cause that made it begin. */
  readonly origin: TurnOrigin;
  /** When it began. */
  readonly began: Instant;
  /** When it ended; null while it has not. */
  readonly ended: Instant | null;
  /** The entries that it answers. Some may have been recorded before the turn began. */
  readonly messages: readonly EntryId[];
  /**
   * The lane's last seq when the turn reached its place in the queue, if its messages arrived before others' entries.
   * Every view shows the messages after that seq.
   */
  readonly placed?: number;
  /** Texts of this turn's messages above this many tokens are shown as attachments. Set once; it can only fall. */
  readonly attachOver: Tokens;
  /** Tokens of beginning and end of each of these attachments, by the room of the turn's first view. It can only fall. */
  readonly attachRoom?: Tokens;
  /** Volatile blocks that its steps depend on. */
  readonly asides: readonly Preamble[];
  /** The keys of the epochs that its views belonged to; absent on turns of earlier versions. */
  readonly epochs?: readonly string[];
  /** One line that says what its message replies to, for views in which the turn is past and no other text says so. */
  readonly reference?: Preamble;
  /** The host passes whole lists of messages and keeps their order itself, so the turn runs without a lease. */
  readonly hosted?: true;
  /** The surface on which its messages came in, if the chat has several. */
  readonly surface?: string;
  /** The question or entry that its message refers to, as understood on arrival. */
  readonly anchor?: Anchor;
  /** A page asked, and the page shows the conversation from the log. The reply need not be sent. */
  readonly onPage?: true;
  /** Views for other surfaces leave the turn out. */
  readonly private?: true;
  /** The older turns that its views show. */
  readonly choice?: PastChoice;
  /** Its reply is not yet marked as sent. The completing change sets this, and `Change.sent` clears it. */
  readonly unsent?: true;
}

/**
 * Whether views of this epoch's key show a past turn with the volatile blocks that were sent with it. Under another
 * policy or window nothing was cached, and views show other entries, so the turn is shown without them.
 */
export function isOfEpoch({ epochs }: Pick<TurnRecord, "epochs">, key: string): boolean {
  return epochs === undefined || epochs.includes(key);
}

/** Refuses to change a turn that has ended: the first ending counts, even if another process still works on it. */
export function refuseEnded(stored: TurnRecord | null, reopen: boolean): void {
  if (stored === null || isOpen(stored.state) || reopen) return;
  throw new ClewError("turn/not-running", `This turn is ${stored.state}`, {
    hint: "Begin a new turn with the next message; a message that was answered is not answered twice",
  });
}

/** Whether a clock or another agent began the turn. Subtasks in a subagent's own lane don't count. */
export function isBackgroundTurn({ origin, ref }: Pick<TurnRecord, "origin" | "ref">): boolean {
  return origin !== "interactive" && !(origin === "subtask" && isChildLane(ref.lane));
}

/**
 * Whether somebody waits for the reply. A heartbeat mostly has nothing to say, and another agent takes a subtask's
 * reply. A host that keeps the messages itself already has the reply.
 */
export function hasReader({ origin, hosted }: Pick<TurnRecord, "origin" | "hosted">): boolean {
  return hosted !== true && origin !== "heartbeat" && origin !== "subtask";
}

export function isOpen(state: TurnState): boolean {
  return state === "running" || state === "waiting";
}
