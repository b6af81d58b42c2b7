/** llama.cpp, LM Studio and vLLM on loopback: OpenAI's chat format behind each one's own way to tell its window. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type StandIn, type StandInScript, startOpenaiChat } from "clewline/testing";

interface LocalOptions {
  readonly models: readonly string[];
  /** That of the first model. */
  readonly window: number;
}

type Pages = (options: LocalOptions) => Readonly<Record<string, unknown>>;

const pages: Readonly<Record<"llamacpp" | "lmstudio" | "vllm", Pages>> = {
  llamacpp: ({ models, window }) => ({
    "/props": { default_generation_settings: { n_ctx: window, params: { n_predict: -1 } }, total_slots: 1 },
    "/v1/models": list(models.map((id) => ({ id, owned_by: "llamacpp", meta: { n_ctx_train: 131_072 } }))),
  }),
  lmstudio: ({ models, window }) => ({
    "/api/v0/models": list(
      models.map((id, place) => ({
        ...{ id, type: "llm", arch: "qwen2", max_context_length: 131_072 },
        ...(place === 0 ? { state: "loaded", loaded_context_length: window } : { state: "not-loaded" }),
      })),
    ),
    "/v1/models": list(models.map((id) => ({ id, owned_by: "organization_owner" }))),
  }),
  vllm: ({ models, window }) => ({
    "/v1/models": list(models.map((id) => ({ id, owned_by: "vllm", root: id, max_model_len: window }))),
  }),
};

export async function startLocal(
  kind: keyof typeof pages,
  script: StandInScript,
  options: LocalOptions,
): Promise<StandIn> {
  const chat = await startOpenaiChat(script, { window: options.window });
  const found = pages[kind](options);
  const server = createServer((request, response) => {
    const page = request.method === "GET" ? (found[request.url ?? ""] ?? null) : undefined;
    if (page !== undefined) return sendPage(page, response);
    forward(`${chat.origin}${request.url}`, request, response).catch((error: Error) => response.destroy(error));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const closed = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return {
    url: `${origin}/v1`,
    origin,
    requests: chat.requests,
    get window() {
      return chat.window;
    },
    set window(tokens) {
      chat.window = tokens;
    },
    close: async () => {
      await closed();
      await chat.close();
    },
  };
}

function list(data: readonly object[]): object {
  return { object: "list", data: data.map((each) => ({ object: "model", ...each })) };
}

function sendPage(page: unknown, response: ServerResponse): void {
  response.writeHead(page === null ? 404 : 200, { "content-type": "application/json" });
  response.end(JSON.stringify(page ?? { error: { message: "File Not Found", type: "not_found_error", code: 404 } }));
}

async function forward(url: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const headers = { "content-type": "application/json" };
  // Whoever goes is gone for both.
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const answer = await fetch(url, { method: "POST", headers, body: Buffer.concat(pieces), signal: gone.signal });
  const passed = ["content-type", "retry-after-ms"].flatMap((name) => {
    const value = answer.headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  response.writeHead(answer.status, Object.fromEntries(passed) as Record<string, string>);
  if (answer.body === null) return void response.end();
  await pipeline(Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]), response);
}
