/** Each wire format with its provider's own client, so that one scenario runs on all of them. */
import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import {
  type StandIn,
  type StandInOptions,
  type StandInScript,
  startAnthropic,
  startGemini,
  startOpenaiChat,
  startOpenaiResponses,
} from "clewline/testing";
import OpenAI from "openai";

/** A line of a chat: who says it, and what. */
export type Line = readonly [by: "user" | "agent", text: string];

interface Talk {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly lines: readonly Line[];
  readonly system?: string;
  /** Called with every piece of a stream; left out where the answer is to come whole. */
  readonly heard?: (piece: string) => void;
}

export interface Speaker {
  readonly wire: string;
  readonly upstream: {
    readonly name: string;
    start(script: StandInScript, options: StandInOptions): Promise<StandIn>;
  };
  readonly path: string;
  /** The answer's text. */
  say(talk: Talk): Promise<string>;
  /** The list in a body that was sent. */
  list(body: unknown): readonly unknown[];
  /** A line as the client writes it. */
  write(line: Line): unknown;
  /** How the provider says that a request is too long, as its client throws it. */
  readonly tooLong: RegExp;
}

const role = (by: Line[0]) => (by === "user" ? ("user" as const) : ("assistant" as const));

const anthropic: Speaker = {
  wire: "anthropic",
  upstream: { name: "anthropic", start: startAnthropic },
  path: "/v1/messages",
  async say({ url, headers, lines, system, heard }) {
    const client = new Anthropic({ baseURL: url, apiKey: "sk-test", maxRetries: 0, defaultHeaders: { ...headers } });
    const messages = lines.map(([by, content]) => ({ role: role(by), content }));
    const body = { model: "claude-sonnet-5", max_tokens: 500, messages, ...(system === undefined ? {} : { system }) };
    const stream = heard === undefined ? null : client.messages.stream(body).on("text", heard);
    const { content } = await (stream?.finalMessage() ?? client.messages.create(body));
    return content.map((block) => (block.type === "text" ? block.text : "")).join("");
  },
  list: (body) => (body as { messages: readonly unknown[] }).messages,
  write: ([by, content]) => ({ role: role(by), content }),
  tooLong: /prompt is too long/,
};

const openaiChat: Speaker = {
  wire: "openai-chat",
  upstream: { name: "openai", start: startOpenaiChat },
  path: "/v1/chat/completions",
  async say({ url, headers, lines, system, heard }) {
    const client = openai(url, headers);
    const said = lines.map(([by, content]) => ({ role: role(by), content }));
    const messages = [...(system === undefined ? [] : [{ role: "system" as const, content: system }]), ...said];
    if (heard === undefined) {
      const { choices } = await client.chat.completions.create({ model: "gpt-5", messages });
      return choices[0]?.message.content ?? "";
    }
    let text = "";
    for await (const { choices } of await client.chat.completions.create({ model: "gpt-5", messages, stream: true })) {
      const piece = choices[0]?.delta.content ?? "";
      heard(piece);
      text += piece;
    }
    return text;
  },
  list: (body) => (body as { messages: readonly unknown[] }).messages,
  write: ([by, content]) => ({ role: role(by), content }),
  tooLong: /maximum context length/,
};

const openaiResponses: Speaker = {
  wire: "openai-responses",
  upstream: { name: "openai", start: startOpenaiResponses },
  path: "/v1/responses",
  async say({ url, headers, lines, system, heard }) {
    const client = openai(url, headers);
    const input = lines.map(([by, content]) => ({ role: role(by), content }));
    const body = { model: "gpt-5", input, store: false, ...(system === undefined ? {} : { instructions: system }) };
    if (heard === undefined) return (await client.responses.create(body)).output_text;
    const stream = client.responses.stream(body).on("response.output_text.delta", ({ delta }) => heard(delta));
    return (await stream.finalResponse()).output_text;
  },
  list: (body) => (body as { input: readonly unknown[] }).input,
  write: ([by, content]) => ({ role: role(by), content }),
  tooLong: /exceeds the context window/,
};

const gemini: Speaker = {
  wire: "gemini",
  upstream: { name: "google", start: startGemini },
  path: "/v1beta/models/gemini-3-flash:generateContent",
  async say({ url, headers, lines, system, heard }) {
    const client = new GoogleGenAI({ apiKey: "key", httpOptions: { baseUrl: url, headers: { ...headers } } });
    const contents = lines.map(([by, text]) => ({ role: by === "user" ? "user" : "model", parts: [{ text }] }));
    const config = system === undefined ? {} : { config: { systemInstruction: system } };
    const asked = { model: "gemini-3-flash", contents, ...config };
    if (heard === undefined) return (await client.models.generateContent(asked)).text ?? "";
    let text = "";
    let isWhole = false;
    for await (const chunk of await client.models.generateContentStream(asked)) {
      heard(chunk.text ?? "");
      text += chunk.text ?? "";
      isWhole ||= chunk.candidates?.[0]?.finishReason !== undefined;
    }
    if (!isWhole) throw new Error("The stream ended before its end");
    return text;
  },
  list: (body) => (body as { contents: readonly unknown[] }).contents,
  write: ([by, text]) => ({ parts: [{ text }], role: by === "user" ? "user" : "model" }),
  tooLong: /exceeds the maximum number of tokens/,
};

export function openai(url: string, headers: Readonly<Record<string, string>> = {}): OpenAI {
  return new OpenAI({ baseURL: `${url}/v1`, apiKey: "sk-test", maxRetries: 0, defaultHeaders: { ...headers } });
}

export const speakers: readonly Speaker[] = [anthropic, openaiChat, openaiResponses, gemini];
