/**
 * `npm run formats [FILE]`: writes the formats of keys anew, from a table of rules that others maintain (MIT). FILE is its
 * `config/betterleaks.toml`; without one it is fetched in the version below. It is no dependency. Rules are turned into rows
 * of our own form; those that our own formats cover, those of public ids and those about a context are left out.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { ownFormats } from "@clewline/redact/formats/own.js";
import fc from "fast-check";
import { parse } from "smol-toml";

const version = "v1.7.0";
const source = `https://raw.githubusercontent.com/betterleaks/betterleaks/${version}/config/betterleaks.toml`;
const target = resolve(import.meta.dirname, "../packages/redact/src/formats/rules.ts");

interface Rule {
  readonly id: string;
  readonly regex?: string;
}

/** A rule about the value beside a name: the name, then signs, then the value. */
const besideName = "(?:[ \\t\\w.-]{0,20})[\\s'\"]{0,3}";
/** Rules of things that anybody may know, and rules that our labels, addresses and command lines cover. */
const left = /-id$|-id[-.]|-url|-host|-name|address|public|pub-|^generic|^curl|^private-key|password$|^jwt|^etsy-open/;
/** Names that are words of any text, or that our labels have. */
const common =
  /^(?:secret|access|token|keys?|auth|client|application|consumer|password|passphrase|private|personal|workspace|endor|poly|linear|checkout|paradigm|live|login|programmatic|oauth|klive|sklive|initialize|ndor|x.*|.*_api|data.*gov)$/;
const ownShapes = ownFormats.map(([, shape]) => new RegExp(`^(?:${shape})$`));

const [file] = process.argv.slice(2);
const text = file === undefined ? await (await fetch(source)).text() : readFileSync(file, "utf8");
const rules = (parse(text) as unknown as { readonly rules: readonly Rule[] }).rules.filter(({ id }) => !left.test(id));
const shapes = groupShapes(rules.flatMap(readShape));
const services = groupServices(rules.flatMap(readService));
writeFileSync(target, [...describeShapes(shapes), ...describeServices(services)].join("\n"));
console.log(
  `${shapes.size} makers with formats and ${services.size} lengths beside names, from betterleaks ${version}`,
);

/** A key by its own letters: the shape without what may stand around it. */
function readShape({ id, regex = "" }: Rule): readonly (readonly [maker: string, shape: string])[] {
  const value = regex.includes(besideName) ? cutGroup(regex.slice(regex.indexOf("{0,5}(") + 5)) : cutKey(regex);
  const shape = value === null ? null : normalise(value);
  if (shape === null || !hasPrefix(shape)) return [];
  const loose = shape.replace(/\{(\d+)(?:,\d*)?\}(\)?(?:=\{0,\d\})?)$/, (all, least: string, end: string) =>
    Number(least) < 20 ? all : `{${Math.max(16, Math.floor(Number(least) * 0.75))},}${end}`,
  );
  return isCovered(shape) ? [] : [[id.split(/[-.]/)[0] ?? id, loose]];
}

/** The group that holds the key, or all of it where there is none. */
function cutKey(regex: string): string | null {
  if (/\\s|\.\*|\(\?P<|https?:|\[\\n|\[\\s|\[\^[^\]]*\][+*]/.test(regex.replace(/\(\?:\\\\\?.*$/, ""))) return null;
  const bare = regex.replace(/^(?:\(\?i\))?(?:\\b|\(\?:\^\|[^)]*\))?/, "");
  return bare.startsWith("(") && !bare.startsWith("(?:") ? cutGroup(bare) : bare.replace(/\\b$/, "");
}

/** The inside of the group at the beginning. */
function cutGroup(regex: string): string | null {
  let depth = 0;
  for (let place = 0; place < regex.length; place++) {
    if (regex[place] === "\\") place++;
    else if (regex[place] === "(") depth++;
    else if (regex[place] === ")" && --depth === 0) return regex.slice(1, place);
  }
  return null;
}

/** Without flags: letters of a prefix count as they are written, those of an alphabet in both cases. */
function normalise(shape: string): string | null {
  const isLoose = /\(\?i[:)]/.test(shape);
  const plain = shape
    .replace(/\(\?-?i\)/g, "")
    .replace(/\(\?-?i:|\((?!\?)/g, "(?:")
    .replaceAll("[[:alnum:]]", "[A-Za-z0-9]")
    .replace(/\[([^\]]+)\]/g, (_, signs: string) => `[${sortSigns(isLoose ? widen(signs) : signs)}]`)
    .replaceAll("[0-9]", "\\d")
    .replaceAll("[\\w]", "\\w")
    .replace(/\\([-_=])/g, "$1");
  return /[[{(]/.test(plain) && !/\$\)|\^\||["'`]/.test(plain) ? plain : null;
}

function widen(signs: string): string {
  return signs.replace(/([a-z])-([a-z])/g, (range, from: string, to: string) =>
    signs.includes(`${from.toUpperCase()}-${to.toUpperCase()}`) ? range : `${range}${range.toUpperCase()}`,
  );
}

/** The same signs in one order, so that equal alphabets look equal. */
function sortSigns(signs: string): string {
  const ranges: readonly string[] = signs.match(/[A-Za-z0-9]-[A-Za-z0-9]|\\?[^\\]|\\\w/g) ?? [];
  const has = (range: string) => ranges.includes(range);
  const isWord = has("a-z") && has("A-Z") && (has("0-9") || has("\\d")) && (has("_") || has("\\_"));
  const word = isWord || has("\\w") ? ["\\w"] : [];
  const rest = ranges.filter((each) => word.length === 0 || !/^(?:a-z|A-Z|0-9|\\d|\\?_|\\w)$/.test(each));
  const dash = rest.some((each) => each === "-" || each === "\\-") ? ["-"] : [];
  return [...word, ...rest.filter((each) => each !== "-" && each !== "\\-"), ...dash].join("");
}

/** Whether it begins with letters of its maker: four, or three and a sign. */
function hasPrefix(shape: string): boolean {
  if (/^\(\?:[^)]*\)\?/.test(shape)) return false;
  return shape
    .split("|")
    .every((each) => /^(?:\(\?:)?\\?[$A-Za-z][A-Za-z0-9]{2}(?:[A-Za-z0-9_:.+/-]|\\[.+])/.test(each));
}

function isCovered(shape: string): boolean {
  const keys = fc.sample(fc.stringMatching(new RegExp(`^(?:${shape})$`)), { numRuns: 60, seed: 1 });
  return keys.every((key) => ownShapes.some((own) => own.test(key)));
}

function groupShapes(found: readonly (readonly [string, string])[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const [maker, shape] of found) groups.set(maker, [...new Set([...(groups.get(maker) ?? []), shape])]);
  return groups;
}

function describeShapes(found: ReadonlyMap<string, readonly string[]>): readonly string[] {
  return [
    `/** Written by \`npm run formats\` from betterleaks ${version} (MIT, Copyright (c) 2026 Zachary Rice; docs/notices.md), ${new Date().toISOString().slice(0, 10)}: edit nothing here. */`,
    'import type { Format } from "./format.js";',
    "",
    "/** Formats that our own table does not have, by maker. */",
    "// biome-ignore format: a table is read by its columns",
    "export const ruleFormats: readonly Format[] = [",
    ...[...found].map(([maker, list]) => `  ["${maker} key", ${JSON.stringify(list.join("|"))}, "wordlike"],`),
    "];",
    "",
  ];
}

/** A key without letters of its maker: the names beside which it stands, and its length. */
function readService({ regex = "" }: Rule): readonly (readonly [length: string, name: string])[] {
  const place = regex.indexOf(besideName);
  const value = place < 0 ? null : cutGroup(regex.slice(regex.indexOf("{0,5}(") + 5));
  const shape = value === null ? null : normalise(value);
  if (shape === null || hasPrefix(shape)) return [];
  const length = shape.includes("{8}-") ? "uuid" : /^\[[^\]]+\]\{(\d+)\}$/.exec(shape)?.[1];
  const names = regex
    .slice(0, place)
    .replace(/\(\?-?i[:)]/g, "(")
    .replace(/\[([A-Z])[a-z]\]/g, "$1")
    .replace(/\(\?:[^()]*\([^()]*\)\)\?|\(\?:[^()]*\)\?|\[[^\]]*\][?*]|\[[^\]]*\]\{[^}]*\}/g, "")
    .toLowerCase()
    .split(/[|()]|\?:/)
    .filter((name) => /^[a-z][a-z_]{3,}$/.test(name) && !common.test(name));
  return names.map((name) => [length ?? "other", name]);
}

function groupServices(found: readonly (readonly [string, string])[]): ReadonlyMap<string, ReadonlySet<string>> {
  const groups = new Map<string, Set<string>>();
  for (const [length, name] of found) groups.set(length, (groups.get(length) ?? new Set()).add(name));
  return new Map([...groups].sort(([a], [b]) => Number(a) - Number(b) || a.localeCompare(b)));
}

function describeServices(found: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  return [
    "/** The makers whose keys have no letters of their own, by the length of a key. */",
    "// biome-ignore format: a table is read by its columns",
    "export const ruleNames: Readonly<Record<string, string>> = {",
    ...[...found].map(([length, names]) => `  ${length}: ${JSON.stringify([...names].sort().join("|"))},`),
    "};",
    "",
  ];
}
