/** A server that lists the tools of the given file. It runs none: the caller does that, after the answer. */
import { readFileSync } from "node:fs";
import { Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { ListedTool } from "./tools.js";

const [, , file = ""] = process.argv;
// Written by `createWorkspace`, for this process alone.
const listed = JSON.parse(readFileSync(file, "utf8")) as ListedTool[];
const tools = listed.map(({ name, description, inputSchema }) => ({
  name,
  description,
  inputSchema: { ...(inputSchema as object), type: "object" as const },
}));

serveStdio(() => {
  const server = new Server({ name: "clew-tools", version: "1" }, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/list", () => ({ tools }));
  server.setRequestHandler("tools/call", () => ({
    content: [{ type: "text", text: "This tool runs elsewhere. Its result comes later." }],
    isError: true,
  }));
  return server;
});
