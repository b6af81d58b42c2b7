/**
 * The fence between our words and everyone else's.
 *
 * 1. Only this file writes the reserved prefix `<clew-` or `</clew-`.
 * 2. Text from outside passes `escapeText` and can then neither open nor close a tag.
 * 3. The escape can be undone: `&lt;` before our prefix stands for `<`, and each further `amp;` for one less.
 */

/** Characters that a reader does not see and a tokenizer may drop: they must not hide a tag. */
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

/** The same for text that may hold tags of ours: only those of these names can it neither open nor close. */
export function makeTagEscape(names: readonly TagName[]): (text: string) => string {
  const named = names.map((name) => [...name].join(invisible)).join("|");
  const tags = new RegExp(`(<|&(?:amp;)*lt;)(?=${invisible}${reserved}${invisible}(?:${named}))`, "giu");
  return (text) => (canOpen(text) ? text.replace(tags, escapeTagSign) : text);
}

/** Most texts have neither sign, and are looked at no closer. */
function canOpen(text: string): boolean {
  return text.includes("<") || text.includes("&");
}

/** A tag with nothing inside. */
export function mark(name: TagName, attributes: Attributes = {}): string {
  return `<clew-${name}${writeAttributes(attributes)}/>`;
}

/** A tag around text from outside. */
export function fence(name: TagName, attributes: Attributes, text: string): string {
  return enclose(name, attributes, escapeText(text));
}

/** A tag around text that is escaped already and may hold tags of ours. */
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
