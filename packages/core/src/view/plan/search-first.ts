import { isSearch, isSearchOfAll } from "../../log/own-tools.js";
import type { ToolSpec } from "../request.js";

/** Tells the model to look before it gives up; nothing where it has no tool to look with. */
export function writeSearchFirst(tools: readonly Pick<ToolSpec, "name">[]): readonly string[] {
  const names = tools.map(({ name }) => name).sort();
  // A search of all chats finds more than one of this chat.
  const tool = names.find(isSearchOfAll) ?? names.find(isSearch);
  if (tool === undefined) return [];
  return [`If you don't see what is meant, you must call ${tool} before you answer or say you don't know.`];
}
