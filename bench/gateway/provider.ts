/** A provider that answers every call at once with the next step of its session, and lets others look at what it got. */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { nameCall, writeWords } from "./agent-session.js";

export interface Provider {
  readonly origin: string;
  /** Hears the path and the body of every request. */
  heard: ((path: string, body: string) => void) | null;
  close(): Promise<void>;
}

/** What the client says of its call; the gateway passes it on. */
export const callHeader = "x-bench-call";
/** Where a long answer is wanted: how many pieces, and milliseconds between them. */
export const piecesHeader = "x-bench-pieces";

export async function startProvider(): Promise<Provider> {
  const provider: { heard: Provider["heard"] } = { heard: null };
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    provider.heard?.(request.url ?? "", Buffer.concat(pieces).toString());
    const [session = "", step = "0"] = String(request.headers[callHeader] ?? "").split(" ");
    const wanted = request.headers[piecesHeader];
    response.writeHead(200, { "content-type": "text/event-stream" });
    if (typeof wanted === "string") return streamLong(response, session, wanted);
    const isChat = request.url?.includes("chat/completions") === true;
    response.end(isChat ? writeChatStep(session, Number(step)) : writeAnthropicStep(session, Number(step)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return Object.assign(provider, {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

/** A piece of a long answer, which nothing else has. */
export function writePiece(session: string, number: number): string {
  return `[${session} ${number}] `;
}

async function streamLong(response: ServerResponse, session: string, wanted: string): Promise<void> {
  const [count = 0, everyMs = 0] = wanted.split(" ").map(Number);
  response.write(openText());
  for (let number = 0; number < count; number++) {
    await pause(everyMs);
    response.write(
      event("content_block_delta", { index: 0, delta: { type: "text_delta", text: writePiece(session, number) } }),
    );
  }
  response.end(closeBlock(0) + closeMessage("end_turn"));
}

function writeAnthropicStep(session: string, step: number): string {
  const call = { type: "tool_use", id: nameCall(session, step), name: "read_page", input: {} };
  return [
    openText(),
    event("content_block_delta", { index: 0, delta: { type: "text_delta", text: writeWords(step).text } }),
    closeBlock(0),
    event("content_block_start", { index: 1, content_block: call }),
    event("content_block_delta", {
      index: 1,
      delta: { type: "input_json_delta", partial_json: JSON.stringify({ page: step }) },
    }),
    closeBlock(1),
    closeMessage("tool_use"),
  ].join("");
}

function openText(): string {
  const usage = { input_tokens: 1_000, output_tokens: 1 };
  const message = {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "claude-sonnet-5",
    content: [],
    stop_reason: null,
    usage,
  };
  return (
    event("message_start", { message }) +
    event("content_block_start", { index: 0, content_block: { type: "text", text: "" } })
  );
}

function closeBlock(index: number): string {
  return event("content_block_stop", { index });
}

function closeMessage(reason: string): string {
  return (
    event("message_delta", { delta: { stop_reason: reason }, usage: { output_tokens: 20 } }) + event("message_stop", {})
  );
}

function event(type: string, fields: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
}

function writeChatStep(session: string, step: number): string {
  const chunk = (choice: object) => {
    const choices = [{ index: 0, finish_reason: null, ...choice }];
    return `data: ${JSON.stringify({ id: "chat_1", object: "chat.completion.chunk", model: "gpt-5", choices })}\n\n`;
  };
  const called = { name: "read_page", arguments: JSON.stringify({ page: step }) };
  const call = { index: 0, id: nameCall(session, step), type: "function", function: called };
  return [
    chunk({ delta: { role: "assistant", content: writeWords(step).text } }),
    chunk({ delta: { tool_calls: [call] } }),
    chunk({ delta: {}, finish_reason: "tool_calls" }),
    "data: [DONE]\n\n",
  ].join("");
}
