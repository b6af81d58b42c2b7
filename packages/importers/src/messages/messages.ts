import type {
  BadRecord,
  ImportedRecord,
  Importer,
  ImportSample,
  ImportSource,
} from "@clewline/core/importing/importer.js";
import { parseLineObjects } from "@clewline/core/importing/json-lines.js";
import { isObject } from "@clewline/text/json.js";
import { readConversations } from "./conversations.js";
import { makeConversationRecords } from "./records.js";
import { findMessageList, hasRole, isMessage } from "./shape.js";

/** Parses the beginning of a JSON text, and drops the value that is cut in the middle. */
function parseBeginning(text: string): unknown {
  const { end, open } = findLastWholePlace(text);
  try {
    return JSON.parse(text.slice(0, end).replace(/^\uFEFF/, "") + open.toReversed().join("")) as unknown;
  } catch {
    // Not JSON, so not a file of this format.
    return undefined;
  }
}

interface Place {
  readonly end: number;
  /** The brackets that close the open ones there. */
  readonly open: readonly string[];
}

const closing: Readonly<Record<string, string>> = { "{": "}", "[": "]" };

/** A text can be cut and closed after a bracket, or before a comma. */
function findLastWholePlace(text: string): Place {
  // Matches whole strings, the quote of a cut string, brackets and commas.
  const token = /"[^"\\]*(?:\\.[^"\\]*)*"|["{}[\],]/gs;
  const open: string[] = [];
  let end = 0;
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const [mark] = found;
    if (mark === '"') break;
    const close = closing[mark];
    if (close !== undefined) open.push(close);
    else if (mark === "}" || mark === "]") open.pop();
    else if (mark !== ",") continue;
    end = mark === "," ? found.index : token.lastIndex;
    if (open.length === 0) break;
  }
  return { end, open };
}

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
