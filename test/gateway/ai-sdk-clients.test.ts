/** The AI SDK as a client of each wire, as its users have it: only the base URL is the gateway's. */
import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { generateText, type LanguageModel, type ModelMessage, stepCountIs, streamText, tool } from "ai";
import {
  type StandInScript,
  startAnthropic,
  startGemini,
  startOpenaiChat,
  startOpenaiResponses,
} from "clewline/testing";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { openRoom, type Room, type RoomOptions, said } from "./room.js";

const session = "test:sdk";
const headers = { "x-clew-session": session };
const apiKey = "sk-test";

interface SdkWire {
  readonly upstream: NonNullable<RoomOptions["upstream"]>;
  readonly connect: (url: string) => LanguageModel;
}

const wires: Readonly<Record<string, SdkWire>> = {
  "Anthropic Messages": {
    upstream: { name: "anthropic", start: startAnthropic },
    connect: (url) => createAnthropic({ baseURL: `${url}/v1`, apiKey, headers })("claude-sonnet-5"),
  },
  "Chat Completions": {
    upstream: { name: "openai", start: startOpenaiChat },
    connect: (url) => createOpenAI({ baseURL: `${url}/v1`, apiKey, headers }).chat("gpt-5"),
  },
  Responses: {
    upstream: { name: "openai", start: startOpenaiResponses },
    connect: (url) => createOpenAI({ baseURL: `${url}/v1`, apiKey, headers })("gpt-5"),
  },
  Gemini: {
    upstream: { name: "google", start: startGemini },
    connect: (url) => createGoogleGenerativeAI({ baseURL: `${url}/v1beta`, apiKey, headers })("gemini-3-flash"),
  },
};

const look = tool({ inputSchema: z.object({ at: z.string() }), execute: ({ at }) => `${at} is dry` });

/** Every answer looks twice, at once and then again, before it says anything. */
const looking: StandInScript = ({ number }) =>
  number % 3 === 2
    ? { reasoning: "So it is.", text: `All is dry, ${number}.` }
    : {
        ...{ reasoning: `I look, ${number}.`, text: `Wait, ${number}.` },
        calls: ["one", "two"]
          .slice(0, 2 - (number % 3))
          .map((at) => ({ tool: "look", input: { at: `${at} ${number}` } })),
      };

/** A chat as its host keeps it. */
async function talk(
  model: LanguageModel,
  before: readonly ModelMessage[],
  content: string,
  isStreamed: boolean,
): Promise<readonly ModelMessage[]> {
  const messages: ModelMessage[] = [...before, { role: "user", content }];
  const asked = { model, messages, tools: { look }, stopWhen: stepCountIs(5), maxRetries: 0 };
  const { response } = isStreamed ? streamText(asked) : await generateText(asked);
  return [...messages, ...(await response).messages];
}

function listTurn(first: number, asked: string): readonly string[] {
  const call = (at: string) => `call look {"at":"${at}"}`;
  const result = (at: string) => `result of look: ${at} is dry`;
  return [
    `user: ${asked}`,
    ...[`agent: Wait, ${first}.`, call(`one ${first}`), call(`two ${first}`)],
    ...[result(`one ${first}`), result(`two ${first}`)],
    ...[`agent: Wait, ${first + 1}.`, call(`one ${first + 1}`), result(`one ${first + 1}`)],
    `agent: All is dry, ${first + 2}.`,
  ];
}

/** Without thoughts before words, and results without what Gemini's provider wraps them in. */
const readLine = (line: string) =>
  line.replace(/^agent: I look, \d+\.\s*/, "agent: ").replace(/\{"content":"([^"]*)","name":"look"\}$/, "$1");

describe.each(Object.entries(wires))("the AI SDK over %s", (_name, { upstream, connect }) => {
  test.each([false, true])(
    "has everything in the log once, also after a restart (streamed: %s)",
    async (isStreamed) => {
      let room: Room = await openRoom(looking, { upstream });
      let list: readonly ModelMessage[] = [];
      for (const asked of ["Which tap drips?", "And now?", "Sure?"]) {
        list = await talk(connect(room.url), list, asked, isStreamed);
        if (asked === "And now?") room = await room.restart();
      }
      expect((await said(room, session)).map(readLine)).toEqual([
        ...listTurn(0, "Which tap drips?"),
        ...listTurn(3, "And now?"),
        ...listTurn(6, "Sure?"),
      ]);
      expect(room.lines).toEqual([]);
    },
  );
});
