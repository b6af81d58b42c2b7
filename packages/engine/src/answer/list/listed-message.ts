import { type HostItem, readHostMessage } from "@clewline/core/log/host-message.js";
import type { Hash } from "@clewline/core/log/pointer.js";
import { encodeCanonicalJson, isObject, type Json } from "@clewline/text/json.js";
import { cleanId, type IdKeeper } from "../../intake/redact/clean-ids.js";
import { formatMark } from "../../intake/sync-mark.js";

/** A message of a list that its host keeps and hands over whole each time. */
export interface ListedMessage {
  readonly items: readonly HostItem[];
  /** The host's own id of it; null where it gave none. */
  readonly id: string | null;
  /** Names the list up to this message. */
  readonly mark: string;
  /** Of an answer: its provider's ids of its reasoning, and then of its items, in their order. */
  readonly names?: readonly string[];
}

/** Messages in the AI SDK's shape. */
export function readListedMessages(engine: IdKeeper, messages: readonly unknown[]): readonly ListedMessage[] {
  const read = messages.map((message) => ({
    items: readHostMessage(message),
    id: cleanId(engine, readHostId(message)),
  }));
  // A list is the same whatever originals travel with it.
  const mark = makeMarker(engine.fns.hash);
  return read.map((message) => {
    const key = [message.id ?? "", message.items.map(({ raw: _raw, ...item }) => item)];
    return { ...message, mark: mark(key as readonly Json[]) };
  });
}

/**
 * Gives the messages of a list their marks, one after the other, by what each is known by. A key that is the same object as in the
 * list before, behind the same beginning, is not hashed again.
 */
export function makeMarker(hash: Hash): (key: readonly Json[]) => string {
  let before = "";
  return (key) => {
    const last = marked.get(key);
    const isSame = last !== undefined && last.hash === hash && last.before === before;
    const next = isSame ? last.next : hash(encodeCanonicalJson([before, ...key]));
    if (!isSame) marked.set(key, { hash, before, next });
    before = next;
    return formatMark(next.slice(0, 32));
  };
}

const marked = new WeakMap<readonly Json[], { readonly hash: Hash; readonly before: string; readonly next: string }>();

function readHostId(message: unknown): string | null {
  return isObject(message) && typeof message.id === "string" && message.id !== "" ? message.id : null;
}
