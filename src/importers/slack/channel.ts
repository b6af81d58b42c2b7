import { makeChannelRecord } from "../../core/importing/channel-record.js";
import { readForeignId, readForeignList, readForeignSeconds, readForeignText } from "../../core/importing/foreign.js";
import type { BadRecord, ImportedRecord } from "../../core/importing/importer.js";
import { sortByTime } from "../../core/importing/sort-by-time.js";
import type { LaneKey, SessionKey } from "../../core/log/keys.js";
import { route } from "../../core/log/route-to-lane.js";
import { isObject } from "../../core/text/json.js";
import { renderMessageText } from "./message-text.js";

/** One day's file, parsed; undefined if it is not JSON. */
export interface Day {
  readonly name: string;
  readonly messages: unknown;
}

type Message = Readonly<Record<string, unknown>>;

/** The final state of a channel's messages, by the time that identifies each. */
interface ChannelPosts {
  readonly posts: Map<string, Post>;
  /** Times of the deletions, by message. */
  readonly deleted: Map<string, string>;
}

interface Post {
  readonly message: Message;
  readonly revision: number;
}

export function* readChannelRecords(
  session: SessionKey,
  days: readonly Day[],
  agents: ReadonlySet<string>,
): Iterable<ImportedRecord | BadRecord> {
  const found: ChannelPosts = { posts: new Map(), deleted: new Map() };
  for (const { name, messages } of days) {
    if (!Array.isArray(messages)) yield { kind: "bad", line: 1, reason: `${name} is not a list of messages` };
    for (const [index, message] of readForeignList(messages).entries()) {
      const bad = takeMessage(message, found);
      if (bad !== null) yield { kind: "bad", line: index + 1, reason: `a message of ${name} ${bad}` };
    }
  }
  const threads = findThreads(found);
  const posts = [...found.posts].map(([id, post]) =>
    makePostRecord(id, post, { session, lane: pickLane(id, post, session, threads) }, agents),
  );
  const deletions = posts.flatMap((post) => {
    const at = found.deleted.get(post.key);
    return at === undefined ? [] : [makeWithdrawal(post, at)];
  });
  yield* sortByTime([...posts, ...deletions]);
}

const changes = "message_changed";
/** Messages of Slack about the channel, and remains of deleted messages. */
const skipped =
  /^((channel|group|mpim)_.*|bot_(add|remove|enable|disable)|pinned_item|unpinned_item|reminder_add|tombstone|message_replied|reply_broadcast)$/;

/** Returns what is wrong with the message, as the end of a sentence; else null. */
function takeMessage(message: unknown, { posts, deleted }: ChannelPosts): string | null {
  if (!isObject(message)) return "is not an object";
  const subtype = readForeignText(message.subtype);
  if (skipped.test(subtype)) return null;
  if (subtype === "message_deleted") {
    const id = readForeignId(message.deleted_ts);
    if (id === null) return "deletes nothing that has a time";
    deleted.set(id, readForeignText(message.ts));
    return isObject(message.previous_message) ? keepPost(message.previous_message, posts, 0) : null;
  }
  if (subtype !== changes) return keepPost(message, posts, 0);
  if (!isObject(message.message)) return "changes nothing";
  // Slack reports a deletion that leaves a tombstone as a change.
  if (message.message.subtype === "tombstone") {
    deleted.set(readForeignText(message.message.ts), readForeignText(message.ts));
    return isObject(message.previous_message) ? keepPost(message.previous_message, posts, 0) : null;
  }
  return keepPost(message.message, posts, readForeignSeconds(message.ts) ?? 0);
}

/** Keeps the newest of several versions. */
function keepPost(message: Message, posts: Map<string, Post>, changed: number): string | null {
  const id = readForeignId(message.ts);
  if (id === null || readForeignSeconds(id) === null) return "has no time";
  const edited = isObject(message.edited) ? readForeignSeconds(message.edited.ts) : null;
  const revision = edited ?? changed;
  const known = posts.get(id);
  if (known === undefined || known.revision < revision) posts.set(id, { message, revision });
  return null;
}

/** The first messages of threads with replies. */
function findThreads({ posts }: ChannelPosts): ReadonlySet<string> {
  const threads = new Set<string>();
  for (const [id, { message }] of posts) {
    const thread = readForeignId(message.thread_ts);
    const replies = Number(message.reply_count ?? 0) > 0 || readForeignList(message.replies).length > 0;
    if (thread !== null && (thread !== id || replies)) threads.add(thread);
  }
  return threads;
}

function pickLane(id: string, { message }: Post, session: SessionKey, threads: ReadonlySet<string>): LaneKey {
  const thread = readForeignId(message.thread_ts) ?? id;
  return route({ session, topic: threads.has(thread) ? thread : null, replyTo: null }, null);
}

function makePostRecord(
  id: string,
  { message, revision }: Post,
  { session, lane }: Pick<ImportedRecord, "session" | "lane">,
  agents: ReadonlySet<string>,
): ImportedRecord {
  const speakers = [message.user, message.bot_id].map(readForeignId).filter((speaker) => speaker !== null);
  return makeChannelRecord({
    session,
    lane,
    key: id,
    at: readForeignSeconds(id),
    text: renderMessageText(message),
    from: speakers[0] ?? null,
    source: { id, revision, replyTo: null },
    byAgent: speakers.some((speaker) => agents.has(speaker)),
  });
}

function makeWithdrawal({ session, lane, key }: ImportedRecord, at: string): ImportedRecord {
  return { kind: "withdrawn", session, lane, key: `${key}#withdrawn`, at: readForeignSeconds(at), target: key };
}
