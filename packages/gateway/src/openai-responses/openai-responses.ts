/** OpenAI's Responses API. */
import { pickReplyForm } from "../wire/event-stream.js";
import { addOpenaiTool, isMeantForOpenai, refuseAsOpenai } from "../wire/openai-parts.js";
import type { BoundForm, JsonObject, Wire } from "../wire/wire.js";
import { groupOutputs, listInput, listOwnItems, responsesReferences } from "./items.js";
import { joinResponsesReplies } from "./join-replies.js";
import { readResponsesReply } from "./read-reply.js";
import { readResponsesRequest } from "./read-request.js";
import { writeResponsesRequest } from "./write-request.js";

/** OpenAI takes sealed reasoning from the organization that it was made for. What it reads of it is its own affair. */
const responsesBound: BoundForm = {
  isForeign: (writer, reader) => writer.account !== reader.account,
  head: () => [],
  list: ({ input }) => groupOutputs(listInput(input) ?? []).map((items) => ({ items })),
  read: ({ items }) =>
    (items as readonly JsonObject[]).flatMap((item) => {
      const sealed = item.type === "reasoning" ? item.encrypted_content : null;
      return typeof sealed === "string" ? [{ thought: sealed }] : [];
    }),
  drop({ items }, places) {
    let place = -1;
    const kept = (items as readonly JsonObject[]).filter(
      ({ type, encrypted_content: sealed }) =>
        type !== "reasoning" || typeof sealed !== "string" || !places.has(++place),
    );
    // An item behind a dropped one is no longer the item that its provider knows by this name.
    return { items: kept.map(({ id: _id, ...item }) => item) };
  },
  write: (body, list) => ({ ...body, input: list.flatMap(({ items }) => items) }),
};

export const openaiResponses: Wire = {
  name: "openai-responses",
  provider: "openai",
  example: "/v1/responses",
  address: "https://api.openai.com",
  marks: 0,
  bound: responsesBound,
  classify(path) {
    if (/(?:^|\/)responses\/?$/.test(path)) return "answer";
    return /(?:^|\/)responses\/input_tokens\/?$/.test(path) ? "count" : null;
  },
  isMeant: isMeantForOpenai,
  read: readResponsesRequest,
  listBlocks: (original) => listOwnItems({ original }),
  references: responsesReferences,
  write: writeResponsesRequest,
  addTool: (body, { name, description, inputSchema: parameters }) =>
    addOpenaiTool(body, { type: "function", name, description, parameters, strict: false }),
  pickForm: (_path, contentType) => pickReplyForm(contentType),
  readReply: readResponsesReply,
  joinReplies: joinResponsesReplies,
  refuse: (refusal) => refuseAsOpenai(refusal, "input"),
};
