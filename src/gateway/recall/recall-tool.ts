/** The tool by which a model opens what its view left out, run by the gateway itself. */
import { isRecall } from "../../core/log/own-tools.js";
import { longestPattern } from "../../core/text/pattern.js";
import type { ToolSpec } from "../../core/view/request.js";
import type { JsonObject, Wire, WireItem, WireMessage, WireRequest } from "../wire/wire.js";

const pointer = { type: "string", description: "A pointer as printed in the conversation, e.g. clew:e0123456789" };
const question = {
  type: "string",
  description: "Instead of a pointer: what to look for among everything that was said here, in its own words",
};
const offset = { type: "integer", description: "Where to go on: the number that the page before ended with" };
const find = {
  type: "string",
  description: `Show only what matches, with at most ${longestPattern} characters. * stands for anything, | for or`,
};
const lines = { type: "string", description: "Show only these lines of one entry, e.g. 40-80" };

const recallTool: ToolSpec = {
  name: "recall",
  description:
    "Opens a pointer (clew:…) that stands for text left out of this conversation: a cut or cleared tool result, an image or file, a long message, or a run of earlier entries. Or finds earlier entries by a question.",
  inputSchema: { type: "object", properties: { pointer, question, offset, find, lines } },
};

/** A request with our tool beside the client's own. */
export interface OfferedRequest {
  readonly body: JsonObject;
  readonly request: WireRequest;
}

/** Null where the client has such a tool itself, does not let its model choose, or leaves the list to its provider. */
export function offerRecall(wire: Wire, body: JsonObject, request: WireRequest): OfferedRequest | null {
  if (request.continues !== null || request.tools.some(({ name }) => isRecall(name))) return null;
  const offered = wire.addTool(body, recallTool);
  return offered === null ? null : { body: offered, request: { ...request, tools: [...request.tools, recallTool] } };
}

/** The calls of our tool in an answer. */
export function listRecalls({ items }: WireMessage): readonly WireItem[] {
  return items.filter(isOwn);
}

/** The answer without calls of the client's tools: the model makes them again once it has read what it asked for. */
export function keepRecalls(message: WireMessage): WireMessage {
  return { ...message, items: message.items.filter((each) => each.item.kind !== "called" || isOwn(each)) };
}

function isOwn({ item }: WireItem): boolean {
  return item.kind === "called" && item.hosted !== true && item.tool === recallTool.name;
}
