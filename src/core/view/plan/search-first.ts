import { isSearch } from "../../log/own-tools.js";
import type { ToolSpec } from "../request.js";

/** Tells the model to look before it gives up; nothing where it has no tool to look with. */
export function writeSearchFirst(tools: readonly Pick<ToolSpec, "name">[]): readonly string[] {
  const [tool] = tools
    .filter(({ name }) => isSearch(name))
    .map(({ name }) => name)
    .sort();
  if (tool === undefined) return [];
  return [`What you don't see may still have been said: before you say that you don't know, search with ${tool}.`];
}
