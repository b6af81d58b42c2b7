import type { Json } from "../../core/text/json.js";
import type { ReplyReader, WireMessage } from "./wire.js";

/** What was heard of an answer so far. */
export interface Heard {
  /** The provider's own name of the answer, by which it may be continued. */
  id: string | null;
  usage: Json | null;
  error: Json | null;
  hasBegun: boolean;
  isWhole: boolean;
}

export function makeHeard(): Heard {
  return { id: null, usage: null, error: null, hasBegun: false, isWhole: false };
}

export interface Hearing {
  readonly add: (text: string) => void;
  readonly message: () => WireMessage | null;
  /** Left out where only what came says that the answer is whole. */
  readonly end?: () => void;
}

export function makeReplyReader(heard: Readonly<Heard>, { add, message, end = () => undefined }: Hearing): ReplyReader {
  return {
    ...{ add, end, message },
    get id() {
      return heard.id;
    },
    get hasBegun() {
      return heard.hasBegun;
    },
    get isWhole() {
      return heard.isWhole;
    },
    get error() {
      return heard.error;
    },
    get usage() {
      return heard.usage;
    },
  };
}
