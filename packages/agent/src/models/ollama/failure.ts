/** Failures of Ollama as the SDK's own errors, so that the SDK knows what to retry. */
import { ClewError } from "@clewline/core/errors.js";
import { isObject } from "@clewline/text/json.js";

export interface SentRequest {
  readonly url: string;
  readonly body: unknown;
}

/** A retry would not help. */
const futile = /requires more (?:system )?memory|out of memory|unable to allocate/i;

/** The server's refusal: its own words and status. */
export async function makeRefusalError(response: Response, asking: SentRequest): Promise<Error> {
  const responseBody = await response.text();
  const message = readErrorText(responseBody) || `Ollama answered with HTTP status ${response.status}`;
  return makeCallError(asking, {
    message,
    statusCode: response.status,
    responseBody,
    responseHeaders: Object.fromEntries(response.headers),
    ...(futile.test(message) ? { isRetryable: false } : {}),
  });
}

/** An error in the middle of an answer, with the status that it would have had before. */
export function makeLateRefusalError(message: string, asking: SentRequest): Promise<Error> {
  return makeCallError(asking, {
    message,
    statusCode: 500,
    responseBody: JSON.stringify({ error: message }),
    isRetryable: false,
  });
}

/** The server cut the front of the prompt although the request forbids it. Worded like Ollama's own refusal. */
export function makeCutError(by: number, asking: SentRequest): Promise<Error> {
  const message = `prompt too long; exceeded max context length by ${by} tokens`;
  const responseBody = JSON.stringify({ error: message });
  return makeCallError(asking, { message, statusCode: 400, responseBody, isRetryable: false });
}

export function makeBrokenOffError(asking: SentRequest, cause?: unknown): Promise<Error> {
  const message = "The connection to Ollama broke off before the answer was there";
  return makeCallError(asking, { message, cause, isRetryable: true });
}

export function makeUnreadableError(line: string, asking: SentRequest, cause?: unknown): Promise<Error> {
  const message = "Ollama sent a line that is not of its format";
  return makeCallError(asking, { message, responseBody: line.slice(0, 1_000), cause, isRetryable: false });
}

/** The server does not answer: a retry would only make the user wait. */
export function makeUnreachableError(address: string, cause: unknown): ClewError {
  return new ClewError("model/unavailable", `Ollama does not answer at ${address}`, {
    hint: "Start it with ollama serve, or say where it is with OLLAMA_HOST or with ollama below [servers] in clew.toml",
    cause,
  });
}

export function makeUnknownServerError(address: string, cause: unknown): ClewError {
  return new ClewError("model/unavailable", `What answers at ${address} is not Ollama`, {
    hint: "Say where it is with OLLAMA_HOST or with ollama below [servers] in clew.toml",
    cause,
  });
}

export function makeNotInstalledError(model: string, installed: readonly string[]): ClewError {
  const list = installed.length === 0 ? "it has none yet" : `it has ${installed.join(", ")}`;
  return new ClewError("model/unavailable", `Ollama has no model ${model}; ${list}`, {
    hint: `Run ollama pull ${model}`,
  });
}

interface Details {
  readonly message: string;
  readonly statusCode?: number;
  readonly responseBody?: string;
  readonly responseHeaders?: Record<string, string>;
  readonly isRetryable?: boolean;
  readonly cause?: unknown;
}

async function makeCallError({ url, body }: SentRequest, details: Details): Promise<Error> {
  const { APICallError } = await import("ai");
  return new APICallError({ url, requestBodyValues: body, ...details });
}

function readErrorText(responseBody: string): string {
  try {
    const body: unknown = JSON.parse(responseBody);
    return isObject(body) && typeof body.error === "string" ? body.error : responseBody.trim();
  } catch {
    // A proxy in between answers in its own format.
    return responseBody.trim();
  }
}
