import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pass } from "node:timers/promises";
import {
  pickReply,
  type StandIn,
  type StandInFailure,
  type StandInOptions,
  type StandInRefusal,
  type StandInReply,
  type StandInRequest,
  type StandInScript,
  type StandInUsage,
} from "./script.js";

/** One vendor's wire format: how its requests are read and its answers are written. */
export interface Dialect<Body> {
  /** The path of the base address, in the form that the vendor's official client expects. */
  readonly base: string;
  /** The characters that end a line of a stream. */
  readonly lineEnd: string;
  /** The key in a request's headers. */
  keyOf(headers: IncomingMessage["headers"]): string | undefined;
  /** Answers a GET of this path; undefined for none. */
  page(path: string): unknown;
  /** A page for requests that do not reach the model; undefined for a path that the provider does not have. */
  read(
    path: string,
    body: unknown,
    headers: IncomingMessage["headers"],
  ): Asked<Body> | { readonly refusal: StandInRefusal } | { readonly page: unknown } | undefined;
  /** The refusal of a prompt that is too long for the window; null if it fits. */
  overflow(asked: Asked<Body>, window: number): StandInRefusal | null;
  failure(kind: Exclude<StandInFailure, "cut">, limits: Limits): StandInRefusal;
  /** Counts the prompt's cost. It is called once for every answer, so that it may write to a cache. */
  count(asked: Asked<Body>): CacheUsage;
  /** The answer in one piece. */
  whole(answer: Answer<Body>): unknown;
  /** The answer in pieces. */
  frames(answer: Answer<Body>): readonly Frame[];
  /** An error inside a stream. */
  broken(body: unknown): Frame;
  /** Called once an answer has been sent to its end. */
  ended?(answer: Answer<Body>): void;
}

/** A request as its dialect read it. */
export interface Asked<Body>
  extends Pick<StandInRequest, "model" | "stream" | "system" | "tools" | "parts" | "tokens">,
    Partial<Pick<StandInRequest, "asks" | "dropped">> {
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

/** One event of a stream. A reply counts its words. The end comes after all content. */
export interface Frame {
  readonly event?: string;
  readonly data: unknown;
  readonly at?: "word" | "end";
}

/** Starts a stand-in on a free port of this machine. */
export async function serveDialect<Body>(
  plain: Dialect<Body>,
  script: StandInScript,
  options: StandInOptions,
): Promise<StandIn> {
  const dialect = options.density === undefined ? plain : countDensely(plain, options.density);
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
    const bytes = await bytesOf(request);
    const body = jsonOf(bytes);
    const asked = dialect.read(path, body, request.headers);
    if (asked === undefined || "page" in asked) return sendPage(response, asked?.page);
    const seen = seenOf(request, { body, bytes }, asked, requests);
    requests.push(seen);
    if ("refusal" in asked) return refuse(response, seen, asked.refusal, "refused");
    const tooLong = standIn.window === null ? null : dialect.overflow(asked, standIn.window);
    if (tooLong !== null) return refuse(response, seen, tooLong, "refused");
    response.once("close", () => {
      seen.outcome ??= "gone";
    });
    const reply = await pickReply(script, seen);
    await answer({ dialect, asked, seen, response, window: standIn.window ?? asked.tokens - 1 }, reply);
  }
}

/** The same provider with a tokenizer that makes so many tokens of four bytes. */
function countDensely<Body>(dialect: Dialect<Body>, density: number): Dialect<Body> {
  const scale = (tokens: number) => Math.floor(tokens * density);
  return {
    ...dialect,
    read(path, body, headers) {
      const asked = dialect.read(path, body, headers);
      return asked !== undefined && "tokens" in asked ? { ...asked, tokens: scale(asked.tokens) } : asked;
    },
    count(asked) {
      const { cacheRead, cacheWrite, longWrite, oracle } = dialect.count(asked);
      const counted = { cacheRead: scale(cacheRead), cacheWrite: scale(cacheWrite), longWrite: scale(longWrite) };
      return { ...counted, oracle: oracle === null ? null : scale(oracle) };
    },
  };
}

/** An id that is unique in all stand-ins. */
function makeId(prefix: string): string {
  return `${prefix}${randomBytes(12).toString("hex")}`;
}

/** A text in the pieces in which a stream brings it. */
export function splitWords(text: string): readonly string[] {
  return text.match(/\s*\S+\s*$|\s*\S+|\s+$/g) ?? [];
}

/** The counter of all stand-ins: four bytes to a token. */
export function countTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4);
}

/** Lets the words before a cut arrive, because a client drops bytes that it has not read yet. */
const beforeCutMs = 30;

type Seen = { -readonly [Key in keyof StandInRequest]: StandInRequest[Key] };

const noSuchPage: StandInRefusal = { status: 404, body: { error: { message: "Not found", type: "not_found_error" } } };

function seenOf<Body>(
  request: IncomingMessage,
  came: Required<Pick<Seen, "body" | "bytes">>,
  asked: Asked<Body> | { readonly refusal: StandInRefusal },
  before: readonly Seen[],
): Seen {
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const read: Asked<unknown> =
    "refusal" in asked ? { model: "", stream: false, system: "", tools: [], parts: [], tokens: 0, form: null } : asked;
  const { model, stream, system, tools, parts, tokens, asks = "answer", dropped = [] } = read;
  const number = before.filter(({ outcome }) => outcome !== "refused").length;
  return {
    ...{ number, path: request.url ?? "/", headers, ...came },
    ...{ model, stream, system, asks, tools, parts, dropped, tokens },
    ...{ usage: null, refusal: null, outcome: null },
  };
}

/** One request on its way to its answer. */
interface Serving<Body> {
  readonly dialect: Dialect<Body>;
  readonly asked: Asked<Body>;
  readonly seen: Seen;
  readonly response: ServerResponse;
  readonly window: number;
}

async function answer<Body>(serving: Serving<Body>, reply: StandInReply): Promise<void> {
  const { dialect, asked, seen, response } = serving;
  const limits = { tokens: asked.tokens, window: reply.fails?.window ?? serving.window };
  const instead = insteadOf(dialect, asked.stream, reply, limits);
  if (instead === "cut") {
    seen.outcome = "failed";
    response.destroy();
    return;
  }
  if (instead !== null) return refuse(response, seen, instead, "failed");
  const given = answerTo(asked, reply, dialect.count(asked));
  seen.usage = given.usage;
  if (asked.stream) return play(serving, given, limits);
  if (reply.hangAfter !== undefined) return;
  await pass((reply.wordDelayMs ?? 0) * splitWords(reply.text ?? "").length);
  seen.outcome ??= "answered";
  dialect.ended?.(given);
  send(response, { status: 200, body: dialect.whole(given) });
}

/** A failure in place of the answer. Without a stream, none fails in the middle. */
function insteadOf<Body>(
  dialect: Dialect<Body>,
  stream: boolean,
  { error, fails, streamError }: StandInReply,
  limits: Limits,
): StandInRefusal | "cut" | null {
  if (error !== undefined) return error;
  if (fails !== undefined && (fails.after === undefined || !stream))
    return fails.as === "cut" ? "cut" : dialect.failure(fails.as, limits);
  return streamError !== undefined && !stream ? { status: 500, body: streamError.body } : null;
}

function answerTo<Body>(asked: Asked<Body>, reply: StandInReply, cache: CacheUsage): Answer<Body> {
  const calls = (reply.empty ? [] : (reply.calls ?? [])).map((call) => ({ ...call, id: makeId("call_") }));
  const reasoning = countTokens(reply.reasoning ?? "");
  const said = countTokens(reply.text ?? "") + calls.reduce((sum, { input }) => sum + countTokens(json(input)) + 8, 0);
  const usage = { input: asked.tokens, output: said + reasoning, reasoning, ...cache, ...reply.usage };
  return { id: makeId(""), asked, reply, calls, usage };
}

/** Sends the frames one by one, until the end or until the reply breaks off. */
async function play<Body>(
  { dialect, seen, response }: Serving<Body>,
  given: Answer<Body>,
  limits: Limits,
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

function refuse(response: ServerResponse, seen: Seen, refusal: StandInRefusal, outcome: "refused" | "failed"): void {
  Object.assign(seen, { outcome, refusal });
  send(response, refusal);
}

function sendPage(response: ServerResponse, page: unknown): void {
  send(response, page === undefined ? noSuchPage : { status: 200, body: page });
}

function send(response: ServerResponse, { status, body, headers }: StandInRefusal): void {
  const text = typeof body === "string" ? body : body === undefined ? "" : JSON.stringify(body);
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(text);
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    // The body is not JSON, so the dialect refuses its form.
    return undefined;
  }
}

function json(value: unknown): string {
  return JSON.stringify(value) ?? "";
}
