import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from "@modelcontextprotocol/server";
import { type McpServerSetup, makeMcpServer } from "./server.js";

/** Answers one request of the protocol over HTTP; nothing is kept from one to the next. */
export async function answerOverHttp(served: McpServerSetup, request: Request): Promise<Response> {
  const onerror = (error: Error) => served.say(error.message);
  return createMcpHandler(() => makeMcpServer(served), { onerror }).fetch(request);
}

/** Refuses a web page that reached this machine under a name of its own; null for a program. */
export function refuseForeignPage(request: Request): Response | null {
  return (
    hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
    originValidationResponse(request, localhostAllowedOrigins()) ??
    null
  );
}
