import { defer } from "./defer.js";

/**
 * Tags that separate our words from everyone else's.
 *
 * 1. Only this file writes the reserved prefix `<clew-` or `</clew-`.
 * 2. Text from outside passes `escapeText` and can then neither open nor close a tag.
 * 3. The escape is reversible: `&lt;` before our prefix means `<`, `&#65308;` the sign of that number, and each further `amp;`
 *    one level less.
 *
 * A model may read more than our own spelling as the prefix. So it is compared by its look: case, accents, spaces and invisible
 * characters don't count, compatibility forms (full-width, mathematical, circled) are their plain letters by NFKD, and letters of
 * other scripts count as those that they look like.
 */

/** Signs that look like an opening angle bracket, single or double. */
const brackets =
  "<\u00ab\u02c2\u1438\u16b2\u2039\u226a\u226e\u227a\u2280\u22d6\u2329\u276c\u276e\u2770\u27e8\u27ea\u29fc\u3008\u300a\ufe3d\ufe3f\ufe64\uff1c\u{1d236}";
const signs = new RegExp(`[${brackets}]|&(?:amp;)*(?:lt|#\\d{2,6});`, "giu");
const anySign = new RegExp(`[&${brackets}]`, "u");

/** Between the signs of a tag these count for nothing: spaces, controls, accents that are characters of their own, and what is never seen. */
const gap = /^[\s\p{Cc}\p{M}\p{Default_Ignorable_Code_Point}]$/u;

/** Letters and signs that look like those of the prefix and are no compatibility forms of them, in small letters. */
const lookAlikes = defer(() => {
  const table = {
    "/": "\u1735\u2044\u2215\u2571\u27cb\u29f8\u3033\u30ce\u4e3f",
    c: "\u03f2\u0441\u1d04\u2ca5\ua4da\uabaf\u{102a2}\u{10302}\u{1043d}\u{1051c}",
    l: "i1|\u0131\u0142\u0196\u01c0\u0269\u029f\u0399\u03b9\u0456\u04cf\u05c0\u05d5\u05df\u0627\u0661\u06f1\u07ca\u14aa\u16c1\u2223\u2c93\u2cd1\u2d4f\ua4e1\ua4f2\uab75\uabae\u{1028a}\u{10309}\u{10320}\u{16f28}",
    e: "\u0259\u025b\u03b5\u0435\u0454\u04bd\u1d07\u212e\u2c89\u2d39\ua4f0\uab32\uab7c",
    w: "\u026f\u03c9\u0448\u0461\u051d\u0561\u1d21\u2c73\u2cb1\ua4ea\uab83",
    "-": "\u02d7\u2043\u207b\u2212\u2796\u30fc\uff70",
  };
  return new Map(Object.entries(table).flatMap(([plain, all]) => [...all].map((each) => [each, plain] as const)));
});

/** A character as a reader takes it who looks for our prefix. */
function readLook(character: string): string {
  const own = fold(character);
  if (own !== character.toLowerCase() || /^[ -~]$/.test(character)) return own;
  return /^\p{Pd}$/u.test(character) ? "-" : fold(character.normalize("NFKD").replace(/\p{M}/gu, ""));
}

function fold(text: string): string {
  const small = text.toLowerCase();
  return lookAlikes().get(small) ?? small;
}

/** Where these words end, if the text goes on with them from here to the eye; else -1. */
function skipWords(text: string, from: number, words: string): number {
  let index = from;
  for (const wanted of words) {
    index = skipGap(text, index);
    const character = readCharacter(text, index);
    if (readLook(character) !== readLook(wanted)) return -1;
    index += character.length;
  }
  return index;
}

function skipGap(text: string, from: number): number {
  let index = from;
  for (;;) {
    const character = readCharacter(text, index);
    if (character === "" || !gap.test(character)) return index;
    index += character.length;
  }
}

function readCharacter(text: string, index: number): string {
  const code = text.codePointAt(index);
  return code === undefined ? "" : String.fromCodePoint(code);
}

/** Where the reserved prefix ends, if it follows; else -1. */
function skipReserved(text: string, from: number): number {
  const closing = skipWords(text, from, "/");
  return skipWords(text, closing < 0 ? from : closing, "clew-");
}

export type TagName =
  | "answers"
  | "ask"
  | "actions"
  | "assistant"
  | "background"
  | "blank"
  | "cleared"
  | "closing"
  | "condensed"
  | "cut"
  | "edit"
  | "found"
  | "from"
  | "history"
  | "known"
  | "left-out"
  | "no-result"
  | "now"
  | "past"
  | "quote"
  | "remembered"
  | "reply"
  | "start"
  | "summary"
  | "system"
  | "tool"
  | "turn"
  | "user";

export type Attributes = Readonly<Record<string, string | number>>;

export function escapeText(text: string): string {
  return escapeWhere(text, (end) => end >= 0);
}

/** Makes an escape for text that may contain our tags: it only disables tags of these names. */
export function makeTagEscape(names: readonly TagName[]): (text: string) => string {
  return (text) => escapeWhere(text, (end) => end >= 0 && names.some((name) => skipWords(text, end, name) >= 0));
}

/** `isTag` gets the place behind the reserved prefix, or -1. Most texts have none of the signs. */
function escapeWhere(text: string, isTag: (end: number) => boolean): string {
  if (!anySign.test(text)) return text;
  return text.replace(signs, (found, at: number) =>
    isTag(skipReserved(text, at + found.length)) ? escapeTagSign(found) : found,
  );
}

/** Joins texts that are escaped already. A sign in one and letters of the next must not read as our prefix. */
export function joinFenced(texts: readonly string[], between: string): string {
  const joined = texts.join(between);
  let begun = 0;
  const starts = texts.slice(0, -1).map((text) => (begun += text.length + between.length));
  let passed = 0;
  return joined.replace(signs, (found, at: number) => {
    while ((starts[passed] ?? joined.length) <= at) passed += 1;
    const next = starts[passed] ?? joined.length;
    return skipReserved(joined, at + found.length) > next ? escapeTagSign(found) : found;
  });
}

function escapeTagSign(found: string): string {
  if (found === "<") return "&lt;";
  return found.startsWith("&") ? `&amp;${found.slice(1)}` : `&#${found.codePointAt(0)};`;
}

const escaped = /&((?:amp;)*(?:lt|#\d{2,6});)/giu;

/** The text that `escapeText` was given. */
export function unescapeText(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(escaped, (found, rest: string, at: number) =>
    skipReserved(text, at + found.length) < 0 ? found : readTagSign(rest),
  );
}

function readTagSign(rest: string): string {
  if (rest.startsWith("amp;")) return `&${rest.slice("amp;".length)}`;
  return rest === "lt;" ? "<" : String.fromCodePoint(Number(rest.slice(1, -1)));
}

/** An empty tag. */
export function mark(name: TagName, attributes: Attributes = {}): string {
  return `<clew-${name}${writeAttributes(attributes)}/>`;
}

/** The same with lines from outside of what it stands for; empty without any. */
export function markLines(name: TagName, attributes: Attributes, lines: string): string {
  return lines === "" ? mark(name, attributes) : fence(name, attributes, lines);
}

/** A tag around text from outside, which it escapes. */
export function fence(name: TagName, attributes: Attributes, text: string): string {
  return enclose(name, attributes, escapeText(text));
}

/** A tag around text that is escaped already and may contain our tags. */
export function enclose(name: TagName, attributes: Attributes, fenced: string): string {
  return `<clew-${name}${writeAttributes(attributes)}>${fenced}</clew-${name}>`;
}

function writeAttributes(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeAttribute(String(value))}"`)
    .join("");
}

const attributeSigns = new RegExp(`[&">\\p{Cc}\\p{Zl}\\p{Zp}${brackets}]`, "gu");

function escapeAttribute(value: string): string {
  return value.replace(attributeSigns, (character) => `&#${character.codePointAt(0)};`);
}
