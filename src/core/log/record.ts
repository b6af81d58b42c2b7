import type { Json } from "../text/json.js";
import type { SecretPrint } from "../text/redact/known-secrets.js";
import type { SummaryCandidate } from "./candidate.js";
import type { Instant, ReceiptId, Tokens } from "./keys.js";
import type { ThreadState } from "./open-questions.js";
import type { LaneRanges } from "./ranges/lane-ranges.js";
import type { ConversationDigest, Summary, SummaryItem } from "./summary.js";

/**
 * What the program gave a lane's last call that the call's receipt does not tell. It is kept with the lane whenever it
 * changes, so that whoever looks at the lane can tell what its next call would be.
 */
export interface CallBasis {
  /** The model, and its tokens for one of ours as its table has them; null if the host did not say which. */
  readonly model: { readonly name: string; readonly factor: number } | null;
  /** The window as it was asked for, before what refusals left of it. */
  readonly window: Tokens;
  /** The part of it that is kept free for the answer. */
  readonly reply: Tokens;
  /** The stored piece with the instructions; null if there were none. */
  readonly instructions: string | null;
  /** How many characters at their end were given with the call, and not when the log was opened. */
  readonly own: number;
  /** A preset by its name, any other policy as a value. */
  readonly policy: Json;
  /** IANA name of the zone. */
  readonly zone: string;
  /** The owner's names for those who speak in the lane, by address. */
  readonly people: Readonly<Record<string, string>>;
}

/**
 * Something derived from a lane and stored beside its log. Records are only added; a known id is a no-op. The newest
 * record of a `name` is looked up by it.
 */
export type LaneRecord = { readonly id: string; readonly name: string; readonly at: Instant } & (
  | { /** Named by the epoch's key. */ readonly kind: "summary"; readonly summary: Summary }
  | { /** Named by the epoch's key. */ readonly kind: "candidate"; readonly candidate: SummaryCandidate }
  | { /** Named by its day in the session's zone, as 2026-11-15. */ readonly kind: "journal"; readonly text: string }
  | { /** What the lane waits for; only the newest counts. */ readonly kind: "state"; readonly state: ThreadState }
  /** What a model wrote of a past conversation, or that it failed to. */
  | { readonly kind: "digest"; readonly digest: ConversationDigest }
  /** What an agent asked to remember. Withdrawing one of its sources removes it. */
  | { readonly kind: "memory"; readonly memory: SummaryItem }
  /** Of all secrets that are known in the session, so that they are found again where they stand bare. */
  | { readonly kind: "secrets"; readonly prints: readonly SecretPrint[] }
  /** What the lane's calls are made with; only the newest counts. */
  | { readonly kind: "basis"; readonly basis: CallBasis }
  /** What people asked for about the lane's views; only the newest counts. */
  | { readonly kind: "ranges"; readonly ranges: LaneRanges }
  /** A request as it left the gateway. Named after its turn. */
  | { readonly kind: "body"; readonly body: KeptBody }
  /** For people and scorers, never shown to a model. Named after the event. */
  | { readonly kind: "event"; readonly event: Json }
);

/** What a record of a lane may be. */
export type RecordKind = LaneRecord["kind"];

/** Replaces `remove` pieces at `at` by `insert`. Splices are in order; places are those of the parent's list. */
export interface ChunkSplice {
  /** The place in the parent's list. */
  readonly at: number;
  /** How many pieces give way. */
  readonly remove: number;
  /** The pieces that take their place. */
  readonly insert: readonly string[];
}

/** A request as it left the gateway: a list of stored pieces, kept as its difference from the one before. */
export interface KeptBody {
  /** The view that it was made from, or that its client's own bytes took the place of; null where there was none. */
  readonly receipt: ReceiptId | null;
  /** Whether these are the client's own bytes. */
  readonly isOwn: boolean;
  /** The status that it was answered with. */
  readonly status: number;
  /** How its client had packed it. The pieces are of what was packed. */
  readonly packing?: string;
  /** The record that it builds on; null where it is whole. */
  readonly base: { readonly name: string; readonly id: string } | null;
  /** How many differences lead to it. */
  readonly depth: number;
  /** Its pieces by name, as splices of those of `base`. */
  readonly pieces: readonly ChunkSplice[];
  /** Hash of the names of its pieces. */
  readonly root: string;
}
