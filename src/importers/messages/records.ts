import { foreignId, foreignList, foreignText } from "../../core/importing/foreign.js";
import { foreignTime } from "../../core/importing/foreign-time.js";
import type { BadRecord, Imported } from "../../core/importing/imported.js";
import { resultsAfterCalls } from "../../core/importing/imported-order.js";
import { type HostItem, itemsOfMessage } from "../../core/log/host-message.js";
import { sessionKey } from "../../core/log/keys.js";
import { route } from "../../core/log/route.js";
import { isObject } from "../../core/text/json.js";
import type { Conversation } from "./conversations.js";
import { fromOpenai } from "./openai.js";
import { hasRole, isAiSdk, isModelMessage, isUiMessage, type Message } from "./shape.js";
import { stepsOf } from "./ui-message.js";

type Place = Pick<Imported, "session" | "lane" | "at">;

export function recordsOf({ name, line, messages }: Conversation): readonly (Imported | BadRecord)[] {
  const session = sessionKey(`${isAiSdk(messages) ? "ai-sdk" : "openai"}:${name}`);
  const lane = route({ session, topic: null, replyTo: null }, null);
  const keys = keysOf(messages);
  const records: Imported[] = [];
  const bad: BadRecord[] = [];
  messages.forEach((message, index) => {
    const place = { session, lane, at: isObject(message) ? foreignTime(message.createdAt) : null };
    const read = messageRecords(place, keys[index] ?? String(index + 1), message);
    if (typeof read !== "string") records.push(...read);
    else if (line === null) bad.push({ kind: "bad", line: index + 1, reason: `the message ${read}` });
    else bad.push({ kind: "bad", line, reason: `its message ${index + 1} ${read}` });
  });
  return [...bad, ...resultsAfterCalls(records)];
}

/** The messages' own ids if all have one and no two the same; else their places. */
function keysOf(messages: readonly unknown[]): readonly string[] {
  const ids = messages.flatMap((message) => (isObject(message) ? (foreignId(message.id) ?? []) : []));
  if (ids.length === messages.length && new Set(ids).size === ids.length) return ids;
  return messages.map((_message, index) => String(index + 1));
}

/** The records of one message, or what is wrong with it. */
function messageRecords(place: Place, key: string, message: unknown): readonly Imported[] | string {
  if (!hasRole(message)) return "has no known role";
  if (message.role === "system" || message.role === "developer") return instructions(place, key, message);
  try {
    const steps = modelSteps(message);
    return steps === null ? "has content of an unknown shape" : stepRecords(place, key, message, steps);
  } catch {
    // itemsOfMessage refuses what is no message; its own words are for hosts.
    return "has content of an unknown shape";
  }
}

function instructions(place: Place, key: string, message: Message): readonly Imported[] {
  const parts = foreignList(message.parts ?? message.content).filter(isObject);
  const texts = parts.map((part) => foreignText(part.text)).filter((text) => text !== "");
  const text = typeof message.content === "string" ? message.content : texts.join("\n");
  return [{ ...place, kind: "note", key: `${key}#1`, note: { kind: "instructions", text } }];
}

/** By step, the messages in the AI SDK's shape. */
function modelSteps(message: Message): readonly (readonly Message[])[] | null {
  if (isUiMessage(message)) return stepsOf(message);
  if (isModelMessage(message)) return [[message]];
  const plain = fromOpenai(message);
  return plain === null ? null : [[plain]];
}

function stepRecords(
  place: Place,
  key: string,
  message: Message,
  steps: readonly (readonly Message[])[],
): readonly Imported[] {
  const from = message.role === "user" && foreignText(message.name) !== "" ? { from: foreignText(message.name) } : {};
  const items = steps.flatMap((step, index) => {
    const call = index === 0 ? key : `${key}.${index + 1}`;
    return step.filter(isFilled).flatMap((each) => itemsOfMessage(each).map((item) => ({ item, call })));
  });
  return items.map(({ item, call }, index) => {
    const origin = isOfModel(item) ? { call } : from;
    return { ...place, kind: "item", key: `${key}#${index + 1}`, item, ...origin };
  });
}

function isFilled({ content }: Message): boolean {
  return !Array.isArray(content) || content.length > 0;
}

/** A result gets its step from its call. */
function isOfModel(item: HostItem): boolean {
  return item.kind === "called" || item.kind === "asked" || (item.kind === "said" && item.role === "agent");
}
