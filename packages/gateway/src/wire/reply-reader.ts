import { readServerEdits, type ServerEdit } from "@clewline/core/model/server-edits.js";
import { isObject, type Json, toJson } from "@clewline/text/json.js";
import type { JsonObject, ReplyReader, WireMessage } from "./wire.js";

/** The content of an answer so far. */
export interface Heard {
  /** The provider's own name of the answer, by which it may be continued. */
  id: string | null;
  usage: Json | null;
  error: Json | null;
  diagnosis: Json | null;
  edits: readonly ServerEdit[];
  hasBegun: boolean;
  isWhole: boolean;
}

export function makeHeard(): Heard {
  return { id: null, usage: null, error: null, diagnosis: null, edits: [], hasBegun: false, isWhole: false };
}

/** Reads from an answer what its provider did to the request on its own side, and why its cache missed. */
export function hearProvider(heard: Heard, answer: JsonObject): void {
  const { diagnostics, prompt_cache_diagnostics: diagnosis = diagnostics } = answer;
  if (isObject(diagnosis)) heard.diagnosis = toJson(diagnosis);
  const edits = readServerEdits(answer);
  const isTold = ({ did }: ServerEdit) => edits.some((each) => each.did === did);
  // A stream may say the same at its beginning and at its end.
  heard.edits = [...heard.edits.filter((each) => !isTold(each)), ...edits];
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
    get told() {
      return { diagnosis: heard.diagnosis, edits: heard.edits };
    },
  };
}
