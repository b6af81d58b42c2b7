/** The short members of a JSON object, also of one that is too large to be read whole. */
import { type Json, tryParseJson } from "./json.js";

/** Longer strings are no names. */
const longestValue = 160;
/** Characters of all of them together. */
const mostCharacters = 320;

type Members = Readonly<Record<string, Json>>;

/** Strings, numbers and switches at the top level. Of the text, beginning and end may be all that there is. */
export function readShortMembers(text: string | { readonly head: string; readonly tail: string }): Members {
  const found = typeof text === "string" ? readWhole(text) : [...readHead(text.head), ...readTail(text.tail)];
  const short = new Map<string, Json>();
  let left = mostCharacters;
  for (const [name, value] of found) {
    const length = name.length + String(value).length;
    if (!isScalar(value) || String(value).length > longestValue || length > left || short.has(name)) continue;
    short.set(name, value);
    left -= length;
  }
  return Object.fromEntries(short);
}

type Member = readonly [name: string, value: Json];

function readWhole(text: string): readonly Member[] {
  const value = tryParseJson(text);
  return typeof value === "object" && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}

function isScalar(value: Json): boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

const string = String.raw`"(?:[^"\\]|\\.){0,400}"`;
const scalar = String.raw`${string}|-?\d[\d.eE+-]{0,30}|true|false|null`;
const first = new RegExp(`^[{,](${string}):(${scalar})(?=[,}])`);
/** The quote before the last brace ends a string, so that each quote before it is known to open or close one. */
const last = new RegExp(`[{,](${string}):(${scalar})}$`);

function readHead(head: string): readonly Member[] {
  const [whole, name, value] = first.exec(head) ?? [];
  if (whole === undefined || name === undefined || value === undefined) return [];
  return [...readMember(name, value), ...readHead(head.slice(whole.length))];
}

function readTail(tail: string): readonly Member[] {
  const end = tail.slice(-lookedAt);
  const [whole, name, value] = last.exec(end) ?? [];
  if (whole === undefined || name === undefined || value === undefined) return [];
  const rest = `${tail.slice(0, tail.length - whole.length)}}`;
  return [...readTail(rest), ...readMember(name, value)];
}

/** Characters in which the last member is looked for. */
const lookedAt = 900;

function readMember(name: string, value: string): readonly Member[] {
  const [key, own] = [tryParseJson(name), tryParseJson(value)];
  return typeof key === "string" && own !== undefined ? [[key, own]] : [];
}
