/** Messages of the wire as those of a list that its host keeps. */
import type { HostContent, HostItem } from "@clewline/core/log/host-message.js";
import type { ListedMessage } from "@clewline/engine/answer/list/listed-message.js";
import { letLoopPass } from "@clewline/platform/let-loop-pass.js";
import { type Json, toJson } from "@clewline/text/json.js";
import type { ListPlace } from "../list/pieces.js";
import type { WireItem, WireMessage, WireRequest } from "../wire/wire.js";

/** A list, and for each of its messages what names the list up to there. */
export interface MarkedList {
  readonly list: readonly WireMessage[];
  readonly marks: readonly string[];
}

/** A list that is not whole has results of calls that only its provider has. */
export async function listMessages(
  { list, continues }: Pick<WireRequest, "list" | "continues">,
  marks: readonly string[],
  from = 0,
): Promise<readonly ListedMessage[]> {
  const calls: ListedCalls = new Map();
  const messages: ListedMessage[] = [];
  for (const [index, message] of list.entries()) {
    const listed = makeListedMessage(message, marks[index] ?? "", calls);
    const own = continues === null ? keepStrayResults(message, listed, calls) : listed;
    if (index >= from) messages.push(...splitMessage(own));
    await letLoopPass();
  }
  return messages;
}

/**
 * The result of a call that the list does not have is said, and no result: a view would leave it out, and whether it is taken is for
 * its provider to say, which may know the call by another name.
 */
function keepStrayResults({ items, isReply }: WireMessage, listed: ListedMessage, calls: ListedCalls): ListedMessage {
  const isStray = ({ item }: WireItem) => item.kind === "returned" && !calls.has(item.call);
  if (!items.some(isStray)) return listed;
  const role = isReply ? "agent" : "user";
  return { ...listed, items: listed.items.map((own, place) => sayStray(own, items[place], { role, isStray })) };
}

interface StrayResults {
  readonly role: "agent" | "user";
  readonly isStray: (item: WireItem) => boolean;
}

function sayStray(own: HostItem, wire: WireItem | undefined, { role, isStray }: StrayResults): HostItem {
  if (wire === undefined || own.kind !== "returned" || !isStray(wire)) return own;
  const { output, raw } = own;
  const parts = output.kind === "content" ? output.parts : [{ kind: "text" as const, text: output.text }];
  const said: HostContent = { kind: "said", role, parts };
  return raw === undefined ? said : { ...said, raw };
}

/** Results belong to the turn of their calls; what a person says beside them opens the next one. */
function splitMessage(message: ListedMessage): readonly ListedMessage[] {
  if (message.items.length < 2) return [message];
  const results = message.items.filter(({ kind }) => kind === "returned");
  const others = message.items.filter(({ kind }) => kind !== "returned");
  const isMixed = results.length > 0 && others.some((item) => item.kind === "said" && item.role === "user");
  if (!isMixed) return [message];
  return [
    { ...message, items: results, mark: `${message.mark} results` },
    { ...message, items: others },
  ];
}

/** The newest calls, by what their messages call them: what they are called in the log, and their tools. */
export type ListedCalls = Map<string, ListedCall>;

interface ListedCall {
  readonly call: string;
  readonly tool: string;
}

/** Every entry knows its place in the list, so that it can go out as the client wrote it. */
export function makeListedMessage(message: WireMessage, mark: string, calls: ListedCalls): ListedMessage {
  const { items } = message;
  for (const { item, isNameless } of items) {
    if (item.kind !== "called") continue;
    const call = isNameless === true ? `${item.call} ${mark.slice(-8)}` : item.call;
    calls.set(item.call, { call, tool: item.tool });
  }
  const named = items.map(({ item }) => ("call" in item ? calls.get(item.call) : undefined));
  const before = listed.get(message);
  if (before?.made.mark === mark && named.every((each, place) => isSameCall(each, before.named[place])))
    return before.made;
  const place = (own: WireItem, index: number) => {
    const { item, name, part } = own;
    const raw: ListPlace = { mark, item: name, ...(part === undefined ? {} : { part }), ...describeUnheard(own) };
    return { ...item, ...named[index], raw: { ...raw } };
  };
  const made = { items: items.map(place), id: null, mark };
  listed.set(message, { made, named });
  return made;
}

function describeUnheard({ item, unheard, isNameless }: WireItem): Pick<ListPlace, "unheard"> {
  if (unheard === undefined) return {};
  const { wire, blocks } = unheard;
  const kept = blocks.map((block) => toJson(block) as Readonly<Record<string, Json>>);
  return {
    unheard: { wire, blocks: kept, ...(item.kind === "called" && isNameless !== true ? { call: item.call } : {}) },
  };
}

/** The names of thoughts, and then those of items; none where an item has no name: then nobody can tell which of them is meant. */
export function listNames({ items }: Pick<WireMessage, "items">): readonly string[] {
  const names = items.map((item) => item.names ?? []);
  if (names.some(({ length }) => length === 0)) return [];
  return [...names.flatMap((own) => own.slice(0, -1)), ...names.flatMap((own) => own.slice(-1))];
}

/** Results by what their calls are called in the log. */
export function nameResults<Result extends { readonly call: string }>(
  results: readonly Result[],
  calls: ListedCalls,
): readonly Result[] {
  return results.map((result) => ({ ...result, ...calls.get(result.call) }));
}

/** A message that is the same object as in the list before, in the same place, is listed as it was. */
const listed = new WeakMap<
  WireMessage,
  { readonly made: ListedMessage; readonly named: readonly (ListedCall | undefined)[] }
>();

function isSameCall(one: ListedCall | undefined, other: ListedCall | undefined): boolean {
  return one?.call === other?.call && one?.tool === other?.tool;
}
