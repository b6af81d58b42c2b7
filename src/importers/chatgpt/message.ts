import { foreignId, foreignList, foreignSeconds, foreignText, parseForeign } from "../../core/importing/foreign.js";
import type { Imported } from "../../core/importing/imported.js";
import type { HostItem, HostPart } from "../../core/log/host-message.js";
import type { Instant, LaneKey, SessionKey } from "../../core/log/keys.js";
import { canonical, isObject } from "../../core/text/json.js";
import { partsOf, textOf } from "./content.js";
import type { Node } from "./tree.js";

/** Where a branch stands: what its next message may belong to. */
export interface State {
  /** The model call that is going on; null after a person's message or a tool's result. */
  readonly call: string | null;
  /** Tool calls without a result, the latest last. */
  readonly open: readonly OpenCall[];
}

interface OpenCall {
  readonly id: string;
  readonly tool: string;
  /** The model call that it is part of. */
  readonly call: string;
}

interface Place {
  readonly session: SessionKey;
  readonly lane: LaneKey;
}

interface Outcome {
  readonly records: readonly Imported[];
  readonly state: State;
  /** What is wrong with the message, as the end of a sentence. */
  readonly bad?: string;
}

type Message = Readonly<Record<string, unknown>>;

export const start: State = { call: null, open: [] };

export function atOf(node: Node | null): Instant | null {
  return foreignSeconds(node?.message?.create_time);
}

export function recordsOf(node: Node, state: State, where: Place): Outcome {
  const { id, message } = node;
  if (message === null) return { records: [], state };
  const place = { ...where, key: id, at: atOf(node) };
  const author = isObject(message.author) ? message.author : {};
  if (isContext(message)) return { records: instructions(message, place), state };
  switch (author.role) {
    case "user":
      return isHidden(message) ? { records: [], state } : fromUser(message, place);
    case "assistant":
      return fromModel(message, state, place);
    case "tool":
      return fromTool(message, foreignId(author.name) ?? "tool", state, place);
    case "system":
      return { records: isHidden(message) ? [] : instructions(message, place), state };
    default:
      return { records: [], state, bad: "has no role that is known" };
  }
}

type Keyed = Place & { readonly key: string; readonly at: Instant | null };

/** What the person wrote about themself, and what ChatGPT remembered: shown to its model, hidden from the reader. */
function isContext({ content }: Message): boolean {
  return isObject(content) && /^(user|model)_editable_context$/.test(foreignText(content.content_type));
}

function isHidden({ metadata }: Message): boolean {
  return isObject(metadata) && metadata.is_visually_hidden_from_conversation === true;
}

function instructions({ content }: Message, place: Keyed): readonly Imported[] {
  const text = textOf(content);
  return text.trim() === "" ? [] : [{ ...place, kind: "note", note: { kind: "instructions", text } }];
}

function fromUser(message: Message, place: Keyed): Outcome {
  const parts = [...partsOf(message.content), ...attachments(message)];
  if (parts.length === 0) return { records: [], state: start };
  const source = { id: place.key, revision: 0, replyTo: null };
  return { records: [{ ...place, kind: "item", item: { kind: "said", role: "user", parts }, source }], state: start };
}

/** Images are named twice: here, and by a pointer in the content. */
function attachments({ content, metadata }: Message): readonly HostPart[] {
  const pointed = textOf(content);
  return foreignList(isObject(metadata) ? metadata.attachments : undefined).flatMap((file) => {
    if (!isObject(file)) return [];
    const id = foreignId(file.id);
    if (id !== null && pointed.includes(id)) return [];
    const name = foreignId(file.name) ?? id;
    return name === null ? [] : [{ kind: "text" as const, text: `[file ${name}]` }];
  });
}

function fromModel(message: Message, state: State, place: Keyed): Outcome {
  const call = state.call ?? place.key;
  const recipient = foreignId(message.recipient) ?? "all";
  if (recipient !== "all") {
    const opened = { id: place.key, tool: recipient, call };
    return {
      records: [item(place, called(opened, inputOf(message.content)), call)],
      state: { call, open: [...state.open, opened] },
    };
  }
  const parts = partsOf(message.content);
  if (parts.length === 0) return { records: [], state };
  return { records: [item(place, { kind: "said", role: "agent", parts }, call)], state: { ...state, call } };
}

/** A result without a call, as file search gives, gets one without input: no result stands alone. */
function fromTool(message: Message, tool: string, state: State, place: Keyed): Outcome {
  const text = textOf(message.content);
  const known = openCall(state.open, tool);
  if (known === undefined && text.trim() === "") return { records: [], state };
  const opened = known ?? { id: place.key, tool, call: place.key };
  const failed = isObject(message.content) && message.content.content_type === "system_error";
  const output = { kind: failed ? "error-text" : "text", text } as const;
  const returned = item(place, { kind: "returned", call: opened.id, tool: opened.tool, output }, opened.call);
  const invented = item({ ...place, key: `${place.key}:call` }, called(opened, "{}"), opened.call);
  return {
    records: known === undefined ? [invented, returned] : [returned],
    state: { call: null, open: state.open.filter((each) => each !== known) },
  };
}

/** The latest of that very name; else of its family, as a call to `browser.search` may be answered by `browser`. */
function openCall(open: readonly OpenCall[], tool: string): OpenCall | undefined {
  const family = (name: string) => name.split(".", 1)[0];
  return open.findLast((each) => each.tool === tool) ?? open.findLast((each) => family(each.tool) === family(tool));
}

function inputOf(content: unknown): string {
  const text = textOf(content);
  const value = parseForeign(text);
  return canonical(isObject(value) ? value : { text });
}

function called({ id, tool }: OpenCall, input: string): HostItem {
  return { kind: "called", call: id, tool, input };
}

function item(place: Keyed, item: HostItem, call: string): Imported {
  return { ...place, kind: "item", item, call };
}
