import { makeChannelRecord } from "@clewline/core/importing/channel-record.js";
import { readForeignId, readForeignSeconds, readForeignText } from "@clewline/core/importing/foreign.js";
import type { BadRecord, ImportedRecord } from "@clewline/core/importing/importer.js";
import { sortByTime } from "@clewline/core/importing/order-imported.js";
import type { Instant, LaneKey, SessionKey } from "@clewline/core/log/keys.js";
import { route } from "@clewline/core/log/route-to-lane.js";
import { isObject } from "@clewline/text/json.js";
import { renderMessageText } from "./message-text.js";

interface Message {
  readonly id: string;
  readonly at: Instant | null;
  readonly replyTo: string | null;
  readonly value: Readonly<Record<string, unknown>>;
}

export function* readChatRecords(
  session: SessionKey,
  values: readonly unknown[],
  agents: ReadonlySet<string>,
): Iterable<ImportedRecord | BadRecord> {
  const messages: Message[] = [];
  for (const [index, value] of values.entries()) {
    const message = readChatMessage(value);
    if (message !== null) messages.push(message);
    else yield { kind: "bad", line: index + 1, reason: `a message of ${session} has no id` };
  }
  const lanes = new Map<string, LaneKey>();
  for (const message of sortByTime(messages)) {
    const { id, replyTo, value } = message;
    const isTopic = value.type === "service" && value.action === "topic_created";
    if (value.type === "service" && !isTopic) continue;
    const parent = replyTo === null ? null : (lanes.get(replyTo) ?? null);
    const lane = route({ session, topic: isTopic ? id : null, replyTo }, parent);
    lanes.set(id, lane);
    if (!isTopic) yield makeMessageRecord(message, session, lane, agents);
  }
}

function readChatMessage(value: unknown): Message | null {
  const id = isObject(value) ? readForeignId(value.id) : null;
  if (!isObject(value) || id === null) return null;
  // A reply into another chat names a message that is not in this one.
  const replyTo = value.reply_to_peer_id === undefined ? readForeignId(value.reply_to_message_id) : null;
  return { id, at: readTime(value.date_unixtime, value.date), replyTo, value };
}

/** Older exports have only the local time of the machine that wrote them, which is taken as UTC. */
function readTime(seconds: unknown, date: unknown): Instant | null {
  const known = readForeignSeconds(seconds);
  if (known !== null) return known;
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(readForeignText(date)) ? Date.parse(`${date}Z`) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}

function makeMessageRecord(
  { id, at, replyTo, value }: Message,
  session: SessionKey,
  lane: LaneKey,
  agents: ReadonlySet<string>,
): ImportedRecord {
  const from = readSender(value.from_id);
  const revision = readTime(value.edited_unixtime, value.edited) ?? 0;
  const source = { id, revision, replyTo };
  const byAgent = from !== null && agents.has(from);
  return makeChannelRecord({ session, lane, key: id, at, text: renderMessageText(value), from, source, byAgent });
}

/** The sender as in the bot API, where channels and groups have their chat's id. */
function readSender(value: unknown): string | null {
  const id = readForeignId(value);
  const [, kind, digits] = /^(user|channel|chat)(\d+)$/.exec(id ?? "") ?? [];
  if (digits === undefined) return id;
  return kind === "channel" ? `-100${digits}` : kind === "chat" ? `-${digits}` : digits;
}
