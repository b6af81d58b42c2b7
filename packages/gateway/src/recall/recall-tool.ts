/** The tool by which a model opens what its view left out, run by the gateway itself. */
import { hasRecall } from "@clewline/core/log/own-tools.js";
import { recallSpec } from "@clewline/engine/read/answer-recall.js";
import type { JsonObject, Wire, WireItem, WireMessage, WireRequest } from "../wire/wire.js";

/** A request with our tool beside the client's own. */
export interface OfferedRequest {
  readonly body: JsonObject;
  readonly request: WireRequest;
}

/** Null where the client has such a tool itself, does not let its model choose, or leaves the list to its provider. */
export function offerRecall(wire: Wire, body: JsonObject, request: WireRequest): OfferedRequest | null {
  if (request.continues !== null || hasRecall(request.tools)) return null;
  const offered = wire.addTool(body, recallSpec);
  return offered === null ? null : { body: offered, request: { ...request, tools: [...request.tools, recallSpec] } };
}

/** The calls of our tool in an answer. */
export function listRecalls({ items }: WireMessage): readonly WireItem[] {
  return items.filter(isOwn);
}

/** Whether an answer only asks for what the log has: nothing in it is left to do for the client. */
export function isAsking(message: WireMessage | null): boolean {
  const calls = message?.items.filter(({ item }) => item.kind === "called" && item.hosted !== true) ?? [];
  return calls.length > 0 && calls.every(isOwn);
}

/** The answer without calls of the client's tools: the model makes them again once it has read what it asked for. */
export function dropOthers(message: WireMessage): WireMessage {
  return { ...message, items: message.items.filter((each) => each.item.kind !== "called" || isOwn(each)) };
}

/** The answer without them, as its client has it. */
export function dropRecalls(message: WireMessage): WireMessage {
  return { ...message, items: message.items.filter((each) => !isOwn(each)) };
}

/** Whether a tool of this name is ours. */
export function isRecallTool(name: unknown): boolean {
  return name === recallSpec.name;
}

function isOwn({ item }: WireItem): boolean {
  return item.kind === "called" && item.hosted !== true && isRecallTool(item.tool);
}
