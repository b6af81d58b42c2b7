import type { Tokens } from "../log/keys.js";
import type { CacheMark } from "../receipt/cache-marks.js";
import type { Receipt } from "../receipt/receipt.js";
import type { RequestMessage } from "./request.js";

/** The answer to "what shall I send?". `Messages` is the host's own type for them. */
export type ViewOutcome<Messages = readonly RequestMessage[]> =
  | {
      /** It fits the window. */
      readonly kind: "fits";
      /** All system text. */
      readonly system: string;
      /** In the AI SDK's shape. */
      readonly messages: Messages;
      /** An upper estimate. */
      readonly tokens: Tokens;
      /** The account of it. */
      readonly receipt: Receipt;
      /** Where the provider's cache is to keep it. */
      readonly marks: readonly CacheMark[];
    }
  | {
      /** Not even what must be sent fits. */
      readonly kind: "too-small";
      /** Tokens that it would take. */
      readonly needed: Tokens;
      /** Tokens that there are. */
      readonly available: Tokens;
    };

export type FittingView<Messages = readonly RequestMessage[]> = Extract<ViewOutcome<Messages>, { kind: "fits" }>;
