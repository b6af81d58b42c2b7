/** Requests to an Ollama server besides the chat itself. */
import type { z } from "zod";
import {
  makeBrokenOffError,
  makeNotInstalledError,
  makeRefusalError,
  makeUnknownServerError,
  makeUnreachableError,
} from "./failure.js";
import { installedSchema } from "./wire.js";

export interface OllamaServer {
  /** Without a trailing slash. */
  readonly address: string;
  readonly fetch: typeof fetch;
}

interface RequestOptions {
  /** Posted as JSON; without it, the request is a GET. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
  readonly signal: AbortSignal | undefined;
}

/** The installed models that can chat, newest first. */
export async function listInstalledModels(server: OllamaServer, signal?: AbortSignal): Promise<readonly string[]> {
  const { models } = await fetchJson(server, "/api/tags", installedSchema, { signal });
  return models.filter(({ capabilities, details }) => canTalk(capabilities, details?.family)).map(({ name }) => name);
}

export async function makeMissingModelError(server: OllamaServer, model: string, signal?: AbortSignal): Promise<Error> {
  return makeNotInstalledError(model, await listInstalledModels(server, signal));
}

export async function fetchJson<Schema extends z.ZodType>(
  server: OllamaServer,
  path: string,
  schema: Schema,
  sending: RequestOptions,
): Promise<z.output<Schema>> {
  const response = await sendRequest(server, path, sending);
  if (!response.ok) throw await makeRefusalError(response, { url: `${server.address}${path}`, body: sending.body });
  try {
    return schema.parse(await response.json());
  } catch (cause) {
    throw makeUnknownServerError(server.address, cause);
  }
}

export async function sendRequest(
  { address, fetch }: OllamaServer,
  path: string,
  { body, headers = {}, signal }: RequestOptions,
): Promise<Response> {
  const named = Object.entries(headers).filter((header): header is [string, string] => header[1] !== undefined);
  const posted = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  try {
    return await fetch(`${address}${path}`, {
      ...posted,
      headers: { "content-type": "application/json", ...Object.fromEntries(named) },
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    throw isBroken(cause)
      ? await makeBrokenOffError({ url: `${address}${path}`, body }, cause)
      : makeUnreachableError(address, cause);
  }
}

/** The server answered and then closed the connection, as when it restarts. */
function isBroken(error: unknown): boolean {
  const code = error instanceof Error ? (error as { readonly code?: unknown }).code : undefined;
  return code === "ECONNRESET" || code === "EPIPE";
}

/** Embedding models are listed too. Older versions don't report what a model can do. */
function canTalk(capabilities: readonly string[] | null | undefined, family: string | null | undefined): boolean {
  if (capabilities) return capabilities.includes("completion");
  return !/bert/i.test(family ?? "");
}
