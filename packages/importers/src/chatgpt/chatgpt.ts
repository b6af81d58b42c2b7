import { findArchiveRoot } from "@clewline/core/importing/archive-root.js";
import { parseForeign, readForeignId } from "@clewline/core/importing/foreign.js";
import type {
  BadRecord,
  ImportedRecord,
  Importer,
  ImportSample,
  ImportSource,
} from "@clewline/core/importing/importer.js";
import { readOutline } from "@clewline/core/importing/outline.js";
import { makeSafeName } from "@clewline/core/importing/safe-name.js";
import { parseSessionKey } from "@clewline/core/log/keys.js";
import { route } from "@clewline/core/log/route-to-lane.js";
import { isObject } from "@clewline/text/json.js";
import { readNodeRecords, readNodeTime, type State, start } from "./message.js";
import { type Node, walk } from "./tree.js";

export const chatgpt: Importer = {
  format: "chatgpt",
  title: "ChatGPT data export (conversations.json)",
  group: false,
  recognises: (sample) => (sample.members.length > 0 ? listDocuments(sample).length > 0 : isExport(sample.head)),
  async *read(source) {
    let number = 0;
    for await (const { name, text } of readDocumentTexts(source)) {
      const whole = parseForeign(text);
      if (!Array.isArray(whole)) {
        yield { kind: "bad", line: number + 1, reason: `${name} is not a list of conversations` };
        continue;
      }
      for (const each of whole as readonly unknown[]) yield* readConversation(each, ++number);
    }
  },
};

function isExport(head: string): boolean {
  const outline = readOutline(head);
  if (outline === null || !outline.list || !outline.keys.has("mapping")) return false;
  return ["title", "create_time", "current_node", "conversation_id"].some((key) => outline.keys.has(key));
}

/** Large exports come in numbered parts. Claude's export has a conversations.json too, but beside a projects.json. */
function listDocuments({ members }: ImportSample): readonly string[] {
  const root = findArchiveRoot(members);
  if (members.includes(`${root}projects.json`)) return [];
  const isPart = (name: string) =>
    name.startsWith(root) && /^conversations(-\d+)?\.json$/.test(name.slice(root.length));
  return members.filter(isPart).toSorted();
}

async function* readDocumentTexts(
  source: ImportSource,
): AsyncIterable<{ readonly name: string; readonly text: string }> {
  const { sample } = source;
  if (sample.members.length === 0) yield { name: sample.name, text: await source.text() };
  for (const name of listDocuments(sample)) yield { name, text: await source.member(name) };
}

function* readConversation(value: unknown, line: number): Iterable<ImportedRecord | BadRecord> {
  const id = isObject(value) ? (readForeignId(value.conversation_id) ?? readForeignId(value.id)) : null;
  if (!isObject(value) || id === null) return yield { kind: "bad", line, reason: "the conversation has no id" };
  if (!isObject(value.mapping)) return yield { kind: "bad", line, reason: `conversation ${id} has no mapping` };
  const session = parseSessionKey(`chatgpt:${makeSafeName(id)}`);
  const place = { session, lane: route({ session, topic: null, replyTo: null }, null) };
  const states = new Map<string, State>();
  const keys = new Map<string, readonly string[]>();
  for (const { node, instead } of walk(value.mapping, readForeignId(value.current_node))) {
    if (instead !== undefined) {
      for (const target of keys.get(node.id) ?? []) {
        yield { ...place, kind: "withdrawn", key: `${target}#withdrawn`, at: readNodeTime(instead), target };
      }
      continue;
    }
    const { records, state, bad } = readNodeRecords(node, findStateBefore(node, states), place);
    states.set(node.id, state);
    const items = records.filter(({ kind }) => kind === "item");
    keys.set(
      node.id,
      items.map(({ key }) => key),
    );
    yield* records;
    if (bad !== undefined) yield { kind: "bad", line, reason: `message ${node.id} of conversation ${id} ${bad}` };
  }
}

/** The state of this branch before the message, regardless of other branches. */
function findStateBefore(node: Node, states: ReadonlyMap<string, State>): State {
  return (node.parent === null ? undefined : states.get(node.parent)) ?? start;
}
