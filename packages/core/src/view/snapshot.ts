import type { Calibration } from "@clewline/text/tokens/count-tokens.js";
import type { SeqRange, SkippedPlaces } from "../log/background-runs.js";
import type { SummaryCandidate } from "../log/candidate.js";
import { type Entry, isFromModel, type Speaker, type Text } from "../log/entry.js";
import type { Epoch } from "../log/epoch.js";
import type { BlobId, EntryId, Instant, LaneKey, LaneRef, Pointer, Tokens, TurnId } from "../log/keys.js";
import type { KnownLine, StandingMemories } from "../log/memories/standing-memory.js";
import type { TakenBack } from "../log/memories/taken-back.js";
import type { Hash } from "../log/pointer.js";
import type { ViewRanges } from "../log/ranges/lane-ranges.js";
import type { DigestProse, Summary, SummaryItem } from "../log/summary.js";
import type { TurnOrigin, TurnRecord } from "../log/turn.js";
import type { ModelFacts } from "../model/facts/model-facts.js";
import type { ToolSpec } from "./request.js";
import type { CachePrices } from "./schedule/decide-clearing.js";
import type { LaneBill } from "./schedule/lane-bill.js";

/** The message that is replied to, as text. */
export interface ReplyTarget {
  readonly id?: EntryId;
  /** The edit that the text is from, if it was edited. */
  readonly edit?: EntryId;
  /** Its seq in this lane; null if it is from another lane of the session. */
  readonly seq: number | null;
  readonly lane?: LaneKey;
  readonly pointer: Pointer;
  readonly by: Speaker;
  readonly at: Instant;
  readonly text: Text;
  /** The origin of its turn, if a person didn't start it. */
  readonly origin?: TurnOrigin;
  /** The task of that turn. */
  readonly task?: { readonly id: EntryId; readonly text: string };
}

/** An entry that was looked up, as text; no other part of the view shows it. */
export interface RetrievedEntry {
  readonly id: EntryId;
  /** Its seq in this lane; null if it is from another lane of the session. */
  readonly seq: number | null;
  /** The other lane, for the reader. */
  readonly lane: LaneKey | null;
  readonly pointer: Pointer;
  readonly by: Speaker;
  readonly at: Instant;
  readonly text: Text;
  /** Set if the text is only the part of a longer one that answers. */
  readonly isExcerpt?: true;
  /** Set for the summary of a lane: all entries that it covers. */
  readonly summarised?: readonly EntryId[];
  /** Set for a memory that the message needs: the line that the view shows. */
  readonly memory?: KnownLine;
  /** The reason, for the receipt. */
  readonly because: string;
}

/** Texts of a view beside instructions and persona. Empty ones are not shown. */
interface PinnedTexts {
  /** Who the agent is: before the persona. */
  readonly identity: string;
  /** The agent's runtime, with hints about its field: after the instructions. */
  readonly runtime: string;
  /** The index of its skills. */
  readonly skills: string;
  /** Set if the instructions are a file that replaces the builder's own until it is gone. */
  readonly isBootstrap?: true;
}

/** The model that reads a view, as far as its rules for reasoning go. */
export interface Reader {
  /** As `provider:model`. */
  readonly model: string;
  readonly facts: ModelFacts;
  /** It has refused reasoning in this turn: none goes out. */
  readonly isBare?: boolean;
}

/** The cost of a lane's calls. The schedule compares it with the use of each entry. */
export interface CallCosts {
  /** Null where no entry leaves for its price: prices are unknown, or the lane began without a tool to open it. */
  readonly prices: CachePrices | null;
  /** Whether nothing of the last view is in the provider's cache any more. */
  readonly isCold: boolean;
  /** Whether the model takes reasoning back only behind the bytes that it was produced under. */
  readonly isBound: boolean;
  /** Whether its cache is written with the longer lifetime. */
  readonly isLong: boolean;
  /** Tokens that a call sends besides the view: the instructions and tools of a transcript's program. Other views hold them. */
  readonly beside?: Tokens;
  /** Whether the request carries a tool that opens what leaves. */
  readonly opens: boolean;
  /** Of the calls so far; null before the first. */
  readonly bill: LaneBill | null;
}

/** Whether the running turn has reasoning that is lost if anything before it changes: nothing leaves for its price. */
export function isHeldByReasoning({
  turn,
  entries,
  ...model
}: Pick<Snapshot, "costs" | "reader" | "turn" | "entries">): boolean {
  return bindsReasoning(model) && isWithinTurn({ turn, entries });
}

/** Whether the model takes reasoning back only behind the bytes that it was produced under. */
export function bindsReasoning({ costs, reader }: Pick<Snapshot, "costs" | "reader">): boolean {
  return reader === undefined ? costs?.isBound === true : reader.facts.reasoning.bound !== "never";
}

/** Whether the turn to answer has taken a step already. */
export function isWithinTurn({ turn, entries }: Pick<Snapshot, "turn" | "entries">): boolean {
  return turn !== null && entries.findLast(isFromModel)?.turn === turn.id;
}

/** A compaction on request: everything but the newest messages and steps leaves, or the entries of a range. */
export interface AskedCompaction {
  readonly leave: { readonly keepNewest: number } | SeqRange;
  /** The topic that its summary keeps in most detail. */
  readonly focus?: string;
}

/** Everything that a view is computed from, besides policy and budget. */
export interface Snapshot {
  readonly ref: LaneRef;
  readonly instructions: string;
  readonly persona: string;
  /** Wishes and preferences that hold, from this chat and others. */
  readonly standing?: StandingMemories;
  /** Why memories of the person's other chats are left out; absent where none are. */
  readonly withheld?: string;
  /** The texts from the agent's folder and the runtime; absent without either. */
  readonly pinned?: PinnedTexts;
  readonly tools: readonly ToolSpec[];
  /** Whether the view's marks are explained to the model. */
  readonly explainsMarks?: boolean;
  /** The turn to answer; null shows what the next message would find. */
  readonly turn: TurnRecord | null;
  readonly turns: ReadonlyMap<TurnId, TurnRecord>;
  /** Candidates, oldest first. Spans cover the lane's other entries. */
  readonly entries: readonly Entry[];
  /** The newest seq of the lane; 0 for an empty one. */
  readonly last: number;
  /** Contents of the blobs that the view may show in full; base64 for files. */
  readonly blobs: ReadonlyMap<BlobId, string>;
  readonly epoch: Epoch;
  readonly summary: Summary | null;
  /** Statements that were forgotten, undone or reworded, by their source entry; absent without any. */
  readonly takenBack?: TakenBack;
  /** Set if the summary lost such a statement since the last compaction. */
  readonly isTakenBackAnew?: true;
  /** Items that the agent asked to remember, oldest first; for policies that keep no summary. */
  readonly remembered?: readonly SummaryItem[];
  /** Digests of earlier conversations in a model's words, by the hash of each one's source. */
  readonly digests?: ReadonlyMap<string, DigestProse>;
  /** A summary prepared for the next compaction. */
  readonly candidate: SummaryCandidate | null;
  /** The seq up to which the user cleared the chat's context. */
  readonly cleared: number;
  /** If there are more entries than were read, those up to this seq have to leave; otherwise 0. */
  readonly mustLeave: number;
  /** Background turns that were not read, and how many of them came after the last compaction. */
  readonly skipped?: SkippedPlaces;
  /** How often the provider has refused views of this turn as too large; 0 unless it refused the last one. */
  readonly refusals: number;
  /** The most tokens of any view of this turn, by the limit that the provider named. */
  readonly roomLimit: Tokens;
  /** Set if the view follows a refusal: `roomLimit` has a margin already, and is filled. */
  readonly isAimed?: boolean;
  readonly replyTarget: ReplyTarget | null;
  /** Set if the message replies to one that the log does not have, and that its channel does not quote. */
  readonly repliesToUnknown?: true;
  /** Entries that were looked up for the message, best first. */
  readonly retrieved: readonly RetrievedEntry[];
  /** Entries of other lanes that were withdrawn after a volatile block showed them. */
  readonly goneElsewhere?: ReadonlySet<EntryId>;
  /**
   * Edits, by seq, that the last view showed as notices though newer ones replace them: these keep their places until the
   * next compaction. Other replaced edits are not shown. Without it, all of them are.
   */
  readonly toldEdits?: ReadonlySet<number>;
  /** Texts of the turn's messages above this many tokens may become attachments, if there is no room for them. */
  readonly attachAt?: Tokens;
  /** Set for the turn's first view, which decides how much of its attachments is shown. */
  readonly decidesAttachments?: boolean;
  /** Set for the first view of the lane since its program was started, where the policy restores little then. */
  readonly isRestored?: boolean;
  /** Ranges that people hid or pinned; absent without any. */
  readonly ranges?: ViewRanges;
  /** The compaction that a person requested for this view. */
  readonly asked?: AskedCompaction;
  /** An instruction at the end of this call alone: the log and later views don't contain it. */
  readonly closing?: string;
  /** The model that reads the view; absent where the host does not name it. */
  readonly reader?: Reader;
  /** Absent where the cost of calls is unknown: then nothing leaves for its price. */
  readonly costs?: CallCosts;
  /** The owner's names for people, by address. */
  readonly people: ReadonlyMap<string, string>;
  readonly now: Instant;
  /** IANA name of the session's time zone. */
  readonly zone: string;
}

/**
 * Entries behind a boundary, and what the turn depends on: its own entries, its messages, their edits and withdrawals,
 * and the turn of the message that it replies to.
 */
export function listEntriesAfter(
  entries: readonly Entry[],
  isBehind: (entry: Entry) => boolean,
  turn: TurnRecord | null,
  around: ReplyTarget | null = null,
): readonly Entry[] {
  const target = entries.find(({ seq }) => seq === around?.seq);
  const isAround = (entry: Entry) => entry === target || (entry.turn !== null && entry.turn === target?.turn);
  const forced = new Set<EntryId>();
  for (const entry of entries) {
    const changes = entry.kind === "revised" || entry.kind === "withdrawn" ? entry.target : null;
    const own = turn !== null && (entry.turn === turn.id || turn.messages.includes(entry.id));
    if (own || isAround(entry) || (changes !== null && forced.has(changes))) forced.add(entry.id);
  }
  return entries.filter((entry) => isBehind(entry) || forced.has(entry.id));
}

/** Pure functions that the core gets from outside. */
export interface PureFns {
  readonly hash: Hash;
  readonly calibration: Calibration;
  /** The path of a file beside the log, as programs reach it here; as the log has it by default. */
  readonly locate?: (kept: string) => string;
  /** The path that the log keeps for a new file whose name begins so; absent without a spill folder. */
  readonly keptPath?: (name: string) => string;
}
