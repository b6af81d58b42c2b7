import {
  parseForeign,
  readForeignId,
  readForeignList,
  readForeignSeconds,
  readForeignText,
} from "@clewline/core/importing/foreign.js";
import type { ImportedRecord } from "@clewline/core/importing/importer.js";
import type { HostItem, HostPart } from "@clewline/core/log/host-message.js";
import type { Instant, LaneKey, SessionKey } from "@clewline/core/log/keys.js";
import { encodeCanonicalJson, isObject } from "@clewline/text/json.js";
import { readContentParts, readContentText } from "./content.js";
import type { Node } from "./tree.js";

/** The state of a branch, which decides where its next message belongs. */
export interface State {
  /** The current model call; null after a person's message or a tool's result. */
  readonly call: string | null;
  /** Tool calls without a result, latest last. */
  readonly open: readonly OpenCall[];
}

interface OpenCall {
  readonly id: string;
  readonly tool: string;
  /** The model call that it belongs to. */
  readonly call: string;
}

interface Place {
  readonly session: SessionKey;
  readonly lane: LaneKey;
}

interface Outcome {
  readonly records: readonly ImportedRecord[];
  readonly state: State;
  /** The fault of the message, as the end of a sentence. */
  readonly bad?: string;
}

type Message = Readonly<Record<string, unknown>>;

export const start: State = { call: null, open: [] };

export function readNodeTime(node: Node | null): Instant | null {
  return readForeignSeconds(node?.message?.create_time);
}

export function readNodeRecords(node: Node, state: State, where: Place): Outcome {
  const { id, message } = node;
  if (message === null) return { records: [], state };
  const place = { ...where, key: id, at: readNodeTime(node) };
  const author = isObject(message.author) ? message.author : {};
  if (isContext(message)) return { records: readInstructions(message, place), state };
  switch (author.role) {
    case "user":
      return isHidden(message) ? { records: [], state } : readUserMessage(message, place);
    case "assistant":
      return readModelMessage(message, state, place);
    case "tool":
      return readToolMessage(message, readForeignId(author.name) ?? "tool", state, place);
    case "system":
      return { records: isHidden(message) ? [] : readInstructions(message, place), state };
    default:
      return { records: [], state, bad: "has no role that is known" };
  }
}

type Keyed = Place & { readonly key: string; readonly at: Instant | null };

/** The person's description of themself and ChatGPT's memory: sent to its model, hidden from the reader. */
function isContext({ content }: Message): boolean {
  return isObject(content) && /^(user|model)_editable_context$/.test(readForeignText(content.content_type));
}

function isHidden({ metadata }: Message): boolean {
  return isObject(metadata) && metadata.is_visually_hidden_from_conversation === true;
}

function readInstructions({ content }: Message, place: Keyed): readonly ImportedRecord[] {
  const text = readContentText(content);
  return text.trim() === "" ? [] : [{ ...place, kind: "note", note: { kind: "instructions", text } }];
}

function readUserMessage(message: Message, place: Keyed): Outcome {
  const parts = [...readContentParts(message.content), ...listAttachments(message)];
  if (parts.length === 0) return { records: [], state: start };
  const source = { id: place.key, revision: 0, replyTo: null };
  return { records: [{ ...place, kind: "item", item: { kind: "said", role: "user", parts }, source }], state: start };
}

/** Images appear twice: here, and as a pointer in the content. */
function listAttachments({ content, metadata }: Message): readonly HostPart[] {
  const pointed = readContentText(content);
  return readForeignList(isObject(metadata) ? metadata.attachments : undefined).flatMap((file) => {
    if (!isObject(file)) return [];
    const id = readForeignId(file.id);
    if (id !== null && pointed.includes(id)) return [];
    const name = readForeignId(file.name) ?? id;
    return name === null ? [] : [{ kind: "text" as const, text: `[file ${name}]` }];
  });
}

function readModelMessage(message: Message, state: State, place: Keyed): Outcome {
  const call = state.call ?? place.key;
  const recipient = readForeignId(message.recipient) ?? "all";
  if (recipient !== "all") {
    const opened = { id: place.key, tool: recipient, call };
    return {
      records: [makeItemRecord(place, makeCall(opened, readCallInput(message.content)), call)],
      state: { call, open: [...state.open, opened] },
    };
  }
  const parts = readContentParts(message.content);
  if (parts.length === 0) return { records: [], state };
  return { records: [makeItemRecord(place, { kind: "said", role: "agent", parts }, call)], state: { ...state, call } };
}

/** A result without a call, as from file search, gets a call without input, because every result needs a call. */
function readToolMessage(message: Message, tool: string, state: State, place: Keyed): Outcome {
  const text = readContentText(message.content);
  const known = findOpenCall(state.open, tool);
  if (known === undefined && text.trim() === "") return { records: [], state };
  const opened = known ?? { id: place.key, tool, call: place.key };
  const failed = isObject(message.content) && message.content.content_type === "system_error";
  const output = { kind: failed ? "error-text" : "text", text } as const;
  const returned = makeItemRecord(place, { kind: "returned", call: opened.id, tool: opened.tool, output }, opened.call);
  const invented = makeItemRecord({ ...place, key: `${place.key}:call` }, makeCall(opened, "{}"), opened.call);
  return {
    records: known === undefined ? [invented, returned] : [returned],
    state: { call: null, open: state.open.filter((each) => each !== known) },
  };
}

/** The latest call of the same name; else of its family, as `browser` may answer a call to `browser.search`. */
function findOpenCall(open: readonly OpenCall[], tool: string): OpenCall | undefined {
  const family = (name: string) => name.split(".", 1)[0];
  return open.findLast((each) => each.tool === tool) ?? open.findLast((each) => family(each.tool) === family(tool));
}

function readCallInput(content: unknown): string {
  const text = readContentText(content);
  const value = parseForeign(text);
  return encodeCanonicalJson(isObject(value) ? value : { text });
}

function makeCall({ id, tool }: OpenCall, input: string): HostItem {
  return { kind: "called", call: id, tool, input };
}

function makeItemRecord(place: Keyed, item: HostItem, call: string): ImportedRecord {
  return { ...place, kind: "item", item, call };
}
