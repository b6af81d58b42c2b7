/** Refusals and broken answers of providers, as each wire has them. */
import type { ServerResponse } from "node:http";
import type { RawAnswer } from "./raw-upstream.js";

export type WireName = "anthropic" | "openai-chat" | "openai-responses" | "gemini";

export interface Refusal {
  readonly name: string;
  /** Whether it blames the request, so that the client's own has to show whether it would have met it. */
  readonly blames: boolean;
  readonly answer: RawAnswer;
}

interface Fault {
  readonly status: number;
  /** As the wire names it. */
  readonly type: string;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function writeError(wire: WireName, { status, type, message }: Fault): object {
  if (wire === "anthropic")
    return { type: "error", error: { type, message }, request_id: "req_011CSHoEeqs5C35K2UUqR7Fy" };
  if (wire === "gemini") return { error: { code: status, message, status: geminiStatus(status) } };
  return { error: { message, type, param: null, code: type } };
}

function geminiStatus(status: number): string {
  if (status === 401) return "UNAUTHENTICATED";
  if (status === 403) return "PERMISSION_DENIED";
  if (status === 404) return "NOT_FOUND";
  if (status === 429) return "RESOURCE_EXHAUSTED";
  return status < 500 ? "INVALID_ARGUMENT" : "UNAVAILABLE";
}

const passing = { "request-id": "req_011CSHoEeqs5C35K2UUqR7Fy", "x-request-id": "req_1", "cf-ray": "9a1-FRA" };

function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): RawAnswer {
  return (response) =>
    response
      .writeHead(status, { "content-type": "application/json", ...passing, ...headers })
      .end(JSON.stringify(body));
}

function page(status: number, title: string): RawAnswer {
  return (response) =>
    response
      .writeHead(status, { "content-type": "text/html", ...passing })
      .end(
        `<html>\r\n<head><title>${title}</title></head>\r\n<body><center><h1>${title}</h1></center></body>\r\n</html>`,
      );
}

const tooLong: Readonly<Record<WireName, Fault>> = {
  anthropic: { status: 400, type: "invalid_request_error", message: "prompt is too long: 21000 tokens > 3000 maximum" },
  "openai-chat": {
    status: 400,
    type: "context_length_exceeded",
    message: "This model's maximum context length is 3000 tokens. However, your messages resulted in 21000 tokens.",
  },
  "openai-responses": {
    status: 400,
    type: "context_length_exceeded",
    message: "Your input exceeds the context window of this model. Please adjust your input and try again.",
  },
  gemini: {
    status: 400,
    type: "INVALID_ARGUMENT",
    message: "The input token count (21000) exceeds the maximum number of tokens allowed (3000).",
  },
};

/** The first event of a stream is an error. */
function streamError(wire: WireName, fault: Fault, before: readonly string[] = []): RawAnswer {
  return (response) => {
    response.writeHead(200, { "content-type": "text/event-stream", ...passing });
    const error = writeError(wire, fault);
    const event = wire === "openai-responses" ? { type: "error", sequence_number: 0, ...error } : error;
    response.end([...before, `event: error\ndata: ${JSON.stringify(event)}\n\n`].join(""));
  };
}

/** The beginning of a streamed answer with its first words. */
const openings: Readonly<Record<WireName, readonly object[]>> = {
  anthropic: [
    { type: "message_start", message: { id: "m", type: "message", role: "assistant", content: [], usage: {} } },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Half of" } },
  ],
  "openai-chat": [{ id: "c", choices: [{ index: 0, delta: { role: "assistant", content: "Half of" } }] }],
  "openai-responses": [
    { type: "response.created", response: { id: "r", status: "in_progress", output: [] } },
    {
      type: "response.output_item.added",
      output_index: 0,
      item: { type: "message", id: "m", role: "assistant", content: [] },
    },
    { type: "response.output_text.delta", output_index: 0, content_index: 0, item_id: "m", delta: "Half of" },
  ],
  gemini: [{ candidates: [{ content: { role: "model", parts: [{ text: "Half of" }] } }] }],
};

const lines = (events: readonly object[]) => events.map((event) => `data: ${JSON.stringify(event)}\n\n`);

function cut(response: ServerResponse): void {
  setTimeout(() => response.destroy(), 20);
}

/** Streams are of a client that asked for one; all others may come to any. */
export function listRefusals(wire: WireName): readonly Refusal[] {
  const error = (name: string, blames: boolean, fault: Fault): Refusal => {
    return { name, blames, answer: json(fault.status, writeError(wire, fault), fault.headers) };
  };
  const named = (name: string, answer: RawAnswer, blames = false): Refusal => ({ name, blames, answer });
  const invalid = { status: 400, type: "invalid_request_error" };
  const overloaded = { status: 529, type: "overloaded_error", message: "Overloaded" };
  return [
    error("400 a field that is not permitted", true, {
      ...invalid,
      message: "messages.3.name: Extra inputs are not permitted",
    }),
    error("400 a filter of contents", true, {
      ...invalid,
      type: "content_filter",
      message: "The response was filtered",
    }),
    error("400 too long", true, tooLong[wire]),
    named("400 without a body", (response) => response.writeHead(400, passing).end(), true),
    error("401 a wrong key", false, { status: 401, type: "authentication_error", message: "invalid x-api-key" }),
    error("402 no money", false, { status: 402, type: "billing_error", message: "Insufficient Balance" }),
    error("403 no permission", false, { status: 403, type: "permission_error", message: "Not allowed" }),
    named("403 a page of a firewall", page(403, "403 Forbidden")),
    error("404 no such model", false, { status: 404, type: "not_found_error", message: "model: claude-0" }),
    named("405 another method", json(405, { detail: "Method Not Allowed" }, { allow: "GET" }), true),
    error("408 too slow", false, { status: 408, type: "timeout_error", message: "Request timed out" }),
    error("409 a conflict", true, { status: 409, type: "conflict_error", message: "Conflict" }),
    error("413 too large", true, {
      status: 413,
      type: "request_too_large",
      message: "Request exceeds the maximum size",
    }),
    named("413 a page", page(413, "413 Request Entity Too Large"), true),
    named("415 another type", json(415, { error: "Unsupported Media Type" }), true),
    named(
      "422 a list of details",
      json(422, { detail: [{ loc: ["body", "messages", 0], msg: "bad", type: "value_error" }] }),
      true,
    ),
    error("429 a limit of the minute", false, {
      ...{ status: 429, type: "rate_limit_error", message: "This request would exceed your rate limit" },
      headers: {
        "retry-after": "17",
        "anthropic-ratelimit-requests-remaining": "0",
        "x-ratelimit-reset-tokens": "6m0s",
      },
    }),
    error("429 no quota", false, {
      status: 429,
      type: "insufficient_quota",
      message: "You exceeded your current quota",
    }),
    error("500 a fault", false, { status: 500, type: "api_error", message: "Internal server error" }),
    named("500 without a body", (response) => response.writeHead(500, passing).end()),
    named("502 a page", page(502, "502 Bad Gateway")),
    error("503 overloaded", false, {
      status: 503,
      type: "server_error",
      message: "Overloaded",
      headers: { "retry-after": "3" },
    }),
    named("504 a page", page(504, "504 Gateway Time-out")),
    named("520 a page of a proxy", page(520, "520: Web server is returning an unknown error")),
    error("529 overloaded", false, { ...overloaded, headers: { "x-should-retry": "true" } }),
    named("204 nothing", (response) => response.writeHead(204, passing).end()),
    named("205 nothing", (response) => response.writeHead(205, passing).end()),
    named("307 elsewhere", (response) =>
      response.writeHead(307, { location: "https://example.com/v1", ...passing }).end(),
    ),
    named("200 a page", page(200, "Sign in to the network")),
    named("200 and an error that blames the request", json(200, { error: { message: "bad", code: 400 } }), true),
    named("200 and an error of a server", json(200, { error: { message: "upstream", code: 502 } })),
    named("200 and half of a body", (response) =>
      response.writeHead(200, { "content-type": "application/json", ...passing }).end('{"id":"m","cont'),
    ),
    named("200 and less than its length", (response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "400", ...passing });
      response.write('{"id":"m"');
      cut(response);
    }),
    named("500 and less than its length", (response) => {
      response.writeHead(500, { "content-type": "application/json", "content-length": "400", ...passing });
      response.write('{"error":');
      cut(response);
    }),
    named("a stream that begins with overload", streamError(wire, overloaded)),
    named("a stream that begins with blame", streamError(wire, { ...invalid, message: "messages.1: bad" }), true),
    named("a stream that begins too long", streamError(wire, tooLong[wire]), true),
    named("a stream with an error behind its first words", streamError(wire, overloaded, lines(openings[wire]))),
    named("a stream that is cut before its first words", (response) => {
      response.writeHead(200, { "content-type": "text/event-stream", ...passing });
      response.write(": ping\n\n");
      cut(response);
    }),
    named("a stream that is cut behind its first words", (response) => {
      response.writeHead(200, { "content-type": "text/event-stream", ...passing });
      response.write(lines(openings[wire]).join(""));
      cut(response);
    }),
    named("a stream of events that are no JSON", (response) => {
      response.writeHead(200, { "content-type": "text/event-stream", ...passing }).end("data: {]\n\ndata: <html>\n\n");
    }),
  ];
}
