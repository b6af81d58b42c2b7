import type { Json } from "../text/json.js";
import type { SecretPrint } from "../text/redact/known-secrets.js";
import type { CallBasis } from "./call-basis.js";
import type { SummaryCandidate } from "./candidate.js";
import type { Instant } from "./keys.js";
import type { ThreadState } from "./open-questions.js";
import type { ConversationDigest, Summary, SummaryItem } from "./summary.js";

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
  /** For people and scorers, never shown to a model. Named after the event. */
  | { readonly kind: "event"; readonly event: Json }
);

/** What a record of a lane may be. */
export type RecordKind = LaneRecord["kind"];
