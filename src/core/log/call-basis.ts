import type { Json } from "../text/json.js";
import type { Tokens } from "./keys.js";

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
