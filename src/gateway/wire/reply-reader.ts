import type { Json } from "../../core/text/json.js";
import type { ReplyReader, WireMessage } from "./wire.js";

/** What was heard of an answer so far. */
export interface Heard {
  usage: Json | null;
  error: Json | null;
  hasBegun: boolean;
  isWhole: boolean;
}

export function makeHeard(): Heard {
  return { usage: null, error: null, hasBegun: false, isWhole: false };
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
