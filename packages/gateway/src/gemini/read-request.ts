import type { ToolSpec } from "@clewline/core/view/request.js";
import { isObject, toJson } from "@clewline/text/json.js";
import type { Steps } from "@clewline/text/steps.js";
import type { JsonObject, WireRequest } from "../wire/wire.js";
import { findName, listContentParts, readContents, readField } from "./parts.js";

/** Null where there is no list of contents. */
export function* readGeminiRequest(body: JsonObject, path: string): Steps<WireRequest | null> {
  const asked = findAsked(body);
  const { contents, tools } = asked;
  if (!Array.isArray(contents) || contents.length === 0 || !contents.every(isContent)) return null;
  const system = listContentParts(readField(asked, "systemInstruction") ?? {});
  const settings = readField(asked, "generationConfig") ?? {};
  const reply = settings[findName(settings, "maxOutputTokens")];
  return {
    model: /models\/([^/:]+):/.exec(path)?.[1] ?? "",
    instructions: system.map(({ text }) => String(text ?? "")).join("\n\n"),
    tools: Array.isArray(tools) ? tools.filter(isObject).flatMap(listTools) : [],
    list: yield* readContents(contents),
    reply: typeof reply === "number" && reply > 0 ? Math.floor(reply) : null,
    session: null,
    shared: null,
    keptMs: null,
    reducer: null,
    continues: null,
  };
}

/** Tokens may be counted of a whole request, which stands in the body then. */
export function findAsked(body: JsonObject): JsonObject {
  return readField(body, "generateContentRequest") ?? body;
}

/** The same body with other contents. */
export function replaceContents(body: JsonObject, contents: readonly JsonObject[]): JsonObject {
  const asked = findAsked(body);
  if (asked === body) return { ...body, contents };
  return { ...body, [findName(body, "generateContentRequest")]: { ...asked, contents } };
}

function isContent(content: unknown): content is JsonObject {
  return isObject(content) && Array.isArray(content.parts) && content.parts.every(isObject);
}

function listTools(tool: JsonObject): readonly ToolSpec[] {
  const declared = tool[findName(tool, "functionDeclarations")];
  if (!Array.isArray(declared)) {
    return Object.keys(tool).map((name) => ({ name, description: "", inputSchema: toJson(tool) }));
  }
  return declared.filter(isObject).map(({ name, description, parameters, parametersJsonSchema }) => ({
    name: String(name ?? ""),
    description: String(description ?? ""),
    inputSchema: toJson(parameters ?? parametersJsonSchema ?? {}),
  }));
}
