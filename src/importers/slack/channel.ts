import { makeChannelRecord } from "../../core/importing/channel-record.js";
import { readForeignId, readForeignList, readForeignSeconds, readForeignText } from "../../core/importing/foreign.js";
import type { BadRecord, ImportedRecord } from "../../core/importing/importer.js";
import { sortByTime } from "../../core/importing/sort-by-time.js";
import type { LaneKey, SessionKey } from "../../core/log/keys.js";
import { route } from "../../core/log/route-to-lane.js";
import { isObject } from "../../core/text/json.js";
import { renderMessageText } from "./message-text.js";

/** One day's file. */
export interface Day {
  readonly name: string;
  /** Undefined if it is not JSON. */
  read(): Promise<unknown>;
}

type Message = Readonly<Record<string, unknown>>;

/** The final state of a channel's messages, by the time that identifies each. */
interface ChannelPosts {
  readonly posts: Map<string, Post>;
  /** Times of the deletions, by message. */
  readonly deleted: Map<string, string>;
}

/** What is kept of a message: a channel of years has hundreds of thousands. */
interface Post {
  readonly revision: number;
  readonly text: string;
  readonly thread: string | null;
  readonly hasReplies: boolean;
  readonly speakers: readonly string[];
}

export async function* readChannelRecords(
  session: SessionKey,
  days: readonly Day[],
  agents: ReadonlySet<string>,
): AsyncIterable<ImportedRecord | BadRecord> {
  const found: ChannelPosts = { posts: new Map(), deleted: new Map() };
  for (const { name, read } of days) {
    const messages = await read();
    if (!Array.isArray(messages)) yield { kind: "bad", line: 1, reason: `${name} is not a list of messages` };
    for (const [index, message] of readForeignList(messages).entries()) {
      const bad = takeMessage(message, found);
      if (bad !== null) yield { kind: "bad", line: index + 1, reason: `a message of ${name} ${bad}` };
    }
  }
  const threads = findThreads(found);
  const posts = [...found.posts].map(([id, post]) => {
    found.posts.delete(id);
    return makePostRecord(id, post, { session, lane: pickLane(id, post, session, threads) }, agents);
  });
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
  if (known === undefined || known.revision < revision) posts.set(id, makePost(message, revision));
  return null;
}

function makePost(message: Message, revision: number): Post {
  return {
    revision,
    text: renderMessageText(message),
    thread: readForeignId(message.thread_ts),
    hasReplies: Number(message.reply_count ?? 0) > 0 || readForeignList(message.replies).length > 0,
    speakers: [message.user, message.bot_id].map(readForeignId).filter((speaker) => speaker !== null),
  };
}

/** The first messages of threads with replies. */
function findThreads({ posts }: ChannelPosts): ReadonlySet<string> {
  const threads = new Set<string>();
  for (const [id, { thread, hasReplies }] of posts) {
    if (thread !== null && (thread !== id || hasReplies)) threads.add(thread);
  }
  return threads;
}

function pickLane(id: string, { thread: own }: Post, session: SessionKey, threads: ReadonlySet<string>): LaneKey {
  const thread = own ?? id;
  return route({ session, topic: threads.has(thread) ? thread : null, replyTo: null }, null);
}

function makePostRecord(
  id: string,
  { revision, text, speakers }: Post,
  { session, lane }: Pick<ImportedRecord, "session" | "lane">,
  agents: ReadonlySet<string>,
): ImportedRecord {
  return makeChannelRecord({
    session,
    lane,
    key: id,
    at: readForeignSeconds(id),
    text,
    from: speakers[0] ?? null,
    source: { id, revision, replyTo: null },
    byAgent: speakers.some((speaker) => agents.has(speaker)),
  });
}

function makeWithdrawal({ session, lane, key }: ImportedRecord, at: string): ImportedRecord {
  return { kind: "withdrawn", session, lane, key: `${key}#withdrawn`, at: readForeignSeconds(at), target: key };
}
