import type { Json } from "@clewline/text/json.js";
import type { EntryId, Pointer, Tokens } from "../log/keys.js";
import type { CacheMark } from "../receipt/cache-marks.js";
import type { Receipt } from "../receipt/receipt.js";
import type { RequestMessage } from "./request.js";

/** The entries that one message of a view shows; none, for one that Clew wrote itself. */
export interface ShownEntries {
  /** The places in the lane of the entries that the message shows, in full or reduced, in the message's order. */
  readonly seqs: readonly number[];
  /** Each of these places as a pointer, for `recall`. */
  readonly pointers: readonly Pointer[];
  /** The ids of every entry whose words it holds: those above, their edits, and what was quoted or looked up. */
  readonly entries: readonly EntryId[];
  /** The ids of the entries that a summary in it was made from. */
  readonly summarised: readonly EntryId[];
  /** The originals that the host gave with those that are shown in full; left out where there is none. */
  readonly raws?: readonly RawOriginal[];
  /** For each content of the message, by its place: what it shows. Left out where no entry of the view has an original. */
  readonly contents?: readonly ShownContent[];
}

/** The entry behind one content of a message. */
export interface ShownContent {
  /** The entry; null for a text that Clew wrote itself. */
  readonly entry: EntryId | null;
  /** Whether the entry is shown in full. */
  readonly whole: boolean;
  /** The original that the host gave with the entry, whole or not; left out where there is none. */
  readonly raw?: Json;
}

/** An original as the host gave it. */
export interface RawOriginal {
  /** The entry that it came with. */
  readonly entry: EntryId;
  /** The original. */
  readonly raw: Json;
}

/** The messages to send, or `too-small`. `Messages` is the host's own type for them. */
export type ViewOutcome<Messages = readonly RequestMessage[]> =
  | {
      /** It fits the window. */
      readonly kind: "fits";
      /** All system text. */
      readonly system: string;
      /** In the AI SDK's shape. */
      readonly messages: Messages;
      /** For each of the messages, by its place: the entries that it shows. The request's bytes don't contain this. */
      readonly shown: readonly ShownEntries[];
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

export type FittingView<Messages = readonly RequestMessage[]> = Extract<ViewOutcome<Messages>, { kind: "fits" }>;
