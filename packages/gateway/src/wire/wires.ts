import { anthropic } from "../anthropic/anthropic.js";
import { gemini } from "../gemini/gemini.js";
import { openaiChat } from "../openai-chat/openai-chat.js";
import { openaiResponses } from "../openai-responses/openai-responses.js";
import type { Wire } from "./wire.js";

/** All wire formats. A path that belongs to none passes as it is, to the provider of the first that it is meant for. */
export const wires: readonly Wire[] = [anthropic, gemini, openaiChat, openaiResponses];
