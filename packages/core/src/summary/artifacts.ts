import { type Json, tryParseJson } from "@clewline/text/json.js";
import type { SummaryItem } from "../log/summary.js";
import { makeOneLine } from "./item-text.js";
import { listHardTokens } from "./rules/hard-tokens.js";
import { selectExaminedParts } from "./rules/sentences.js";

const mostPaths = 10;
const longestPath = 200;
const deepest = 8;

const pathKeys =
  /^(?:file|files|path|paths|file_?path|file_?name|filepaths|dir|directory|folder|notebook_?path|target_?file|source|destination|from|to|old_?path|new_?path|uri|attachment)$/i;
const commandKeys = /^(?:command|cmd|script|args|argv|patch)$/i;

/** The paths in a tool's input, each once: values under names of paths, and paths within commands. */
export function listTouchedPaths(input: string): readonly string[] {
  const pieces = selectExaminedParts(input);
  const whole = pieces.length === 1 ? tryParseJson(input) : undefined;
  const found = whole === undefined ? pieces.flatMap(matchPaths) : collectPaths(whole, "", deepest);
  return [...new Set(found.map(makeOneLine))]
    .filter((path) => path !== "" && path.length <= longestPath)
    .slice(0, mostPaths);
}

/** The path of an artifact's item: a tool's name can't contain the separator. */
export function readItemPath(item: Pick<SummaryItem, "text">): string {
  return item.text.slice(item.text.indexOf(": ") + 2);
}

function collectPaths(value: Json, key: string, depth: number): readonly string[] {
  if (depth === 0) return [];
  if (typeof value === "string") return readValuePaths(key, value);
  if (typeof value !== "object" || value === null) return [];
  if (isList(value)) return value.slice(0, 100).flatMap((each) => collectPaths(each, key, depth - 1));
  return Object.entries(value)
    .slice(0, 100)
    .flatMap(([name, each]) => collectPaths(each, name, depth - 1));
}

function isList(value: readonly Json[] | { readonly [key: string]: Json }): value is readonly Json[] {
  return Array.isArray(value);
}

function readValuePaths(key: string, value: string): readonly string[] {
  if (pathKeys.test(key)) return isLikelyPath(value) ? [value] : [];
  return commandKeys.test(key) ? findPaths(value) : [];
}

/** Sentences, patterns and web addresses are no paths. */
function isLikelyPath(value: string): boolean {
  return (
    /^[^\s*?<>|"]+(?: [^\s*?<>|"]+){0,5}$/.test(value) &&
    /[./\\]|^[\w-]+$/.test(value) &&
    !/^[a-z]+:\/\/(?!\/)|@/.test(value)
  );
}

function findPaths(text: string): readonly string[] {
  return listHardTokens(text.slice(0, 4_000)).flatMap(({ kind, key }) =>
    kind === "exact" &&
    /[\p{L}]/u.test(key) &&
    /^[^\s@#]+$/.test(key) &&
    !/:\/\/|^www\./.test(key) &&
    /[./\\]/.test(key)
      ? [key]
      : [],
  );
}

function matchPaths(piece: string): readonly string[] {
  return [...piece.matchAll(/"([A-Za-z_]{2,20})"\s{0,4}:\s{0,4}"((?:[^"\\\n]|\\.){1,400})"/g)].flatMap((match) => {
    const value = tryParseJson(`"${match[2]}"`);
    return typeof value === "string" ? readValuePaths(match[1] ?? "", value) : [];
  });
}
