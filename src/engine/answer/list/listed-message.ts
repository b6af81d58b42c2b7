import { type HostItem, readHostMessage } from "../../../core/log/host-message.js";
import type { Hash } from "../../../core/log/pointer.js";
import { encodeCanonicalJson, isObject, type Json } from "../../../core/text/json.js";
import { formatMark } from "../../intake/sync-mark.js";

/** A message of a list that its host keeps and hands over whole each time. */
export interface ListedMessage {
  readonly items: readonly HostItem[];
  /** The host's own id of it; null where it gave none. */
  readonly id: string | null;
  /** Names the list up to this message. */
  readonly mark: string;
}

/** Messages in the AI SDK's shape. */
export function readListedMessages(hash: Hash, messages: readonly unknown[]): readonly ListedMessage[] {
  const read = messages.map((message) => ({ items: readHostMessage(message), id: readHostId(message) }));
  // A list is the same whatever originals travel with it.
  const mark = makeMarker(hash);
  return read.map((message) => {
    const key = [message.id ?? "", message.items.map(({ raw: _raw, ...item }) => item)];
    return { ...message, mark: mark(key as readonly Json[]) };
  });
}

/** Gives the messages of a list their marks, one after the other, by what each is known by. */
export function makeMarker(hash: Hash): (key: readonly Json[]) => string {
  let before = "";
  return (key) => {
    before = hash(encodeCanonicalJson([before, ...key]));
    return formatMark(before.slice(0, 32));
  };
}

function readHostId(message: unknown): string | null {
  return isObject(message) && typeof message.id === "string" && message.id !== "" ? message.id : null;
}
