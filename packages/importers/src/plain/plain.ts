import { makeChannelRecord } from "@clewline/core/importing/channel-record.js";
import { parseForeign, readForeignId } from "@clewline/core/importing/foreign.js";
import type { BadRecord, ImportedRecord, Importer } from "@clewline/core/importing/importer.js";
import { sortByTime } from "@clewline/core/importing/order-imported.js";
import { readOutline } from "@clewline/core/importing/outline.js";
import { makeContentKeys } from "@clewline/core/importing/safe-name.js";
import { type Instant, type LaneKey, parseSessionKey, type SessionKey } from "@clewline/core/log/keys.js";
import { route } from "@clewline/core/log/route-to-lane.js";
import { isObject } from "@clewline/text/json.js";

interface Message {
  readonly kind: "message";
  readonly session: SessionKey;
  readonly id: string | null;
  readonly from: string | null;
  readonly topic: string | null;
  readonly replyTo: string | null;
  readonly text: string;
  readonly at: Instant | null;
  readonly byAgent: boolean;
  readonly group: boolean | undefined;
  readonly line: number;
}

/** One message per line: { session, text }, with id, from, topic, replyTo, at, group and role (user, agent or assistant) if known. */
export const plain: Importer = {
  format: "plain",
  title: "Messages, one JSON object a line (JSONL)",
  recognises: ({ head }) => {
    const outline = readOutline(head.replace(/^\uFEFF?\s*/, "").split("\n", 1)[0] ?? "");
    if (outline === null || outline.list) return false;
    return outline.keys.has("session") && outline.keys.has("text") && !outline.keys.has("clew");
  },
  async *read(source, { agents }) {
    const sessions = new Map<SessionKey, Message[]>();
    const known: KnownSessions = new Map();
    for await (const { number, text } of source.lines()) {
      if (text.trim() === "") continue;
      const message = readPlainMessage(parseForeign(text), number, agents, known);
      if (message.kind === "bad") {
        yield message;
        continue;
      }
      const messages = sessions.get(message.session);
      if (messages === undefined) sessions.set(message.session, [message]);
      else messages.push(message);
    }
    for (const messages of sessions.values()) yield* makeSessionRecords(sortByTime(messages));
  },
};

/** Parsed sessions by their names: a file names few sessions in many lines. */
type KnownSessions = Map<unknown, SessionKey | null>;

function readPlainMessage(
  value: unknown,
  line: number,
  agents: readonly string[],
  known: KnownSessions,
): Message | BadRecord {
  const bad = (reason: string): BadRecord => ({ kind: "bad", line, reason });
  if (!isObject(value)) return bad("the line is not a JSON object");
  const session = recallSession(value.session, known);
  if (session === null) return bad("the message's session is not channel:name");
  if (typeof value.text !== "string") return bad("the message has no text");
  const { role = null } = value;
  const isAgent = role === "agent" || role === "assistant";
  if (role !== null && role !== "user" && !isAgent) return bad("the message's role is neither user nor agent");
  const group = value.group ?? undefined;
  if (group !== undefined && typeof group !== "boolean") return bad("the message's group is neither true nor false");
  const from = readForeignId(value.from);
  return {
    kind: "message",
    session,
    id: readForeignId(value.id),
    from,
    topic: readForeignId(value.topic),
    replyTo: readForeignId(value.replyTo),
    text: value.text,
    at: readTime(value.at),
    group,
    byAgent: isAgent || (role === null && agents.includes(from ?? "")),
    line,
  };
}

function recallSession(value: unknown, known: KnownSessions): SessionKey | null {
  const earlier = known.get(value);
  if (earlier !== undefined) return earlier;
  const session = parseSession(value);
  known.set(value, session);
  return session;
}

function parseSession(value: unknown): SessionKey | null {
  try {
    // A key must be well-formed text.
    return typeof value === "string" && !/\p{Surrogate}/u.test(value) ? parseSessionKey(value) : null;
  } catch {
    // The caller reports the line.
    return null;
  }
}

/** Milliseconds since 1970, or a date. An unreadable time does not lose the message. */
function readTime(value: unknown): Instant | null {
  const time = typeof value === "number" || typeof value === "string" ? new Date(value).getTime() : Number.NaN;
  return Number.isNaN(time) ? null : time;
}

/** Expects the messages of one session in order of time, so that each finds the lane of what it replies to. */
function* makeSessionRecords(messages: readonly Message[]): Iterable<ImportedRecord | BadRecord> {
  const known = new Map<string, { readonly message: Message; readonly lane: LaneKey }>();
  const keyOf = makeContentKeys();
  for (const message of messages) {
    const { session, id, from, replyTo, text, at, byAgent, group, line } = message;
    const twin = id === null ? undefined : known.get(id);
    if (twin !== undefined) {
      if (twin.message.text !== text)
        yield { kind: "bad", line, reason: `the message repeats the id of line ${twin.message.line}` };
      continue;
    }
    const lane = route(message, replyTo === null ? null : (known.get(replyTo)?.lane ?? null));
    if (id !== null) known.set(id, { message, lane });
    const source = id === null ? null : { id, revision: 0, replyTo };
    const key = id ?? keyOf(at, byAgent ? "agent" : from, text);
    yield makeChannelRecord({ session, lane, key, at, text, from, source, byAgent, group });
  }
}
