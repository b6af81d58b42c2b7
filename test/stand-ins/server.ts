import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pass } from "node:timers/promises";
import {
  type Failure,
  type Refusal,
  replyFor,
  type StandIn,
  type StandInOptions,
  type StandInReply,
  type StandInRequest,
  type StandInScript,
  type StandInUsage,
} from "./script.js";

/** One vendor's wire format: how its requests are read and its answers are written. */
export interface Dialect<Body> {
  /** The path that belongs to the base address, as its official client takes it. */
  readonly base: string;
  /** What ends a line of a stream. */
  readonly lineEnd: string;
  /** The key that a request brings. */
  keyOf(headers: IncomingMessage["headers"]): string | undefined;
  /** What a GET of this path brings, undefined for nothing. */
  page(path: string): unknown;
  /** Undefined for a path that asks for no answer. */
  read(
    path: string,
    body: unknown,
    headers: IncomingMessage["headers"],
  ): Asked<Body> | { readonly refusal: Refusal } | undefined;
  /** Why this prompt is too long for the window, null where it fits. */
  overflow(asked: Asked<Body>, window: number): Refusal | null;
  failure(kind: Exclude<Failure, "cut">, limits: Limits): Refusal;
  /** What the prompt costs. It is called once for every answer, so that it may write to a cache. */
  count(asked: Asked<Body>): CacheUsage;
  /** The answer in one piece. */
  whole(answer: Answer<Body>): unknown;
  /** The answer in pieces. */
  frames(answer: Answer<Body>): readonly Frame[];
  /** How an error comes inside a stream. */
  broken(body: unknown): Frame;
  /** Called once an answer has been sent to its end. */
  ended?(answer: Answer<Body>): void;
}

/** A request as its dialect read it. */
export interface Asked<Body>
  extends Pick<StandInRequest, "model" | "stream" | "system" | "tools" | "parts" | "tokens"> {
  readonly form: Body;
}

type CacheUsage = Pick<StandInUsage, "cacheRead" | "cacheWrite" | "longWrite" | "oracle">;

export interface Limits {
  readonly tokens: number;
  readonly window: number;
}

export interface Answer<Body> {
  readonly id: string;
  readonly asked: Asked<Body>;
  readonly reply: StandInReply;
  readonly calls: readonly { readonly id: string; readonly tool: string; readonly input: unknown }[];
  readonly usage: StandInUsage;
}

/** One event of a stream. Words are what a reply counts; the end is what comes once all content is there. */
export interface Frame {
  readonly event?: string;
  readonly data: unknown;
  readonly at?: "word" | "end";
}

/** Starts a stand-in on a free port of this machine. */
export async function startStandIn<Body>(
  dialect: Dialect<Body>,
  script: StandInScript,
  options: StandInOptions,
): Promise<StandIn> {
  const requests: Seen[] = [];
  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const standIn: StandIn = {
    url: `${origin}${dialect.base}`,
    origin,
    requests,
    window: options.window ?? null,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return standIn;

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? "/";
    if (options.key !== undefined && dialect.keyOf(request.headers) !== options.key)
      return send(response, dialect.failure("unauthorized", { tokens: 0, window: 0 }));
    if (request.method === "GET") return sendPage(response, dialect.page(path));
    const body = await jsonOf(request);
    const asked = dialect.read(path, body, request.headers);
    if (asked === undefined) return sendPage(response, undefined);
    const seen = seenOf(request, body, asked, requests);
    requests.push(seen);
    if ("refusal" in asked) return refuse(response, seen, asked.refusal, "refused");
    const tooLong = standIn.window === null ? null : dialect.overflow(asked, standIn.window);
    if (tooLong !== null) return refuse(response, seen, tooLong, "refused");
    response.once("close", () => {
      seen.outcome ??= "gone";
    });
    const reply = await replyFor(script, seen);
    await answer(dialect, asked, reply, standIn.window ?? asked.tokens - 1, seen, response);
  }
}

/** Something that no other answer was named by, in this or in another stand-in. */
export function newId(prefix: string): string {
  return `${prefix}${randomBytes(12).toString("hex")}`;
}

/** A text in the pieces in which a stream brings it. */
export function wordsOf(text: string): readonly string[] {
  return text.match(/\s*\S+\s*$|\s*\S+|\s+$/g) ?? [];
}

/** The counter of all stand-ins: four bytes to a token. */
export function tokensOf(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4);
}

/** For the words before a cut to arrive: a client drops what it has not read yet. */
const beforeCutMs = 30;

type Seen = { -readonly [Key in keyof StandInRequest]: StandInRequest[Key] };

const noSuchPage: Refusal = { status: 404, body: { error: { message: "Not found", type: "not_found_error" } } };

function seenOf<Body>(
  request: IncomingMessage,
  body: unknown,
  asked: Asked<Body> | { readonly refusal: Refusal },
  before: readonly Seen[],
): Seen {
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const read = "refusal" in asked ? { model: "", stream: false, system: "", tools: [], parts: [], tokens: 0 } : asked;
  const { model, stream, system, tools, parts, tokens } = read;
  const number = before.filter(({ outcome }) => outcome !== "refused").length;
  return {
    ...{ number, path: request.url ?? "/", headers, body },
    ...{ model, stream, system, tools, parts, tokens },
    ...{ usage: null, refusal: null, outcome: null },
  };
}

async function answer<Body>(
  dialect: Dialect<Body>,
  asked: Asked<Body>,
  reply: StandInReply,
  window: number,
  seen: Seen,
  response: ServerResponse,
): Promise<void> {
  const limits = { tokens: asked.tokens, window: reply.fails?.window ?? window };
  const instead = insteadOf(dialect, asked.stream, reply, limits);
  if (instead === "cut") {
    seen.outcome = "failed";
    response.destroy();
    return;
  }
  if (instead !== null) return refuse(response, seen, instead, "failed");
  const given = answerTo(asked, reply, dialect.count(asked));
  seen.usage = given.usage;
  if (asked.stream) return play(dialect, given, limits, seen, response);
  if (reply.hangAfter !== undefined) return;
  await pass((reply.wordDelayMs ?? 0) * wordsOf(reply.text ?? "").length);
  seen.outcome ??= "answered";
  dialect.ended?.(given);
  send(response, { status: 200, body: dialect.whole(given) });
}

/** What comes instead of the answer. Where nothing is streamed, nothing fails in the middle. */
function insteadOf<Body>(
  dialect: Dialect<Body>,
  stream: boolean,
  { error, fails, streamError }: StandInReply,
  limits: Limits,
): Refusal | "cut" | null {
  if (error !== undefined) return error;
  if (fails !== undefined && (fails.after === undefined || !stream))
    return fails.as === "cut" ? "cut" : dialect.failure(fails.as, limits);
  return streamError !== undefined && !stream ? { status: 500, body: streamError.body } : null;
}

function answerTo<Body>(asked: Asked<Body>, reply: StandInReply, cache: CacheUsage): Answer<Body> {
  const calls = (reply.empty ? [] : (reply.calls ?? [])).map((call) => ({ ...call, id: newId("call_") }));
  const reasoning = tokensOf(reply.reasoning ?? "");
  const said = tokensOf(reply.text ?? "") + calls.reduce((sum, { input }) => sum + tokensOf(json(input)) + 8, 0);
  const usage = { input: asked.tokens, output: said + reasoning, reasoning, ...cache, ...reply.usage };
  return { id: newId(""), asked, reply, calls, usage };
}

/** Sends the frames one by one, until the end or until the reply breaks off. */
async function play<Body>(
  dialect: Dialect<Body>,
  given: Answer<Body>,
  limits: Limits,
  seen: Seen,
  response: ServerResponse,
): Promise<void> {
  const { reply } = given;
  const write = ({ event, data }: Frame) => {
    const name = event === undefined ? "" : `event: ${event}${dialect.lineEnd}`;
    const text = typeof data === "string" ? data : JSON.stringify(data);
    response.write(`${name}data: ${text}${dialect.lineEnd}${dialect.lineEnd}`);
  };
  const breakOff = async () => {
    seen.outcome ??= "failed";
    if (reply.fails?.as === "cut") {
      await pass(beforeCutMs);
      response.destroy();
      return;
    }
    const body = reply.fails === undefined ? reply.streamError?.body : dialect.failure(reply.fails.as, limits).body;
    write(dialect.broken(body));
    response.end();
  };
  const breaks = reply.fails?.after ?? reply.streamError?.after ?? (reply.streamError === undefined ? null : -1);
  const again = breaks === -1 ? { "retry-after-ms": "1" } : {};
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache", ...again });
  if (breaks === -1) return breakOff();
  let words = 0;
  for (const frame of dialect.frames(given)) {
    if (frame.at !== undefined && (words === breaks || (frame.at === "end" && breaks !== null))) return breakOff();
    if (frame.at !== undefined && (words === reply.hangAfter || (frame.at === "end" && reply.hangAfter !== undefined)))
      return;
    if (frame.at === "word" && reply.wordDelayMs !== undefined) await pass(reply.wordDelayMs);
    if (response.destroyed) return;
    write(frame);
    if (frame.at === "word") words += 1;
  }
  seen.outcome ??= "answered";
  dialect.ended?.(given);
  response.end();
}

function refuse(response: ServerResponse, seen: Seen, refusal: Refusal, outcome: "refused" | "failed"): void {
  Object.assign(seen, { outcome, refusal });
  send(response, refusal);
}

function sendPage(response: ServerResponse, page: unknown): void {
  send(response, page === undefined ? noSuchPage : { status: 200, body: page });
}

function send(response: ServerResponse, { status, body, headers }: Refusal): void {
  const text = typeof body === "string" ? body : body === undefined ? "" : JSON.stringify(body);
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(text);
}

async function jsonOf(request: IncomingMessage): Promise<unknown> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  try {
    return JSON.parse(Buffer.concat(pieces).toString("utf8"));
  } catch {
    // Nothing that can be read: the dialect refuses it for its form.
    return undefined;
  }
}

function json(value: unknown): string {
  return JSON.stringify(value) ?? "";
}
