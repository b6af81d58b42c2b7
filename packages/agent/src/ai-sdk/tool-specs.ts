import type { ToolSpec } from "@clewline/core/view/request.js";
import { type Json, toJson } from "@clewline/text/json.js";
import type { ToolSet } from "ai";

/**
 * The tools in the order in which they are sent and counted: those that the builder lists, as `toolOrder` of ai 7 has them, then
 * the others by name. So a set that is put together anew for every call does not cost the provider's cache.
 */
export function orderTools(tools: ToolSet, listed: readonly string[]): ToolSet {
  const first = [...new Set(listed)].filter((name) => Object.hasOwn(tools, name));
  const others = Object.keys(tools).filter((name) => !first.includes(name));
  return Object.fromEntries([...first, ...others.sort()].flatMap((name) => (tools[name] ? [[name, tools[name]]] : [])));
}

/** The tools as the model will read them, in their order, so that their tokens count and their bytes are stable. */
export async function listToolSpecs(tools: ToolSet): Promise<readonly ToolSpec[]> {
  const { asSchema } = await import("ai");
  const specs: ToolSpec[] = [];
  for (const name of Object.keys(tools)) {
    const tool = tools[name] as {
      readonly description?: unknown;
      readonly inputSchema?: unknown;
      readonly args?: unknown;
    };
    const description = typeof tool.description === "string" ? tool.description : "";
    const schema: unknown =
      tool.inputSchema === undefined ? (tool.args ?? {}) : await asSchema(tool.inputSchema as never).jsonSchema;
    specs.push({ name, description, inputSchema: toJson(schema) as Json });
  }
  return specs;
}
