/** OpenAI's Chat Completions, which many other servers speak. */
import { pickReplyForm } from "../wire/event-stream.js";
import { addOpenaiTool, isMeantForOpenai, refuseAsOpenai } from "../wire/openai-parts.js";
import type { Wire } from "../wire/wire.js";
import { listChatBlocks } from "./blocks.js";
import { joinChatReplies } from "./join-replies.js";
import { readChatReply } from "./read-reply.js";
import { readChatRequest } from "./read-request.js";
import { writeChatRequest } from "./write-request.js";

export const openaiChat: Wire = {
  name: "openai-chat",
  provider: "openai",
  example: "/v1/chat/completions",
  address: "https://api.openai.com",
  marks: 0,
  classify: (path) => (/(?:^|\/)chat\/completions\/?$/.test(path) ? "answer" : null),
  isMeant: isMeantForOpenai,
  read: readChatRequest,
  listBlocks: listChatBlocks,
  write: writeChatRequest,
  addTool: (body, { name, description, inputSchema: parameters }) =>
    addOpenaiTool(body, { type: "function", function: { name, description, parameters } }),
  pickForm: (_path, contentType) => pickReplyForm(contentType),
  readReply: readChatReply,
  joinReplies: joinChatReplies,
  refuse: (refusal) => refuseAsOpenai(refusal, "messages"),
};
