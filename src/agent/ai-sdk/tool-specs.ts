import type { ToolSet } from "ai";
import { type Json, toJson } from "../../core/text/json.js";
import type { ToolSpec } from "../../core/view/request.js";

/** The tools as the model will read them, in a fixed order, so that their tokens count and their bytes are stable. */
export async function listToolSpecs(tools: ToolSet): Promise<readonly ToolSpec[]> {
  const { asSchema } = await import("ai");
  const specs: ToolSpec[] = [];
  for (const name of Object.keys(tools).sort()) {
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
