import type { BadRecord, ImportedRecord, Importer, ImportSample, ImportSource } from "../../core/importing/importer.js";
import { parseLineObjects } from "../../core/importing/json-lines.js";
import { isObject } from "../../core/text/json.js";
import { parseBeginning } from "./beginning.js";
import { readConversations } from "./conversations.js";
import { makeConversationRecords } from "./records.js";
import { findMessageList, hasRole, isMessage } from "./shape.js";

export const messages: Importer = {
  format: "messages",
  title: "OpenAI or AI SDK messages (JSON or JSONL)",
  recognises: isMessagesSample,
  read,
};

function isMessagesSample({ head, members }: ImportSample): boolean {
  if (members.length > 0) return false;
  const value = parseBeginning(head);
  if (isObject(value) && "clew" in value) return false;
  return isOfMessages(value) || parseLineObjects(head).some(isOfMessages);
}

function isOfMessages(value: unknown): boolean {
  const list = Array.isArray(value) ? (findMessageList(value[0]) ?? value) : findMessageList(value);
  if (list === null || list.length === 0) return false;
  const last = list.at(-1);
  const whole = hasRole(last) || !isCut(last) ? list : list.slice(0, -1);
  // One odd message does not disqualify the others; the import reports it.
  return whole.filter((value) => isMessage(value) || (value === last && hasRole(value))).length > whole.length / 2;
}

/** Whether the sample ends inside the first property of the last message. */
function isCut(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}

async function* read(source: ImportSource): AsyncGenerator<ImportedRecord | BadRecord> {
  const { conversations, bad } = await readConversations(source);
  yield* bad;
  for (const conversation of conversations) yield* makeConversationRecords(conversation);
}
