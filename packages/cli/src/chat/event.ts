/** The events of a chat, as `--json` prints them, one object per line. Fields are only ever added. */

import type { ServerInUse } from "@clewline/clewline/config/find-server.js";
import type { TurnState } from "@clewline/core/log/turn.js";
import type { Json } from "@clewline/text/json.js";

export type ChatEvent =
  /** Where the chat is kept. */
  | { readonly type: "chat"; readonly store: string; readonly because: string; readonly session: string }
  /** The model from the next message on. `server` gets the conversation and the key, if it is not the provider's own. `note` explains the change. */
  | {
      readonly type: "model";
      readonly name: string;
      readonly because: string;
      readonly window: number | null;
      readonly server?: ServerInUse;
      readonly note?: string;
    }
  /** Where the chat stopped, unless it is new. */
  | (LastExchange & { readonly type: "last" })
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "tool";
      readonly state: "called" | "returned" | "failed";
      readonly id: string;
      readonly tool: string;
      readonly input: Json;
      readonly error?: string;
    }
  /** The end of an answer. `cost` is in dollars, null where no price is known. */
  | {
      readonly type: "turn";
      readonly id: string;
      readonly state: TurnState;
      readonly tokens: { readonly input: number; readonly cached: number; readonly output: number };
      readonly cost: number | null;
    }
  | { readonly type: "command"; readonly command: string; readonly text: string }
  | { readonly type: "remark"; readonly text: string }
  | { readonly type: "error"; readonly code: string | null; readonly message: string; readonly hint: string };

/** The newest message of the chat and its answer. */
export interface LastExchange {
  /** UTC; null for a time outside the calendar. */
  readonly at: string | null;
  readonly state: TurnState;
  readonly message: string;
  readonly reply: string | null;
}
