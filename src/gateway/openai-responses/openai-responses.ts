/** OpenAI's Responses API. */
import { pickReplyForm } from "../wire/event-stream.js";
import { addOpenaiTool, isMeantForOpenai, refuseAsOpenai } from "../wire/openai-parts.js";
import type { Wire } from "../wire/wire.js";
import { responsesBound } from "./bound.js";
import { listOwnItems, responsesReferences } from "./items.js";
import { joinResponsesReplies } from "./join-replies.js";
import { readResponsesReply } from "./read-reply.js";
import { readResponsesRequest } from "./read-request.js";
import { writeResponsesRequest } from "./write-request.js";

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
