/**
 * Tags that separate our words from everyone else's.
 *
 * 1. Only this file writes the reserved prefix `<clew-` or `</clew-`.
 * 2. Text from outside passes `escapeText` and can then neither open nor close a tag.
 * 3. The escape is reversible: `&lt;` before our prefix means `<`, `&#65308;` the sign of that number, and each further `amp;`
 *    one level less.
 *
 * What a reader or a tokenizer may take for our prefix is treated like it: letters and signs of other scripts that look the
 * same, and characters between them that nobody sees.
 */

/** Characters that readers don't see and tokenizers may drop: they must not hide a tag. */
const invisible = "[\\p{Default_Ignorable_Code_Point}\\p{Cc}]*";
/** The same sign to the eye. */
const alike = {
  "<": "<\u02c2\u2039\u2329\u276e\u27e8\u3008\ufe64\uff1c",
  "/": "/\u2044\u2215\u29f8\uff0f",
  c: "c\u03f2\u0441\u1d04\u217d\u2ca5\uff43",
  l: "l\u0069\u0131\u01c0\u0406\u0456\u04cf\u217c\uff4c1|",
  e: "e\u0435\u0454\u04bd\u212e\u212f\uff45",
  w: "w\u0448\u0461\u051d\u1d21\u2cb1\uff57",
  "-": "\\-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d",
};
const prefix = [alike.c, alike.l, alike.e, alike.w, alike["-"]].map((set) => `[${set}]`).join(invisible);
const reserved = `(?:[${alike["/"]}]${invisible})?${prefix}`;
const sign = `([${alike["<"]}]|&(?:amp;)*(?:lt|#\\d{2,5});)`;
const opening = new RegExp(`${sign}(?=${invisible}${reserved})`, "giu");

export type TagName =
  | "answers"
  | "ask"
  | "actions"
  | "assistant"
  | "background"
  | "blank"
  | "cleared"
  | "closing"
  | "cut"
  | "edit"
  | "from"
  | "history"
  | "left-out"
  | "marks"
  | "memory"
  | "no-result"
  | "now"
  | "past"
  | "quote"
  | "remembered"
  | "reply"
  | "standing"
  | "start"
  | "summary"
  | "system"
  | "tool"
  | "turn"
  | "user";

export type Attributes = Readonly<Record<string, string | number>>;

export function escapeText(text: string): string {
  return canOpen(text) ? text.replace(opening, escapeTagSign) : text;
}

function escapeTagSign(found: string): string {
  if (found === "<") return "&lt;";
  return found.startsWith("&") ? `&amp;${found.slice(1)}` : `&#${found.codePointAt(0)};`;
}

const escaped = new RegExp(`&((?:amp;)*(?:lt|#\\d{2,5});)(?=${invisible}${reserved})`, "giu");

/** The text that `escapeText` was given. */
export function unescapeText(text: string): string {
  return text.includes("&") ? text.replace(escaped, (_found, rest: string) => readTagSign(rest)) : text;
}

function readTagSign(rest: string): string {
  if (rest.startsWith("amp;")) return `&${rest.slice("amp;".length)}`;
  return rest === "lt;" ? "<" : String.fromCodePoint(Number(rest.slice(1, -1)));
}

/** Makes an escape for text that may contain our tags: it only disables tags of these names. */
export function makeTagEscape(names: readonly TagName[]): (text: string) => string {
  const named = names.map((name) => [...name].join(invisible)).join("|");
  const tags = new RegExp(`${sign}(?=${invisible}${reserved}${invisible}(?:${named}))`, "giu");
  return (text) => (canOpen(text) ? text.replace(tags, escapeTagSign) : text);
}

const signs = new RegExp(`[&${alike["<"]}]`, "u");

/** A fast test, because most texts have none of the signs. */
function canOpen(text: string): boolean {
  return signs.test(text);
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

/** Whether a text of a view is such a tag: words from outside that begin like one are escaped. */
export function isFenced(name: TagName, text: string): boolean {
  return text.startsWith(`<clew-${name}`) && text.endsWith(`</clew-${name}>`);
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

const attributeSigns = new RegExp(`[&">\\p{Cc}\\p{Zl}\\p{Zp}${alike["<"]}]`, "gu");

function escapeAttribute(value: string): string {
  return value.replace(attributeSigns, (character) => `&#${character.codePointAt(0)};`);
}
