import type { EntryId, Pointer, Tokens } from "../log/keys.js";
import type { CacheMark } from "../receipt/cache-marks.js";
import type { Receipt } from "../receipt/receipt.js";
import type { Json } from "../text/json.js";
import type { RequestMessage } from "./request.js";

/** The entries that one message of a view shows, in full or reduced; none, for one that we wrote ourselves. */
export interface ShownEntries {
  /** Their places in the lane, in the order of the message. */
  readonly seqs: readonly number[];
  /** The ids of every entry whose words it holds: those above, and edits that they are shown by. */
  readonly entries: readonly EntryId[];
  /** Each of the places as a pointer, for `recall`. */
  readonly pointers: readonly Pointer[];
  /** The originals that the host gave with those that are shown in full; left out where there is none. */
  readonly raws?: readonly RawOriginal[];
}

/** An original as the host gave it. */
export interface RawOriginal {
  /** The entry that it came with. */
  readonly entry: EntryId;
  /** The original. */
  readonly raw: Json;
}

/** The answer to "what shall I send?". `Messages` is the host's own type for them. */
export type ViewOutcome<Messages = readonly RequestMessage[]> =
  | {
      /** It fits the window. */
      readonly kind: "fits";
      /** All system text. */
      readonly system: string;
      /** In the AI SDK's shape. */
      readonly messages: Messages;
      /** For each of the messages, by its place: which entries it shows. It stands beside the bytes and not in them. */
      readonly shown: readonly ShownEntries[];
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
