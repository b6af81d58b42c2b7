import type { SecretPrint } from "@clewline/redact/known-secrets.js";
import type { Json } from "@clewline/text/json.js";
import type { SummaryCandidate } from "./candidate.js";
import type { Instant, ReceiptId, Tokens } from "./keys.js";
import type { ThreadState } from "./open-questions.js";
import type { LaneRanges } from "./ranges/lane-ranges.js";
import type { ConversationDigest, Summary, SummaryItem } from "./summary.js";

/**
 * The inputs of a lane's last call that its receipt does not contain. The lane keeps them whenever they change, so
 * that a preview can compute the next call.
 */
export interface CallBasis {
  /** The model, with its factor on the token estimate; null if the host did not name one. */
  readonly model: { readonly name: string; readonly factor: number } | null;
  /** The window as requested, before refusals by the provider reduced it. */
  readonly window: Tokens;
  /** The part of it that is kept free for the answer. */
  readonly reply: Tokens;
  /** The stored piece with the instructions; null if there were none. */
  readonly instructions: string | null;
  /** How many characters at their end came with the call, rather than when the log was opened. */
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
  | { /** The lane's open questions; only the newest counts. */ readonly kind: "state"; readonly state: ThreadState }
  /** A model's digest of a past conversation, or the fact that the model failed. */
  | { readonly kind: "digest"; readonly digest: ConversationDigest }
  /** An item that an agent asked to remember. Withdrawing one of its sources removes it. */
  | { readonly kind: "memory"; readonly memory: SummaryItem }
  /** Fingerprints of all secrets known in the session, so that they are also found without a label. */
  | { readonly kind: "secrets"; readonly prints: readonly SecretPrint[] }
  /** The inputs of the lane's calls; only the newest counts. */
  | { readonly kind: "basis"; readonly basis: CallBasis }
  /** People's requests about the lane's views; only the newest counts. */
  | { readonly kind: "ranges"; readonly ranges: LaneRanges }
  /** A request as it left the gateway. Named after its turn. */
  | { readonly kind: "body"; readonly body: KeptBody }
  /** For people and scorers, never shown to a model. Named after the event. */
  | { readonly kind: "event"; readonly event: Json }
);

/** The kind of a lane record. */
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
  /** The view in the request, or the view that the client's own bytes replaced; null if there was none. */
  readonly receipt: ReceiptId | null;
  /** Whether these are the client's own bytes. */
  readonly isOwn: boolean;
  /** The status that it was answered with. */
  readonly status: number;
  /** The content encoding that the client used. The pieces hold the decoded bytes. */
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
