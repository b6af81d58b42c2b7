/** Requests in every wire format as bytes, and all that their client hears. */
import { request } from "node:http";
import type { WireName } from "./refusals.js";

export interface Asking {
  readonly provider: string;
  readonly path: string;
  /** A list that a small window shortens, with white space that no writer of ours would write. */
  readonly body: string;
}

const words = (count: number) => Array.from({ length: count }, (_, place) => `word${place}`).join(" ");
const turns = Array.from({ length: 8 }, (_, number) => [`Note ${number}: ${words(120)}`, "Noted."] as const).flat();
const said = [...turns, "What was the first note?"].map((text, place) => ({ text, isUser: place % 2 === 0 }));
const list = said.map(({ text: content, isUser }) => ({ role: isUser ? "user" : "assistant", content }));
const contents = said.map(({ text, isUser }) => ({ role: isUser ? "user" : "model", parts: [{ text }] }));
const write = (body: object) => `${JSON.stringify(body, null, 1)}  `;

export const wires: Readonly<Record<WireName, Asking>> = {
  anthropic: {
    ...{ provider: "anthropic", path: "/v1/messages" },
    body: write({ model: "claude-sonnet-5", max_tokens: 500, messages: list }),
  },
  "openai-chat": {
    ...{ provider: "openai", path: "/v1/chat/completions" },
    body: write({ model: "gpt-5", messages: list }),
  },
  "openai-responses": {
    ...{ provider: "openai", path: "/v1/responses" },
    body: write({ model: "gpt-5", store: false, input: list }),
  },
  gemini: { provider: "google", path: "/v1beta/models/gemini-3-flash:generateContent", body: write({ contents }) },
};

interface Heard {
  readonly status: number;
  readonly headers: object;
  readonly text: string;
  readonly isBroken: boolean;
}

/** About one connection, or ours. */
const beside = /^(?:date|connection|keep-alive|transfer-encoding|content-length|x-clew.*)$/;

/** `tell` hears what the gateway says that it did. */
export function hear(
  url: string,
  { path, body }: Asking,
  session: string,
  tell: (did: string) => void = () => undefined,
): Promise<Heard> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", authorization: "Bearer k", "x-clew-session": session };
    const asking = request(`${url}${path}`, { method: "POST", headers }, (response) => {
      const pieces: Buffer[] = [];
      let isBroken = false;
      tell(String(response.headers["x-clew"]));
      response.on("data", (piece: Buffer) => pieces.push(piece));
      response.on("error", () => {
        isBroken = true;
      });
      response.on("close", () => {
        const kept = Object.entries(response.headers).filter(([name]) => !beside.test(name));
        const text = Buffer.concat(pieces).toString();
        resolve({ status: response.statusCode ?? 0, headers: Object.fromEntries(kept.sort()), text, isBroken });
      });
    });
    asking.on("error", reject);
    asking.end(body);
  });
}
