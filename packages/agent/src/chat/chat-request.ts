/** Reads the body of a `useChat` request, with its session. */

import { ClewError } from "@clewline/core/errors.js";
import { type HostPart, readHostMessage } from "@clewline/core/log/host-message.js";
import { checkMixedOptions } from "@clewline/engine/check-options.js";
import type { Incoming } from "@clewline/engine/intake/incoming.js";
import { cleanId, cleanIncoming, type IdKeeper } from "@clewline/engine/intake/redact/clean-ids.js";
import { describeValue } from "@clewline/text/error-text.js";
import { isObject } from "@clewline/text/json.js";
import type { UIMessage } from "ai";
import { type IncomingMessage, parseMessage } from "../incoming-message.js";

/**
 * The body of a `useChat` request, with the session that the host gives it. The newest message is enough: of a list, the rest
 * is not read, because the log has it.
 */
export interface ChatRequest
  extends Pick<IncomingMessage, "session" | "from" | "topic" | "surface" | "private" | "group" | "at"> {
  /** The newest message. */
  readonly message?: UIMessage | undefined;
  /** Or the whole list, as `useChat` sends it by default. */
  readonly messages?: readonly UIMessage[] | undefined;
  /** `regenerate-message` answers again. With `submit-message` and a `messageId`, the message replaces that of its id. */
  readonly trigger?: "submit-message" | "regenerate-message" | undefined;
  /** The message that is edited, or the answer that is replaced; by default the newest. */
  readonly messageId?: string | undefined;
}

/** The actions that a request may ask for. */
export type ChatAsk =
  | { readonly kind: "said"; readonly message: Incoming }
  | { readonly kind: "edited"; readonly message: Incoming; readonly id: string }
  /** `message` is what to answer if the log has never seen it. */
  | { readonly kind: "again"; readonly where: Incoming; readonly message: Incoming | null; readonly id: string | null }
  | { readonly kind: "answered"; readonly where: Incoming; readonly parts: readonly unknown[] };

const names: Readonly<Record<keyof ChatRequest, true>> = {
  session: true,
  from: true,
  topic: true,
  surface: true,
  private: true,
  group: true,
  at: true,
  message: true,
  messages: true,
  trigger: true,
  messageId: true,
};

/** By its fields alone: a page may leave out what they hold, and is told so. */
export function isChatRequest(given: unknown): given is ChatRequest {
  return isObject(given) && ["message", "messages", "trigger", "messageId"].some((name) => name in given);
}

export function parseChatRequest(request: ChatRequest, engine: IdKeeper): ChatAsk {
  checkMixedOptions(request, Object.keys(names), ["id"]);
  const { message, messages = [], trigger = "submit-message", messageId } = request;
  if (trigger !== "submit-message" && trigger !== "regenerate-message") throw makeTriggerError(trigger);
  if (!Array.isArray(messages)) throw makeShapeError(messages);
  refuseUnnamed(request.session);
  const newest: unknown = message ?? messages.at(-1);
  const said = newest === undefined ? null : readUiMessage(newest);
  const where = cleanIncoming(engine, parseMessage(pickPlace(request)));
  if (trigger === "regenerate-message") {
    const own = said?.role === "user" ? makeIncoming(request, said, engine) : null;
    return { kind: "again", where, message: own, id: own?.id ?? cleanId(engine, messageId) ?? null };
  }
  if (said === null) throw makeMissingError();
  if (said.role === "assistant") return { kind: "answered", where, parts: said.parts };
  const own = makeIncoming(request, said, engine);
  if (messageId === undefined) return { kind: "said", message: own };
  return { kind: "edited", message: own, id: cleanId(engine, messageId) };
}

function pickPlace({ session, from, topic, surface, private: isPrivate, group, at }: ChatRequest): IncomingMessage {
  return { session, from, topic, surface, private: isPrivate, group, at };
}

interface ReadMessage {
  readonly id: string | undefined;
  readonly role: "user" | "assistant";
  readonly parts: readonly Record<string, unknown>[];
  readonly metadata: unknown;
}

function readUiMessage(given: unknown): ReadMessage {
  if (!isObject(given) || !Array.isArray(given.parts) || !given.parts.every(isObject)) throw makeShapeError(given);
  const { id, role, parts, metadata } = given;
  if (role !== "user" && role !== "assistant") throw makeShapeError(given);
  const own = typeof id === "string" && id !== "" ? id : undefined;
  return { id: own, role, parts: parts as readonly Record<string, unknown>[], metadata };
}

/** Metadata and data parts are for the host: they are kept as the original, and `messages` hands them back. */
function makeIncoming(request: ChatRequest, { id, parts, metadata }: ReadMessage, engine: IdKeeper): Incoming {
  const data = parts.filter(({ type }) => String(type).startsWith("data-"));
  const isPlain = data.length === 0 && metadata === undefined;
  const raw = isPlain ? {} : { raw: { role: "user", parts: data, ...(metadata === undefined ? {} : { metadata }) } };
  return { ...cleanIncoming(engine, parseMessage({ ...pickPlace(request), id, ...raw })), parts: readParts(parts) };
}

function readParts(parts: readonly Record<string, unknown>[]): readonly HostPart[] {
  const content = parts.flatMap(({ type, text, mediaType, url, filename }): readonly object[] => {
    if (type === "text") return [{ type, text }];
    return type === "file" ? [{ type, mediaType, data: url, filename }] : [];
  });
  return readHostMessage({ role: "user", content }).flatMap((item) => (item.kind === "said" ? item.parts : []));
}

/** A missing ID, as in `web:undefined`, would put everybody into one chat. */
function refuseUnnamed(session: unknown): void {
  if (typeof session !== "string" || !/:(?:undefined|null|NaN)$/.test(session)) return;
  throw new ClewError("session/bad-key", `The request has no id of its chat: its session is ${session}`, {
    hint: "Send the id that useChat has, and make the session of it",
  });
}

function makeMissingError(): ClewError {
  return new ClewError("message/bad", "The request has no message", {
    hint: "Give message or messages as useChat sends them",
  });
}

function makeTriggerError(trigger: unknown): ClewError {
  return new ClewError("message/bad", `trigger is ${describeValue(trigger)}`, {
    hint: "Use submit-message or regenerate-message, as useChat sends it",
  });
}

function makeShapeError(given: unknown): ClewError {
  return new ClewError("message/bad", `Not a message of a chat: ${describeValue(given)}`, {
    hint: 'Give message or messages as useChat sends them: { id, role: "user", parts: [{ type: "text", text }] }',
  });
}
