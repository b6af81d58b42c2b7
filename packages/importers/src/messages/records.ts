import { readForeignId, readForeignList, readForeignText } from "@clewline/core/importing/foreign.js";
import { readForeignTime } from "@clewline/core/importing/foreign-time.js";
import type { BadRecord, ImportedRecord } from "@clewline/core/importing/importer.js";
import { placeResultsAfterCalls } from "@clewline/core/importing/order-imported.js";
import { type HostItem, readHostMessage } from "@clewline/core/log/host-message.js";
import { parseSessionKey } from "@clewline/core/log/keys.js";
import { route } from "@clewline/core/log/route-to-lane.js";
import { isObject } from "@clewline/text/json.js";
import type { Conversation } from "./conversations.js";
import { convertOpenaiMessage } from "./openai.js";
import { hasRole, isAiSdk, isModelMessage, isUiMessage, type Message } from "./shape.js";
import { readSteps } from "./ui-message.js";

type Place = Pick<ImportedRecord, "session" | "lane" | "at">;

export function makeConversationRecords({
  name,
  line,
  messages,
}: Conversation): readonly (ImportedRecord | BadRecord)[] {
  const session = parseSessionKey(`${isAiSdk(messages) ? "ai-sdk" : "openai"}:${name}`);
  const lane = route({ session, topic: null, replyTo: null }, null);
  const keys = pickMessageKeys(messages);
  const records: ImportedRecord[] = [];
  const bad: BadRecord[] = [];
  messages.forEach((message, index) => {
    const place = { session, lane, at: isObject(message) ? readForeignTime(message.createdAt) : null };
    const read = readMessageRecords(place, keys[index] ?? String(index + 1), message);
    if (typeof read !== "string") records.push(...read);
    else if (line === null) bad.push({ kind: "bad", line: index + 1, reason: `the message ${read}` });
    else bad.push({ kind: "bad", line, reason: `its message ${index + 1} ${read}` });
  });
  return [...bad, ...placeResultsAfterCalls(records)];
}

/** The messages' own ids if all have one and none repeats; else their places. */
function pickMessageKeys(messages: readonly unknown[]): readonly string[] {
  const ids = messages.flatMap((message) => (isObject(message) ? (readForeignId(message.id) ?? []) : []));
  if (ids.length === messages.length && new Set(ids).size === ids.length) return ids;
  return messages.map((_message, index) => String(index + 1));
}

/** The records of one message; or, as text, what is wrong with it. */
function readMessageRecords(place: Place, key: string, message: unknown): readonly ImportedRecord[] | string {
  if (!hasRole(message)) return "has no known role";
  if (message.role === "system" || message.role === "developer") return makeInstructions(place, key, message);
  try {
    const steps = readModelSteps(message);
    return steps === null ? "has content of an unknown shape" : makeStepRecords(place, key, message, steps);
  } catch {
    // `readHostMessage` rejects what is no message; its own error is worded for hosts.
    return "has content of an unknown shape";
  }
}

function makeInstructions(place: Place, key: string, message: Message): readonly ImportedRecord[] {
  const parts = readForeignList(message.parts ?? message.content).filter(isObject);
  const texts = parts.map((part) => readForeignText(part.text)).filter((text) => text !== "");
  const text = typeof message.content === "string" ? message.content : texts.join("\n");
  return [{ ...place, kind: "note", key: `${key}#1`, note: { kind: "instructions", text } }];
}

/** The messages of each step, in the AI SDK's shape. */
function readModelSteps(message: Message): readonly (readonly Message[])[] | null {
  if (isUiMessage(message)) return readSteps(message);
  if (isModelMessage(message)) return [[message]];
  const plain = convertOpenaiMessage(message);
  return plain === null ? null : [[plain]];
}

function makeStepRecords(
  place: Place,
  key: string,
  message: Message,
  steps: readonly (readonly Message[])[],
): readonly ImportedRecord[] {
  const from =
    message.role === "user" && readForeignText(message.name) !== "" ? { from: readForeignText(message.name) } : {};
  const items = steps.flatMap((step, index) => {
    const call = index === 0 ? key : `${key}.${index + 1}`;
    return step.filter(isFilled).flatMap((each) => readHostMessage(each).map((item) => ({ item, call })));
  });
  return items.map(({ item, call }, index) => {
    const origin = isOfModel(item) ? { call } : from;
    return { ...place, kind: "item", key: `${key}#${index + 1}`, item, ...origin };
  });
}

function isFilled({ content }: Message): boolean {
  return !Array.isArray(content) || content.length > 0;
}

/** Whether it belongs to the model's step; a result gets its step from its call. */
function isOfModel(item: HostItem): boolean {
  return item.kind === "called" || item.kind === "asked" || (item.kind === "said" && item.role === "agent");
}
