import type { Tokens } from "../log/keys.js";
import type { CacheMark } from "../receipt/cache-marks.js";
import type { Receipt } from "../receipt/receipt.js";
import type { Message } from "./request.js";

/** The messages to send, or `too-small`. `Messages` is the host's own type for them. */
export type ViewResult<Messages = readonly Message[]> =
  | {
      /** It fits the window. */
      readonly kind: "fits";
      /** All system text. */
      readonly system: string;
      /** In the AI SDK's shape. */
      readonly messages: Messages;
      /** An upper estimate. */
      readonly tokens: Tokens;
      /** The record of what it shows. */
      readonly receipt: Receipt;
      /** Where to mark the request for the provider's cache. */
      readonly marks: readonly CacheMark[];
    }
  | {
      /** Not even the necessary part fits. */
      readonly kind: "too-small";
      /** Tokens that it would take. */
      readonly needed: Tokens;
      /** Tokens that are available. */
      readonly available: Tokens;
    };

export type FittingView<Messages = readonly Message[]> = Extract<ViewResult<Messages>, { kind: "fits" }>;
