/** Anthropic's newer models compare all of a request but marks for the cache before they take thinking back. */

import type { BoundPart } from "../../core/model/reasoning/bound-thoughts.js";
import { isObject } from "../../core/text/json.js";
import type { BoundForm, JsonObject } from "../wire/wire.js";
import { dropMark } from "./blocks.js";

export const anthropicBound: BoundForm = {
  head: ({ system, tools }) => [system, tools].map((value) => JSON.stringify(listPlain(value ?? null))),
  list: ({ messages }) => (Array.isArray(messages) ? messages : []),
  read({ role, content }) {
    const blocks = Array.isArray(content) ? content : [content];
    return [{ bytes: String(role) }, ...blocks.map(readBlock)];
  },
  drop(message, places) {
    const { content } = message;
    // The role is the first part.
    const left = Array.isArray(content) ? content.filter((_, place) => !places.has(place + 1)) : content;
    return Array.isArray(left) && left.length === 0 ? null : { ...message, content: left };
  },
  write: (body, messages) => ({ ...body, messages }),
};

function readBlock(block: unknown): BoundPart {
  if (!isObject(block)) return { bytes: JSON.stringify(block ?? null) };
  if (block.type === "thinking") return { thought: String(block.signature) };
  if (block.type === "redacted_thinking") return { thought: String(block.data) };
  return { bytes: JSON.stringify(dropMark(block)) };
}

function listPlain(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((each: unknown) => (isObject(each) ? dropMark(each as JsonObject) : each));
}
