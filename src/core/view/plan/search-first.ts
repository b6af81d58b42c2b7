import { isSearch, isSearchOfAll } from "../../log/own-tools.js";
import type { ToolSpec } from "../request.js";

/** Tells the model to look before it gives up; nothing where it has no tool to look with. */
export function writeSearchFirst(tools: readonly Pick<ToolSpec, "name">[]): readonly string[] {
  const names = tools.map(({ name }) => name).sort();
  // What searches all chats finds more than what opens this one.
  const tool = names.find(isSearchOfAll) ?? names.find(isSearch);
  if (tool === undefined) return [];
  return [`What you don't see may still have been said: before you say that you don't know, search with ${tool}.`];
}
