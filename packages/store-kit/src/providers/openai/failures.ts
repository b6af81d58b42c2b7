import type { IncomingMessage } from "node:http";
import type { StandInFailure, StandInRefusal } from "../script.js";

/** Errors of both of OpenAI's endpoints that are not about length. */
export function openaiFailure(kind: Exclude<StandInFailure, "cut" | "overflow">): StandInRefusal {
  switch (kind) {
    case "rate-limit": {
      const message =
        "Rate limit reached for this model on tokens per min (TPM): Limit 30000, Used 29000, Requested 2000. Please try again in 1ms.";
      const body = { error: { message, type: "tokens", param: null, code: "rate_limit_exceeded" } };
      return { status: 429, body, headers: { "retry-after-ms": "1" } };
    }
    case "overloaded": {
      const message = "The server is currently overloaded with other requests. Please retry your request.";
      const body = { error: { message, type: "server_error", param: null, code: "server_error" } };
      return { status: 503, body, headers: { "retry-after-ms": "1" } };
    }
    case "unauthorized": {
      const message = "Incorrect API key provided.";
      const body = { error: { message, type: "invalid_request_error", param: null, code: "invalid_api_key" } };
      return { status: 401, body };
    }
  }
}

export function openaiInvalid(message: string, param: string | null, code: string | null = null): StandInRefusal {
  return { status: 400, body: { error: { message, type: "invalid_request_error", param, code } } };
}

export function openaiKey({ authorization }: IncomingMessage["headers"]): string | undefined {
  return authorization?.replace(/^Bearer /, "");
}

export function openaiPage(path: string, models: readonly string[]): unknown {
  const data = models.map((id) => ({ id, object: "model", created: 1_700_000_000, owned_by: "stand-in" }));
  const place = path.split("?")[0];
  return place === "/v1/models" ? { object: "list", data } : data.find(({ id }) => place === `/v1/models/${id}`);
}

/** Marks for the cache are for models from 5.6 on; the others refuse them. */
export function takesMarks(model: string): boolean {
  return /gpt-(5\.([6-9]|\d\d)|[6-9])/.test(model);
}
