/** An Ollama on loopback: its own wire format, its window for every request, and its way of cutting a prompt in silence. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pass } from "node:timers/promises";
import {
  pickReply,
  type SeenPart,
  type StandIn,
  type StandInFailure,
  type StandInOptions,
  type StandInRefusal,
  type StandInReply,
  type StandInRequest,
  type StandInScript,
} from "clewline/testing";
import { countTokens, makeId, splitWords } from "./words.js";

export interface OllamaOptions extends Omit<StandInOptions, "now"> {
  /** An older version, which does not know `truncate` and cuts what does not fit. */
  readonly cuts?: boolean;
  /** Installed models that take no tools. */
  readonly withoutTools?: readonly string[];
  /** Models that only make vectors. */
  readonly vectorsOnly?: readonly string[];
  /** What is in memory, with its window. */
  readonly loaded?: Readonly<Record<string, number>>;
  /** What it tells of every model. */
  readonly info?: Readonly<Record<string, unknown>>;
  /** The parameters of every model's file, e.g. "num_ctx 8192". */
  readonly parameters?: string;
  /** Written as it is, in the place of the second line of a stream. */
  readonly strayLine?: string;
}

interface Message {
  readonly role: string;
  readonly content: string;
  readonly thinking?: string;
  readonly images?: readonly string[];
  readonly tool_calls?: readonly {
    readonly id?: string;
    readonly function: { readonly name: string; readonly arguments: unknown };
  }[];
  readonly tool_name?: string;
  readonly tool_call_id?: string;
}

interface ChatBody {
  readonly model: string;
  readonly messages: readonly Message[];
  readonly stream?: boolean;
  readonly truncate?: boolean;
  readonly think?: boolean | string;
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
  readonly options?: { readonly num_ctx?: number };
}

type Seen = { -readonly [Key in keyof StandInRequest]: StandInRequest[Key] };

/** What Ollama takes where nobody names a window. */
const usualWindow = 4_096;
const when = "2026-10-01T08:00:00.000000001Z";

export async function startOllama(script: StandInScript, options: OllamaOptions = {}): Promise<StandIn> {
  const installed = (options.models ?? ["qwen3:latest"]).map(withTag);
  const requests: Seen[] = [];
  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const standIn: StandIn = {
    url,
    origin: url,
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
    if (options.key !== undefined && request.headers.authorization !== `Bearer ${options.key}`)
      return send(response, { status: 401, body: { error: "unauthorized" } });
    if (request.method === "GET") return send(response, pageAt(path, installed, options));
    const body = await jsonOf(request);
    if (path === "/api/show") return send(response, shown(body as { model?: string }, installed, options));
    if (path !== "/api/chat") return send(response, noPage);
    await chat(request, body as ChatBody, response);
  }

  async function chat(request: IncomingMessage, body: ChatBody, response: ServerResponse): Promise<void> {
    const window = Math.min(body.options?.num_ctx ?? usualWindow, standIn.window ?? Number.POSITIVE_INFINITY);
    const { messages, tokens } = fitting(body, window, options.cuts === true || body.truncate !== false);
    const number = requests.filter(({ outcome }) => outcome !== "refused").length;
    const seen = seenOf(request, body, messages, tokens, number);
    requests.push(seen);
    const refusal = refusalOf(body, installed, options) ?? (tokens > window ? tooLong(tokens, window) : null);
    if (refusal !== null) return refuse(response, seen, refusal, "refused");
    response.once("close", () => {
      seen.outcome ??= "gone";
    });
    const reply = await pickReply(script, seen);
    const instead = insteadOf(reply, body.stream !== false, { tokens, window });
    if (instead === "cut") return void response.destroy();
    if (instead !== null) return refuse(response, seen, instead, "failed");
    if (body.stream === false) return whole(body, reply, seen, response);
    return play(body, reply, seen, response, options.strayLine);
  }
}

/** Older messages leave from the front until the rest fits; system messages stay, and so does the last one, cut to size. */
function fitting(body: ChatBody, window: number, cuts: boolean) {
  const all = body.messages ?? [];
  const tools = countTokens(JSON.stringify(body.tools ?? []));
  const sizeOf = (messages: readonly Message[]) => messages.reduce((sum, each) => sum + sizeIn(each), tools);
  if (!cuts || sizeOf(all) <= window) return { messages: all, tokens: sizeOf(all) };
  for (let from = 1; from < all.length; from++) {
    const kept = [...all.slice(0, from).filter(({ role }) => role === "system"), ...all.slice(from)];
    if (sizeOf(kept) <= window) return { messages: kept, tokens: sizeOf(kept) };
  }
  const last = all.at(-1);
  const rest = last === undefined ? [] : [{ ...last, content: last.content.slice(-window * 2) }];
  return { messages: rest, tokens: Math.min(window, sizeOf(rest)) };
}

function sizeIn({ content, thinking = "", tool_calls: calls = [], images = [] }: Message): number {
  return (
    4 +
    countTokens(content + thinking) +
    (calls.length === 0 ? 0 : countTokens(JSON.stringify(calls))) +
    images.length * 768
  );
}

function refusalOf(
  { model, messages, tools, think }: ChatBody,
  installed: readonly string[],
  options: OllamaOptions,
): StandInRefusal | null {
  if (!model) return { status: 400, body: { error: "model is required" } };
  const wrong = (messages ?? [])
    .flatMap(({ tool_calls: calls = [] }) => calls)
    .find((call) => typeof call.function.arguments !== "object");
  if (wrong !== undefined) {
    const error =
      "json: cannot unmarshal string into Go struct field ChatRequest.messages.tool_calls.function.arguments";
    return { status: 400, body: { error } };
  }
  if (!installed.includes(withTag(model))) return { status: 404, body: { error: `model '${model}' not found` } };
  if (options.vectorsOnly?.includes(model)) return { status: 400, body: { error: `"${model}" does not support chat` } };
  if (tools !== undefined && options.withoutTools?.includes(model))
    return { status: 400, body: { error: `${withTag(model)} does not support tools` } };
  if (think === true && !model.startsWith("qwen3"))
    return { status: 400, body: { error: `"${model}" does not support thinking` } };
  return null;
}

function tooLong(tokens: number, window: number): StandInRefusal {
  const error = `request (${tokens} tokens) exceeds the available context size (${window} tokens), try increasing it`;
  return { status: 400, body: { error } };
}

const failures: Readonly<Record<Exclude<StandInFailure, "cut" | "overflow">, StandInRefusal>> = {
  "rate-limit": { status: 429, body: { error: "too many requests" }, headers: { "retry-after": "0" } },
  overloaded: { status: 503, body: { error: "server busy, please try again.  maximum pending requests exceeded" } },
  unauthorized: { status: 401, body: { error: "unauthorized" } },
};

function insteadOf(
  { error, fails, streamError }: StandInReply,
  stream: boolean,
  { tokens, window }: { readonly tokens: number; readonly window: number },
): StandInRefusal | "cut" | null {
  if (error !== undefined) return error;
  if (fails !== undefined && (fails.after === undefined || !stream)) {
    if (fails.as === "cut") return "cut";
    return fails.as === "overflow" ? tooLong(tokens, fails.window ?? window) : failures[fails.as];
  }
  // What fails before the first word still has a status of its own.
  const early = streamError !== undefined && (!stream || streamError.after === undefined);
  return early ? { status: 500, body: streamError.body } : null;
}

function whole(body: ChatBody, reply: StandInReply, seen: Seen, response: ServerResponse): void {
  if (reply.hangAfter !== undefined) return;
  const thinking = reply.reasoning === undefined ? {} : { thinking: reply.reasoning };
  const calls = reply.calls === undefined || reply.empty ? {} : { tool_calls: reply.calls.map(callOf) };
  const message = { role: "assistant", content: reply.empty ? "" : (reply.text ?? ""), ...thinking, ...calls };
  seen.outcome ??= "answered";
  send(response, { status: 200, body: { model: body.model, created_at: when, message, ...endOf(reply, seen) } });
}

/** A line for every word, one for the calls, and one for the end. */
async function play(
  body: ChatBody,
  reply: StandInReply,
  seen: Seen,
  response: ServerResponse,
  stray: string | undefined,
) {
  const write = (line: unknown) => response.write(`${typeof line === "string" ? line : JSON.stringify(line)}\n`);
  const said = (message: object) => ({
    ...{ model: body.model, created_at: when },
    ...{ message: { role: "assistant", content: "", ...message }, done: false },
  });
  const breaks = reply.fails?.after ?? reply.streamError?.after;
  const words = [
    ...splitWords(reply.empty ? "" : (reply.reasoning ?? "")).map((thinking) => said({ thinking })),
    ...splitWords(reply.empty ? "" : (reply.text ?? "")).map((content) => said({ content })),
  ];
  response.writeHead(200, { "content-type": "application/x-ndjson" });
  for (const [count, word] of [...words, null].entries()) {
    if (count === breaks || (word === null && breaks !== undefined)) return breakOff(reply, seen, response, write);
    if (count === reply.hangAfter || (word === null && reply.hangAfter !== undefined))
      return void response.flushHeaders();
    if (word === null) break;
    if (reply.wordDelayMs !== undefined) await pass(reply.wordDelayMs);
    if (response.destroyed) return;
    write(count === 1 && stray !== undefined ? stray : word);
  }
  for (const call of reply.empty ? [] : (reply.calls ?? [])) write(said({ tool_calls: [callOf(call)] }));
  seen.outcome ??= "answered";
  write({ ...said({}), ...endOf(reply, seen) });
  response.end();
}

function breakOff(reply: StandInReply, seen: Seen, response: ServerResponse, write: (line: unknown) => void): void {
  seen.outcome ??= "failed";
  if (reply.fails?.as === "cut") return void setImmediate(() => response.destroy());
  const { fails } = reply;
  const kind = fails?.as === "cut" || fails?.as === "overflow" ? undefined : fails?.as;
  const body =
    kind === undefined
      ? (reply.streamError?.body ?? tooLong(seen.tokens, fails?.window ?? 0).body)
      : failures[kind].body;
  write(body);
  response.end();
}

function callOf({ tool, input }: { readonly tool: string; readonly input: unknown }) {
  return { id: makeId("call_"), function: { index: 0, name: tool, arguments: input } };
}

function endOf(reply: StandInReply, { tokens }: Seen) {
  const output = countTokens(`${reply.reasoning ?? ""}${reply.text ?? ""}`) + (reply.calls?.length ?? 0) * 8;
  const input = reply.usage?.input ?? tokens;
  return {
    ...{ done: true, done_reason: reply.finish ?? "stop" },
    ...{ total_duration: 9_000_000, load_duration: 1_000_000 },
    ...{ prompt_eval_count: input, prompt_eval_duration: 3_000_000 },
    ...{ eval_count: reply.usage?.output ?? output, eval_duration: 5_000_000 },
  };
}

const noPage: StandInRefusal = { status: 404, body: "404 page not found" };

function pageAt(path: string, installed: readonly string[], options: OllamaOptions): StandInRefusal {
  if (path === "/") return { status: 200, body: "Ollama is running", headers: { "content-type": "text/plain" } };
  if (path === "/api/version") return { status: 200, body: { version: options.cuts ? "0.5.13" : "0.34.0" } };
  if (path === "/api/tags") return { status: 200, body: { models: installed.map((name) => listed(name, options)) } };
  if (path !== "/api/ps") return noPage;
  const models = Object.entries(options.loaded ?? {}).map(([name, window]) => ({
    ...listed(withTag(name), options),
    ...{ expires_at: when, size_vram: 0, context_length: window },
  }));
  return { status: 200, body: { models } };
}

function listed(name: string, { vectorsOnly = [], withoutTools = [], cuts }: OllamaOptions) {
  const isVector = vectorsOnly.map(withTag).includes(name);
  const details = {
    format: "gguf",
    family: isVector ? "nomic-bert" : "qwen3",
    parameter_size: "8B",
    quantization_level: "Q4_K_M",
  };
  const talks = withoutTools.map(withTag).includes(name) ? ["completion"] : ["completion", "tools"];
  const capabilities = cuts ? {} : { capabilities: isVector ? ["embedding"] : talks };
  return {
    name,
    model: name,
    modified_at: when,
    size: 5_200_000_000,
    digest: "500a1f067a9f",
    details,
    ...capabilities,
  };
}

function shown(
  { model = "" }: { readonly model?: string },
  installed: readonly string[],
  options: OllamaOptions,
): StandInRefusal {
  if (!installed.includes(withTag(model))) return { status: 404, body: { error: `model '${model}' not found` } };
  const info = options.info ?? { "general.architecture": "qwen3", "qwen3.context_length": 40_960 };
  const { details } = listed(withTag(model), options);
  return {
    status: 200,
    body: { parameters: options.parameters, details, model_info: info, capabilities: ["completion"] },
  };
}

function withTag(name: string): string {
  return name.includes(":") ? name : `${name}:latest`;
}

function seenOf(
  request: IncomingMessage,
  body: ChatBody,
  messages: readonly Message[],
  tokens: number,
  number: number,
): Seen {
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const system = messages.filter(({ role }) => role === "system").map(({ content }) => content);
  return {
    ...{ number, path: request.url ?? "/", headers, body, tokens },
    ...{ model: body.model, stream: body.stream !== false, system: system.join("\n\n") },
    tools: (body.tools ?? []).map((tool) => tool.function.name),
    parts: messages.filter(({ role }) => role !== "system").flatMap(partsOf),
    ...{ asks: "answer", dropped: [], usage: null, refusal: null, outcome: null },
  };
}

function partsOf({
  role,
  content,
  thinking,
  images = [],
  tool_calls: calls = [],
  tool_call_id: id = "",
}: Message): readonly SeenPart[] {
  if (role === "tool") return [{ kind: "returned", id, text: content }];
  const by = role === "assistant" ? "agent" : "user";
  return [
    ...(thinking ? [{ kind: "thought" as const, text: thinking }] : []),
    ...(content ? [{ kind: "said" as const, by: by as "agent" | "user", text: content }] : []),
    ...images.map(() => ({ kind: "media" as const, type: "image" })),
    ...calls.map((call) => ({
      ...{ kind: "called" as const, id: call.id ?? "", tool: call.function.name },
      input: JSON.stringify(call.function.arguments),
    })),
  ];
}

function refuse(response: ServerResponse, seen: Seen, refusal: StandInRefusal, outcome: "refused" | "failed"): void {
  Object.assign(seen, { outcome, refusal });
  send(response, refusal);
}

function send(response: ServerResponse, { status, body, headers }: StandInRefusal): void {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  response.writeHead(status, { "content-type": "application/json; charset=utf-8", ...headers }).end(text);
}

async function jsonOf(request: IncomingMessage): Promise<unknown> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  try {
    return JSON.parse(Buffer.concat(pieces).toString("utf8"));
  } catch {
    // Nothing that can be read: it names no model, and is refused for that.
    return {};
  }
}
