import { isObject, tryParseJson } from "@clewline/text/json.js";
import type { Text } from "./entry.js";

/** The tool by which a model opens a pointer. */
const recallName = "recall";
export const searchName = "search_memories";
export const conversationName = "get_conversation";
/** The tool by which a client of `clew mcp` forgets a memory; our own loop has it in `remember`. Its result quotes what is to be found no more. */
export const forgetName = "forget";

/** Tools by which a model reads the log. Their results are in the log already, at their original place, and are never learned from. */
const names: ReadonlySet<string> = new Set([recallName, searchName, conversationName, forgetName]);

/** Whether a tool of this name opens pointers. */
function isRecall(name: string): boolean {
  return stripServerName(name) === recallName;
}

/** Whether one of a request's tools opens pointers. */
export function hasRecall(tools: readonly { readonly name: string }[]): boolean {
  return tools.some(({ name }) => isRecall(name));
}

export function isOwnTool(name: string): boolean {
  return names.has(stripServerName(name));
}

/** The tool by which a model keeps a text: every later summary repeats it word for word. */
export const rememberName = "remember";
/** In characters. */
export const longestMemory = 500;

/** The tool by which a model opens a skill of the agent's folder. */
export const skillName = "skill";

export function isSkill(name: string): boolean {
  return stripServerName(name) === skillName;
}

/** Whether a tool of this name finds things in the log by a question. */
export function isSearch(name: string): boolean {
  return isRecall(name) || isSearchOfAll(name);
}

export function isSearchOfAll(name: string): boolean {
  return stripServerName(name) === searchName;
}

export function isRemember(name: string): boolean {
  return stripServerName(name) === rememberName;
}

/** The tool by which a model makes room in its view. */
export const compactName = "compact";

/** Whether a tool of this name works on the log or the view alone: a chat without other tools does no work. */
export function isOfLog(name: string): boolean {
  return isOwnTool(name) || isRemember(name) || stripServerName(name) === compactName;
}

/** Whether a call asks to keep a text; `remember` also forgets. In doubt it does. */
export function isKeeping({ tool, input }: { readonly tool: string; readonly input: Text }): boolean {
  if (!isRemember(tool)) return false;
  const given = typeof input === "string" ? tryParseJson(input) : null;
  return !isObject(given) || given.forget === undefined || Boolean(given.text);
}

/** Claude Code prefixes the name of an MCP tool with that of its server. */
function stripServerName(name: string): string {
  return /^mcp__.+?__(.+)$/.exec(name)?.[1] ?? name;
}
