import { ClewError } from "@clewline/core/errors.js";
import type { QuotedMessage } from "@clewline/core/log/entry.js";
import { type HostPart, readHostMessage, readRaw } from "@clewline/core/log/host-message.js";
import { parseSessionKey } from "@clewline/core/log/keys.js";
import type { Incoming } from "@clewline/engine/intake/incoming.js";
import { readChannelId } from "@clewline/platform/crypto.js";
import { defer } from "@clewline/text/defer.js";
import { findNearest } from "@clewline/text/nearest.js";
import { z } from "zod";

/** A message as a channel gives it. Ids may be numbers or strings, as the channel has them. */
export interface IncomingMessage {
  /** The chat, as channel:name, e.g. telegram:chat:42. */
  readonly session: string;
  /** The text of the message. */
  readonly text?: string | undefined;
  /** Images and other files: base64, a data: or http(s) address, or bytes. */
  readonly files?:
    | readonly { readonly mediaType: string; readonly data: string | Uint8Array; readonly name?: string }[]
    | undefined;
  /** The channel's id of the message. With it, a second delivery changes nothing. */
  readonly id?: string | number | undefined;
  /** The channel's id of the person; leave it out where there is only one. */
  readonly from?: string | number | undefined;
  /** "agent" for what the agent said itself, outside of a turn; a person by default. */
  readonly role?: "user" | "agent" | undefined;
  /** The channel's id of the topic or thread. */
  readonly topic?: string | number | undefined;
  /** The channel's id of the message that this one replies to. */
  readonly replyTo?: string | number | undefined;
  /** The quote that the channel delivers with a reply; shown only if the quoted message is not in the log. */
  readonly quote?:
    | {
        readonly text: string;
        readonly from?: string | number | undefined;
        readonly role?: "user" | "agent" | undefined;
      }
    | undefined;
  /** Where it came in, in a chat with several surfaces, e.g. "web". */
  readonly surface?: string | undefined;
  /** With a surface: the message and its turn are only for views of that surface, and for no search or summary. */
  readonly private?: boolean | undefined;
  /**
   * True for a group, false for a chat of one person with the agent. It holds for the chat from now on; a group stays one. Memories of
   * the person's other chats are shown only in a chat that is known to be private.
   */
  readonly group?: boolean | undefined;
  /** The channel's time, as a date, its text, or milliseconds or seconds since 1970; now by default. */
  readonly at?: number | string | Date | undefined;
  /** The time of the edit, for `edit`. */
  readonly editedAt?: number | string | Date | undefined;
  /** True for `edit` when the message was deleted. */
  readonly deleted?: boolean | undefined;
  /** The original as your channel has it: anything that JSON can hold, up to 65,536 characters. It is kept and handed back, and no model sees it. */
  readonly raw?: unknown;
}

const schema = defer(() => {
  const id = z
    .union([z.string().min(1), z.number()])
    .transform(readChannelId)
    .nullish();
  // Numbers and dates that are none pass too: see `readable`.
  const instant = z
    .custom<number | string | Date>((value) => ["number", "string"].includes(typeof value) || value instanceof Date)
    .transform((value) => new Date(value).getTime())
    .nullish();
  return z.object({
    session: z.string(),
    text: z.string().nullish(),
    files: z
      .array(
        z.object({
          mediaType: z.string().min(1),
          data: z.union([z.string(), z.instanceof(Uint8Array)]),
          name: z.string().optional(),
        }),
      )
      .nullish(),
    id,
    from: id,
    role: z.enum(["user", "agent"]).nullish(),
    topic: id,
    replyTo: id,
    quote: z.object({ text: z.string(), from: id, role: z.enum(["user", "agent"]).nullish() }).nullish(),
    surface: z.string().min(1).max(200).nullish(),
    private: z.boolean().nullish(),
    group: z.boolean().nullish(),
    at: instant,
    editedAt: instant,
    deleted: z.boolean().nullish(),
    raw: z.unknown().optional(),
  });
});

/** Everything that comes in is checked here, once. */
export function parseMessage(raw: IncomingMessage): Incoming & { readonly deleted: boolean } {
  const read = schema().safeParse(raw);
  if (read.success) checkNames(raw, Object.keys(schema().shape));
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new ClewError(
      "message/bad",
      `The message's ${issue?.path.join(".") || "shape"} is wrong: ${issue?.message}`,
      {
        hint: 'A message is at least { session: "channel:name", text: "…" }',
        cause: read.error,
      },
    );
  }
  const message = read.data;
  return {
    session: parseSessionKey(message.session),
    id: message.id ?? null,
    from: message.from ?? null,
    ...(message.role === "agent" ? { role: message.role } : {}),
    topic: message.topic ?? null,
    replyTo: message.replyTo ?? null,
    at: readInstant(message.at, message),
    revision: readInstant(message.editedAt, message) ?? 0,
    parts: [...makeTextPart(message.text), ...makeFileParts(message.files ?? [])],
    deleted: message.deleted ?? false,
    quote: readQuote(message),
    surface: message.surface ?? null,
    private: isPrivate(message),
    group: message.group ?? undefined,
    ...(message.raw === undefined ? {} : { raw: readRaw(message.raw) }),
  };
}

/** Other libraries' names for our fields, to suggest the right one. */
const meant = new Map([
  ...["content", "body", "message", "caption"].map((name) => [name, "text"] as const),
  ...["user", "author", "sender", "userId"].map((name) => [name, "from"] as const),
  ...["chat", "conversation", "channel", "sessionId"].map((name) => [name, "session"] as const),
  ...["thread", "threadId"].map((name) => [name, "topic"] as const),
  ...["date", "time", "timestamp", "createdAt"].map((name) => [name, "at"] as const),
]);

/** An unknown field would be dropped silently, and with it words or an address, so it is refused. */
function checkNames(given: object, known: readonly string[]): void {
  const wrong = Object.keys(given).find((name) => !known.includes(name));
  if (wrong === undefined) return;
  const near = meant.get(wrong) ?? findNearest(wrong, known);
  throw new ClewError("message/bad", `A message has no field ${JSON.stringify(wrong)}`, {
    hint: `${near === null ? `Its fields are ${known.join(", ")}` : `Did you mean ${near}?`} What only you need goes into raw`,
  });
}

type Message = z.infer<ReturnType<typeof schema>>;

function readQuote({ quote }: Message): QuotedMessage | null {
  if (quote === null || quote === undefined) return null;
  const { text, from } = quote;
  const address = from === null || from === undefined ? {} : { address: from };
  return { by: { role: quote.role ?? "user", ...address }, text };
}

function isPrivate({ private: asked, surface }: Message): boolean {
  if (!asked || (surface !== null && surface !== undefined)) return asked ?? false;
  throw new ClewError("message/bad", "A private message has no surface", {
    hint: 'Say which views may show it, e.g. surface: "web"',
  });
}

/** Many channels count in seconds. As milliseconds these are days of January and February 1970. */
const secondsFrom = 1_000_000_000;
const secondsTo = 5_000_000_000;

/** An unreadable date is no reason to lose a message: it gets the time of its arrival. */
function readInstant(instant: number | null | undefined, { session, id }: Message): number | null {
  if (instant === null || instant === undefined) return null;
  if (Number.isFinite(instant)) return secondsFrom <= instant && instant < secondsTo ? instant * 1_000 : instant;
  const which = id === null || id === undefined ? "A message" : `Message ${id}`;
  const told = `${which} of ${session} has a time that can't be read, and gets that of its arrival`;
  process.emitWarning(told, { type: "ClewWarning" });
  return null;
}

function makeTextPart(text: string | null | undefined): readonly HostPart[] {
  return text === null || text === undefined ? [] : [{ kind: "text", text }];
}

/** By the machine, which takes a tenth of the time of our own way. */
function encodeBytes({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString("base64");
}

function makeFileParts(
  files: readonly { mediaType: string; data: string | Uint8Array; name?: string | undefined }[],
): readonly HostPart[] {
  const content = files.map(({ mediaType, data, name }) => ({
    type: "file",
    mediaType,
    data: typeof data === "string" ? data : encodeBytes(data),
    filename: name,
  }));
  return readHostMessage({ role: "user", content }).flatMap((item) => (item.kind === "said" ? item.parts : []));
}
