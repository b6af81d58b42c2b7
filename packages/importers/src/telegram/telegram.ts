import { findArchiveRoot } from "@clewline/core/importing/archive-root.js";
import { parseForeign, readForeignId, readForeignList } from "@clewline/core/importing/foreign.js";
import type { BadRecord, ImportedRecord, Importer, ImportSample } from "@clewline/core/importing/importer.js";
import { readOutline } from "@clewline/core/importing/outline.js";
import { parseSessionKey } from "@clewline/core/log/keys.js";
import { isObject } from "@clewline/text/json.js";
import { readChatRecords } from "./chat.js";

export const telegram: Importer = {
  format: "telegram",
  title: "Telegram Desktop export (result.json)",
  recognises: (sample) => (sample.members.length > 0 ? findDocument(sample) !== undefined : isExport(sample.head)),
  async *read(source, { agents }) {
    const member = findDocument(source.sample);
    const whole = parseForeign(member === undefined ? await source.text() : await source.member(member));
    if (!isObject(whole)) return yield { kind: "bad", line: 1, reason: "the file is not a JSON object" };
    const ids = new Set(agents.map((agent) => agent.replace(/^user(?=\d)/, "")));
    for (const [index, chat] of listChats(whole).entries()) yield* readChat(chat, index + 1, ids);
  },
};

/**
 * The prefix of a chat's id in the bot API, by the type of the chat, and whether several people read it. Messages of supergroups and channels have one
 * number for everyone; in a basic group each account counts for itself, so an export of one never matches a bot's log.
 */
const types: Readonly<Record<string, { readonly prefix: string; readonly group?: boolean }>> = {
  // Two people, unless the agent is one of them.
  personal_chat: { prefix: "" },
  bot_chat: { prefix: "", group: false },
  saved_messages: { prefix: "", group: false },
  replies: { prefix: "" },
  verification_codes: { prefix: "" },
  private_group: { prefix: "export-", group: true },
  private_supergroup: { prefix: "-100", group: true },
  public_supergroup: { prefix: "-100", group: true },
  private_channel: { prefix: "-100", group: true },
  public_channel: { prefix: "-100", group: true },
};

/** A full export lists contacts before chats, so the sample may not reach the chats. */
function isExport(head: string): boolean {
  const outline = readOutline(head);
  if (outline === null || outline.list) return false;
  const { keys } = outline;
  const type = /"type"\s*:\s*"(\w+)"/.exec(head)?.[1] ?? "";
  if (keys.has("messages") && keys.has("id")) return keys.has("type") && Object.hasOwn(types, type);
  if (keys.has("about") && keys.has("personal_information")) return true;
  return /"(left_)?chats"\s*:\s*\{\s*("about"\s*:\s*"[^"]*"\s*,\s*)?"list"\s*:/.test(head);
}

/** The media of an export lie in folders beside it. */
function findDocument({ members }: ImportSample): string | undefined {
  const name = `${findArchiveRoot(members)}result.json`;
  return members.includes(name) ? name : undefined;
}

function listChats(whole: Readonly<Record<string, unknown>>): readonly unknown[] {
  if (Array.isArray(whole.messages)) return [whole];
  return [whole.chats, whole.left_chats].flatMap((part) => readForeignList(isObject(part) ? part.list : undefined));
}

function isOfAgent(record: ImportedRecord): boolean {
  return record.kind === "item" && record.item.kind === "said" && record.item.role === "agent";
}

function* readChat(chat: unknown, line: number, agents: ReadonlySet<string>): Iterable<ImportedRecord | BadRecord> {
  const id = isObject(chat) ? readForeignId(chat.id) : null;
  if (!isObject(chat) || id === null || !/^\d+$/.test(id)) {
    return yield { kind: "bad", line, reason: "the chat has no id" };
  }
  const type = Object.hasOwn(types, String(chat.type)) ? types[String(chat.type)] : undefined;
  if (type === undefined) return yield { kind: "bad", line, reason: `chat ${id} is of no type that is known` };
  const session = parseSessionKey(`telegram:chat:${type.prefix}${id}`);
  for (const record of readChatRecords(session, readForeignList(chat.messages), agents))
    yield record.kind === "bad" ? record : { ...record, group: type.group ?? (isOfAgent(record) ? false : undefined) };
}
