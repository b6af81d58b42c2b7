/** The client pays for all calls that its answer took, so the usage that it gets includes their output. */
import { isObject, type Json, toJson } from "@clewline/text/json.js";
import type { JsonObject } from "../wire/wire.js";

/** Adds the usage of earlier calls to a body or an event that reports usage; returns any other as it is. */
export function addUsage(body: JsonObject, earlier: readonly Json[]): JsonObject {
  return earlier.length === 0 || !tellsUsage(body) ? body : addTo(body, earlier);
}

const usageNames = ["usage", "usageMetadata"];
/** Where a body or an event has the answer, if not at its top. */
const answerNames = ["message", "response"];

function tellsUsage(body: unknown): boolean {
  if (!isObject(body)) return false;
  return usageNames.some((name) => isObject(body[name])) || answerNames.some((name) => tellsUsage(body[name]));
}

function addTo(body: JsonObject, earlier: readonly Json[]): JsonObject {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      if (usageNames.includes(name)) return [name, earlier.reduce(sum, toJson(value))];
      return [name, answerNames.includes(name) && isObject(value) ? addTo(value, earlier) : value];
    }),
  );
}

/**
 * Adds up the written tokens of all calls. The read tokens stay those of the last call: a client takes them for the
 * length of its conversation, and would compact that.
 */
function sum(own: Json, earlier: Json): Json {
  if (!isObject(own) || !isObject(earlier)) return own;
  const [figures, known] = [own, earlier] as readonly Readonly<Record<string, Json>>[];
  const written = writtenNames.reduce((total, name) => total + readFigure(known?.[name]), 0);
  return Object.fromEntries(
    Object.entries(figures ?? {}).map(([name, value]) => {
      if (typeof value !== "number") return [name, value];
      if (totalNames.includes(name)) return [name, value + written];
      return [name, value + (writtenNames.includes(name) ? readFigure(known?.[name]) : 0)];
    }),
  );
}

const writtenNames = ["output_tokens", "completion_tokens", "candidatesTokenCount", "thoughtsTokenCount"];
const totalNames = ["total_tokens", "totalTokenCount"];

function readFigure(value: Json | undefined): number {
  return typeof value === "number" ? value : 0;
}
