/**
 * Tags that separate our words from everyone else's.
 *
 * 1. Only this file writes the reserved prefix `<clew-` or `</clew-`.
 * 2. Text from outside passes `escapeText` and can then neither open nor close a tag.
 * 3. The escape is reversible: `&lt;` before our prefix means `<`, and each further `amp;` one level less.
 */

/** Characters that readers don't see and tokenizers may drop: they must not hide a tag. */
const invisible = "\\p{Default_Ignorable_Code_Point}*";
const reserved = `(?:/${invisible})?${["c", "l", "e", "w", "-"].join(invisible)}`;
const opening = new RegExp(`(<|&(?:amp;)*lt;)(?=${invisible}${reserved})`, "giu");

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
  | "memory"
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
  return canOpen(text) ? text.replace(opening, escapeTagSign) : text;
}

function escapeTagSign(sign: string): string {
  return sign === "<" ? "&lt;" : `&amp;${sign.slice(1)}`;
}

/** Makes an escape for text that may contain our tags: it only disables tags of these names. */
export function makeTagEscape(names: readonly TagName[]): (text: string) => string {
  const named = names.map((name) => [...name].join(invisible)).join("|");
  const tags = new RegExp(`(<|&(?:amp;)*lt;)(?=${invisible}${reserved}${invisible}(?:${named}))`, "giu");
  return (text) => (canOpen(text) ? text.replace(tags, escapeTagSign) : text);
}

/** A fast test, because most texts have neither sign. */
function canOpen(text: string): boolean {
  return text.includes("<") || text.includes("&");
}

/** An empty tag. */
export function mark(name: TagName, attributes: Attributes = {}): string {
  return `<clew-${name}${writeAttributes(attributes)}/>`;
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

function escapeAttribute(value: string): string {
  return value.replace(/[&"<>\p{Cc}\p{Zl}\p{Zp}]/gu, (character) => `&#${character.codePointAt(0)};`);
}
