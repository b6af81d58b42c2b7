import type { QuotedMessage } from "@clewline/core/log/entry.js";
import type { HostPart } from "@clewline/core/log/host-message.js";
import type { Instant, SessionKey } from "@clewline/core/log/keys.js";
import type { Json } from "@clewline/text/json.js";

/** One message from a channel, validated and complete. */
export interface Incoming {
  readonly session: SessionKey;
  readonly id: string | null;
  readonly from: string | null;
  /** Set for the agent's own messages outside of a turn. */
  readonly role?: "agent";
  readonly topic: string | null;
  readonly replyTo: string | null;
  readonly at: Instant | null;
  /** Time of an edit, in milliseconds since 1970; 0 for the first version. */
  readonly revision: number;
  readonly parts: readonly HostPart[];
  /** The message that it replies to, as the channel quotes it. */
  readonly quote?: QuotedMessage | null;
  /** The surface that it came from, in a chat with several. */
  readonly surface?: string | null;
  /** Whether only views of that surface show it. */
  readonly private?: boolean;
  /** Whether the chat is a group; not given where the channel does not say. */
  readonly group?: boolean | undefined;
  /** The original as the host has it. */
  readonly raw?: Json;
}
