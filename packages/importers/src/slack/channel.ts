import { makeChannelRecord } from "@clewline/core/importing/channel-record.js";
import { readForeignList, readForeignSeconds } from "@clewline/core/importing/foreign.js";
import type { BadRecord, ImportedRecord } from "@clewline/core/importing/importer.js";
import { sortByTime } from "@clewline/core/importing/order-imported.js";
import type { Instant, LaneKey, SessionKey } from "@clewline/core/log/keys.js";
import { route } from "@clewline/core/log/route-to-lane.js";
import { type Post, takeMessage } from "./posts.js";

/** One day's file. */
export interface Day {
  readonly name: string;
  /** Undefined if it is not JSON. */
  read(): Promise<unknown>;
}

/** An index of a channel's messages after the first reading, by the time that identifies each. */
interface ChannelIndex {
  readonly posts: Map<string, PlacedPost>;
  /** Times of the deletions, by message. */
  readonly deleted: Map<string, string>;
}

/** The last version of a message and its day. The text stays in the archive, which may hold years of messages. */
interface PlacedPost {
  readonly day: number;
  readonly revision: number;
  readonly thread: string | null;
  readonly hasReplies: boolean;
}

/**
 * Reads every day twice. A later day may change or delete a message of an earlier one. So the first reading finds the
 * last version of each message, and the second reads the text of each day when it is needed.
 */
export async function* readChannelRecords(
  session: SessionKey,
  days: readonly Day[],
  agents: ReadonlySet<string>,
): AsyncIterable<ImportedRecord | BadRecord> {
  const index: ChannelIndex = { posts: new Map(), deleted: new Map() };
  for (const [number, day] of days.entries()) yield* indexDay(day, number, index);
  const threads = findThreads(index);
  const takePost = makePostReader(days, index);
  for (const { id, at, isDeletion } of listMoments(index)) {
    const placed = index.posts.get(id);
    if (placed === undefined) continue;
    const place = { session, lane: pickLane(id, placed.thread, session, threads), at };
    if (isDeletion) {
      yield { kind: "withdrawn", ...place, key: `${id}#withdrawn`, target: id };
      continue;
    }
    const found = takePost(id, placed.day);
    const post = found instanceof Promise ? await found : found;
    const name = days[placed.day]?.name ?? "";
    yield post === undefined
      ? { kind: "bad", line: 0, reason: `message ${id} was gone from ${name} when it was read again` }
      : makePostRecord(id, post, place, agents);
  }
}

async function* indexDay({ name, read }: Day, number: number, { posts, deleted }: ChannelIndex) {
  const messages = await read();
  if (!Array.isArray(messages)) yield makeBad(1, `${name} is not a list of messages`);
  const taker = {
    /** Keeps the newest of several versions. */
    post(id: string, { revision, thread, hasReplies }: Post) {
      const known = posts.get(id);
      if (known === undefined || known.revision < revision)
        posts.set(id, { day: number, revision, thread, hasReplies });
    },
    deleted: (id: string, at: string) => void deleted.set(id, at),
  };
  for (const [line, message] of readForeignList(messages).entries()) {
    const bad = takeMessage(message, taker);
    if (bad !== null) yield makeBad(line + 1, `a message of ${name} ${bad}`);
  }
}

function makeBad(line: number, reason: string): BadRecord {
  return { kind: "bad", line, reason };
}

/** An event at a time: the arrival or the deletion of a message. */
interface Moment {
  readonly id: string;
  readonly at: Instant | null;
  readonly isDeletion: boolean;
}

function listMoments({ posts, deleted }: ChannelIndex): readonly Moment[] {
  const ids = [...posts.keys()];
  const came = ids.map((id) => ({ id, at: readForeignSeconds(id), isDeletion: false }));
  const went = ids.flatMap((id) => {
    const at = deleted.get(id);
    return at === undefined ? [] : [{ id, at: readForeignSeconds(at), isDeletion: true }];
  });
  return sortByTime([...came, ...went]);
}

/** The fields of a post that the log needs, and no others, because a day may stay open for long. */
type TakenPost = Pick<Post, "revision" | "speakers"> & { readonly text: string };

type PostReader = (id: string, day: number) => TakenPost | undefined | Promise<TakenPost | undefined>;

/** Opens a day when the first of its messages is needed, and drops each message once it was taken. */
function makePostReader(days: readonly Day[], index: ChannelIndex): PostReader {
  const open = new Map<number, Map<string, TakenPost>>();
  const take = (id: string, number: number, posts: Map<string, TakenPost>) => {
    const post = posts.get(id);
    posts.delete(id);
    if (posts.size === 0) open.delete(number);
    return post;
  };
  return (id, number) => {
    const opened = open.get(number);
    if (opened !== undefined) return take(id, number, opened);
    return readPosts(days[number], number, index).then((posts) => {
      open.set(number, posts);
      return take(id, number, posts);
    });
  };
}

/** The posts of a day that are the last versions of their messages. */
async function readPosts(
  day: Day | undefined,
  number: number,
  { posts }: ChannelIndex,
): Promise<Map<string, TakenPost>> {
  const found = new Map<string, TakenPost>();
  const taker = {
    post(id: string, { revision, speakers, text }: Post) {
      const placed = posts.get(id);
      if (placed?.day !== number || placed.revision !== revision || found.has(id)) return;
      found.set(id, { revision, speakers, text: text() });
    },
    deleted: () => undefined,
  };
  for (const message of readForeignList(await day?.read())) takeMessage(message, taker);
  return found;
}

/** The first messages of threads with replies. */
function findThreads({ posts }: ChannelIndex): ReadonlySet<string> {
  const threads = new Set<string>();
  for (const [id, { thread, hasReplies }] of posts) {
    if (thread !== null && (thread !== id || hasReplies)) threads.add(thread);
  }
  return threads;
}

function pickLane(id: string, own: string | null, session: SessionKey, threads: ReadonlySet<string>): LaneKey {
  const thread = own ?? id;
  return route({ session, topic: threads.has(thread) ? thread : null, replyTo: null }, null);
}

function makePostRecord(
  id: string,
  { revision, text, speakers }: TakenPost,
  place: Pick<ImportedRecord, "session" | "lane" | "at">,
  agents: ReadonlySet<string>,
): ImportedRecord {
  return makeChannelRecord({
    ...place,
    key: id,
    text,
    from: speakers[0] ?? null,
    source: { id, revision, replyTo: null },
    byAgent: speakers.some((speaker) => agents.has(speaker)),
  });
}
