import { channelRecord } from "../../core/importing/channel-record.js";
import { foreignId, foreignList, foreignSeconds, foreignText } from "../../core/importing/foreign.js";
import type { BadRecord, Imported } from "../../core/importing/imported.js";
import { inOrderOfTime } from "../../core/importing/order-of-time.js";
import type { LaneKey, SessionKey } from "../../core/log/keys.js";
import { route } from "../../core/log/route.js";
import { isObject } from "../../core/text/json.js";
import { messageText } from "./message-text.js";

/** One day's file: what its JSON says, undefined if it is none. */
export interface Day {
  readonly name: string;
  readonly messages: unknown;
}

type Message = Readonly<Record<string, unknown>>;

/** What a channel's files say in the end, by the time that names each message. */
interface Found {
  readonly posts: Map<string, Post>;
  /** Times of the deletions. */
  readonly deleted: Map<string, string>;
}

interface Post {
  readonly message: Message;
  readonly revision: number;
}

export function* recordsOfChannel(
  session: SessionKey,
  days: readonly Day[],
  agents: ReadonlySet<string>,
): Iterable<Imported | BadRecord> {
  const found: Found = { posts: new Map(), deleted: new Map() };
  for (const { name, messages } of days) {
    if (!Array.isArray(messages)) yield { kind: "bad", line: 1, reason: `${name} is not a list of messages` };
    for (const [index, message] of foreignList(messages).entries()) {
      const bad = take(message, found);
      if (bad !== null) yield { kind: "bad", line: index + 1, reason: `a message of ${name} ${bad}` };
    }
  }
  const threads = threadsIn(found);
  const posts = [...found.posts].map(([id, post]) =>
    recordOf(id, post, session, laneOf(id, post, session, threads), agents),
  );
  const deletions = posts.flatMap((post) => {
    const at = found.deleted.get(post.key);
    return at === undefined ? [] : [withdrawal(post, at)];
  });
  yield* inOrderOfTime([...posts, ...deletions]);
}

const changes = "message_changed";
/** What Slack says about a channel rather than somebody in it, and what is left of a deleted message. */
const skipped =
  /^((channel|group|mpim)_.*|bot_(add|remove|enable|disable)|pinned_item|unpinned_item|reminder_add|tombstone|message_replied|reply_broadcast)$/;

/** Returns what is wrong with it, as the end of a sentence. */
function take(message: unknown, { posts, deleted }: Found): string | null {
  if (!isObject(message)) return "is not an object";
  const subtype = foreignText(message.subtype);
  if (skipped.test(subtype)) return null;
  if (subtype === "message_deleted") {
    const id = foreignId(message.deleted_ts);
    if (id === null) return "deletes nothing that has a time";
    deleted.set(id, foreignText(message.ts));
    return isObject(message.previous_message) ? keep(message.previous_message, posts, 0) : null;
  }
  if (subtype !== changes) return keep(message, posts, 0);
  if (!isObject(message.message)) return "changes nothing";
  // Slack reports a deletion that leaves a tombstone as a change.
  if (message.message.subtype === "tombstone") {
    deleted.set(foreignText(message.message.ts), foreignText(message.ts));
    return isObject(message.previous_message) ? keep(message.previous_message, posts, 0) : null;
  }
  return keep(message.message, posts, foreignSeconds(message.ts) ?? 0);
}

/** Of several versions, the newest stays. */
function keep(message: Message, posts: Map<string, Post>, changed: number): string | null {
  const id = foreignId(message.ts);
  if (id === null || foreignSeconds(id) === null) return "has no time";
  const edited = isObject(message.edited) ? foreignSeconds(message.edited.ts) : null;
  const revision = edited ?? changed;
  const known = posts.get(id);
  if (known === undefined || known.revision < revision) posts.set(id, { message, revision });
  return null;
}

/** First messages of threads that have replies. */
function threadsIn({ posts }: Found): ReadonlySet<string> {
  const threads = new Set<string>();
  for (const [id, { message }] of posts) {
    const thread = foreignId(message.thread_ts);
    const replies = Number(message.reply_count ?? 0) > 0 || foreignList(message.replies).length > 0;
    if (thread !== null && (thread !== id || replies)) threads.add(thread);
  }
  return threads;
}

function laneOf(id: string, { message }: Post, session: SessionKey, threads: ReadonlySet<string>): LaneKey {
  const thread = foreignId(message.thread_ts) ?? id;
  return route({ session, topic: threads.has(thread) ? thread : null, replyTo: null }, null);
}

function recordOf(
  id: string,
  { message, revision }: Post,
  session: SessionKey,
  lane: LaneKey,
  agents: ReadonlySet<string>,
): Imported {
  const speakers = [message.user, message.bot_id].map(foreignId).filter((speaker) => speaker !== null);
  return channelRecord({
    session,
    lane,
    key: id,
    at: foreignSeconds(id),
    text: messageText(message),
    from: speakers[0] ?? null,
    source: { id, revision, replyTo: null },
    byAgent: speakers.some((speaker) => agents.has(speaker)),
  });
}

function withdrawal({ session, lane, key }: Imported, at: string): Imported {
  return { kind: "withdrawn", session, lane, key: `${key}#withdrawn`, at: foreignSeconds(at), target: key };
}
