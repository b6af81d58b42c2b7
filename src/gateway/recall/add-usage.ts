/** The client pays for all calls that its answer took, so it is told of all of them. */
import { isObject, type Json, toJson, tryParseJson } from "../../core/text/json.js";
import type { ReplyForm } from "../wire/wire.js";

/** The answer with the usage of earlier calls added wherever it tells its own. Everything else stays, byte for byte. */
export function addUsage(text: string, form: ReplyForm, earlier: readonly Json[]): string {
  if (earlier.length === 0) return text;
  if (form === "events") {
    return text.replace(/^(data: ?)(\{.*\})(\r?)$/gm, (_line, begin: string, data: string, end: string) => {
      return `${begin}${addToJson(data, earlier)}${end}`;
    });
  }
  return addToJson(text, earlier);
}

function addToJson(text: string, earlier: readonly Json[]): string {
  const body = tryParseJson(text);
  if (body === undefined || !tellsUsage(body)) return text;
  return JSON.stringify(Array.isArray(body) ? body.map((each) => addTo(each, earlier)) : addTo(body, earlier));
}

const usageNames = ["usage", "usageMetadata"];
/** Where a body or an event has the answer, if not at its top. */
const answerNames = ["message", "response"];

function tellsUsage(body: unknown): boolean {
  if (Array.isArray(body)) return body.some(tellsUsage);
  if (!isObject(body)) return false;
  return usageNames.some((name) => isObject(body[name])) || answerNames.some((name) => tellsUsage(body[name]));
}

function addTo(body: unknown, earlier: readonly Json[]): unknown {
  if (!isObject(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      if (usageNames.includes(name)) return [name, earlier.reduce(sum, toJson(value))];
      return [name, answerNames.includes(name) ? addTo(value, earlier) : value];
    }),
  );
}

/** Figures of the same name are added; what only one of them tells, and what is no figure, stays as it is. */
function sum(own: Json, earlier: Json): Json {
  if (typeof own === "number" && typeof earlier === "number") return own + earlier;
  if (!isObject(own) || !isObject(earlier)) return own;
  const known = earlier as Readonly<Record<string, Json>>;
  return Object.fromEntries(
    Object.entries(own as Readonly<Record<string, Json>>).map(([name, value]) => [
      name,
      known[name] === undefined ? value : sum(value, known[name]),
    ]),
  );
}
