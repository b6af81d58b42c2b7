/** Names of the tools by which a model reads the log. What they brought back is in the log already, in its own place. */
const names: ReadonlySet<string> = new Set(["recall", "search_memories", "get_conversation"]);

export function isOwnTool(name: string): boolean {
  return names.has(stripServerName(name));
}

/** The tool by which a model keeps a text in sight: every later summary tells it, word for word. */
export const rememberName = "remember";
/** In characters. */
export const longestMemory = 500;

export function isRemember(name: string): boolean {
  return stripServerName(name) === rememberName;
}

/** Claude Code puts the server's name before a tool of MCP. */
function stripServerName(name: string): string {
  return /^mcp__.+?__(.+)$/.exec(name)?.[1] ?? name;
}
