import type { QuotedMessage } from "../../core/log/entry.js";
import type { HostPart } from "../../core/log/host-message.js";
import type { Instant, SessionKey } from "../../core/log/keys.js";
import type { Json } from "../../core/text/json.js";

/** One message from a channel, checked and complete. */
export interface Incoming {
  readonly session: SessionKey;
  readonly id: string | null;
  readonly from: string | null;
  readonly topic: string | null;
  readonly replyTo: string | null;
  readonly at: Instant | null;
  /** Time of an edit; 0 for the first version. */
  readonly revision: number;
  readonly parts: readonly HostPart[];
  /** What the channel says that it replies to. */
  readonly quote?: QuotedMessage | null;
  /** Where it came in, in a chat with several surfaces. */
  readonly surface?: string | null;
  /** Only for views of that surface. */
  readonly private?: boolean;
  /** The original as the host has it. */
  readonly raw?: Json;
}
