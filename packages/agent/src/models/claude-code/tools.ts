/** The caller's tools as the command sees them: as tools of a server that only lists them. */
import { join } from "node:path";
import { findPackageFolder } from "@clewline/platform/version.js";
import type { ModelCall, Warning } from "../sdk-model.js";

export interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: unknown;
}

const server = "clew-tools";
const prefix = `mcp__${server}__`;

/** The tools of a call that the model may choose from. */
export function listOfferedTools({ tools = [], toolChoice }: ModelCall, warnings: Warning[]): readonly ListedTool[] {
  if (toolChoice?.type === "none") return [];
  if (toolChoice?.type === "required" || toolChoice?.type === "tool")
    warnings.push({ type: "unsupported", feature: "toolChoice", details: "the model decides whether it calls a tool" });
  return tools.flatMap((tool): readonly ListedTool[] => {
    if (toolChoice?.type === "tool" && tool.name !== toolChoice.toolName) return [];
    if (tool.type === "function")
      return [{ name: tool.name, description: tool.description ?? "", inputSchema: tool.inputSchema }];
    warnings.push({ type: "unsupported", feature: `the provider's tool ${tool.id}` });
    return [];
  });
}

/** Maps the command's name of a tool to the caller's; null for a tool that is not the caller's. */
export function makeNameReader(offered: readonly ListedTool[]): (name: string) => string | null {
  const names = new Map(offered.map(({ name }) => [prefix + escapeName(name), name]));
  return (name) => names.get(name) ?? null;
}

/** The command accepts letters, digits, hyphens and underscores only. */
function escapeName(name: string): string {
  return name.replace(/[^a-zA-Z0-9_-]/g, "_");
}

export function makeToolConfiguration(list: string): unknown {
  const stdio = { type: "stdio", command: process.execPath, args: [findServerFile(), list], env: {}, alwaysLoad: true };
  return { mcpServers: { [server]: stdio } };
}

/** Finds the built file, because this one may be bundled or run from the sources. */
function findServerFile(): string {
  return join(findPackageFolder(), "dist/models/claude-code/tool-list-server.js");
}
