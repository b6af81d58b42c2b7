import {
  readForeignId,
  readForeignList,
  readForeignSeconds,
  readForeignText,
} from "@clewline/core/importing/foreign.js";
import { isObject } from "@clewline/text/json.js";
import { renderMessageText } from "./message-text.js";

type Message = Readonly<Record<string, unknown>>;

/** One version of a message. */
export interface Post {
  readonly revision: number;
  readonly thread: string | null;
  readonly hasReplies: boolean;
  /** Builds the text on demand, because the search for the newest version needs none. */
  text(): string;
  readonly speakers: readonly string[];
}

/** Receives the posts and deletions of a day, in their order. */
export interface PostTaker {
  post(id: string, post: Post): void;
  /** `at` is the time of the deletion, as the channel wrote it. */
  deleted(id: string, at: string): void;
}

const changes = "message_changed";
/** Messages of Slack about the channel, and remains of deleted messages. */
const skipped =
  /^((channel|group|mpim)_.*|bot_(add|remove|enable|disable)|pinned_item|unpinned_item|reminder_add|tombstone|message_replied|reply_broadcast)$/;

/** Returns the fault of the message, as the end of a sentence; null if it has none. */
export function takeMessage(message: unknown, taker: PostTaker): string | null {
  if (!isObject(message)) return "is not an object";
  const subtype = readForeignText(message.subtype);
  if (skipped.test(subtype)) return null;
  if (subtype === "message_deleted") {
    const id = readForeignId(message.deleted_ts);
    if (id === null) return "deletes nothing that has a time";
    taker.deleted(id, readForeignText(message.ts));
    return isObject(message.previous_message) ? takePost(message.previous_message, taker, 0) : null;
  }
  if (subtype !== changes) return takePost(message, taker, 0);
  if (!isObject(message.message)) return "changes nothing";
  // Slack reports a deletion that leaves a tombstone as a change.
  if (message.message.subtype === "tombstone") {
    taker.deleted(readForeignText(message.message.ts), readForeignText(message.ts));
    return isObject(message.previous_message) ? takePost(message.previous_message, taker, 0) : null;
  }
  return takePost(message.message, taker, readForeignSeconds(message.ts) ?? 0);
}

function takePost(message: Message, taker: PostTaker, changed: number): string | null {
  const id = readForeignId(message.ts);
  if (id === null || readForeignSeconds(id) === null) return "has no time";
  const edited = isObject(message.edited) ? readForeignSeconds(message.edited.ts) : null;
  taker.post(id, {
    revision: edited ?? changed,
    thread: readForeignId(message.thread_ts),
    hasReplies: Number(message.reply_count ?? 0) > 0 || readForeignList(message.replies).length > 0,
    text: () => renderMessageText(message),
    speakers: [message.user, message.bot_id].map(readForeignId).filter((speaker) => speaker !== null),
  });
  return null;
}
