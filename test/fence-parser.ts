/**
 * A second reading of the fence, from the words of the design alone. It shares no code with the writer.
 *
 * 1. `<clew-` and `</clew-` are reserved. What reads like them once case, ignorable and control characters are taken away, and
 *    look-alikes of other scripts are taken for what they look like, is either one of our tags, in exactly our spelling, or a
 *    breach.
 * 2. In text, the `<` before a reserved prefix is `&lt;`, a look-alike of it its number as `&#…;`; an escape that was there
 *    already has one `amp;` more.
 */
export type FenceNode = string | FenceTag;

export interface FenceTag {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly FenceNode[];
}

export class Breach extends Error {}

interface Open {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: FenceNode[];
}

const tagShape = /<(\/?)clew-([a-z]+(?:-[a-z]+)*)((?: [a-z]+="[^"<>]*")*)(\/?)>/y;
const attributeShape = / ([a-z]+)="([^"<>]*)"/g;
const escapeShape = /&((?:amp;)*)(?:lt|#\d{2,5});/iy;
const lookAlikes: Readonly<Record<string, string>> = {
  "<": "＜﹤‹〈⟨❮˂〈",
  "/": "／∕⁄⧸",
  c: "сϲⅽｃᴄⲥ",
  l: "ӏⅼｌіІıǀ1|i",
  e: "еєｅ℮ℯҽ",
  w: "ԝѡшｗᴡⲱ",
  "-": "‐‑‒–—―−－﹘﹣",
};
const meant = new Map(
  Object.entries(lookAlikes).flatMap(([plain, others]) => [...others].map((other) => [other, plain])),
);

function lookOf(character: string): string {
  return meant.get(character) ?? meant.get(character.toLowerCase()) ?? character.toLowerCase();
}

export function parseFence(text: string): readonly FenceNode[] {
  const root: Open = { name: "", attributes: {}, children: [] };
  const stack: Open[] = [root];
  let plain = "";
  let index = 0;
  const flush = () => {
    if (plain !== "") stack.at(-1)?.children.push(plain);
    plain = "";
  };
  while (index < text.length) {
    const next = nextMark(text, index);
    plain += text.slice(index, next);
    if (next === text.length) break;
    if (lookOf(text.charAt(next)) === "<" && isReserved(text, next + 1)) {
      flush();
      index = readTag(text, next, stack);
      continue;
    }
    const [shown, end] = text.charAt(next) === "&" ? readEscape(text, next) : [text.charAt(next), next + 1];
    plain += shown;
    index = end;
  }
  flush();
  if (stack.length !== 1) throw new Breach(`<clew-${stack.at(-1)?.name}> is never closed`);
  return root.children;
}

/** All tags of a tree, outer before inner, in the order of the text. */
export function tagsIn(nodes: readonly FenceNode[]): readonly FenceTag[] {
  return nodes.flatMap((node) => (typeof node === "string" ? [] : [node, ...tagsIn(node.children)]));
}

function nextMark(text: string, from: number): number {
  for (let index = from; index < text.length; index++) {
    const character = text.charAt(index);
    if (character === "&" || lookOf(character) === "<") return index;
  }
  return text.length;
}

function readTag(text: string, start: number, stack: Open[]): number {
  tagShape.lastIndex = start;
  const match = tagShape.exec(text);
  const [whole, closing, name, attributes, empty] = match ?? [];
  if (whole === undefined || name === undefined)
    throw new Breach(`not our spelling: ${JSON.stringify(text.slice(start, start + 40))}`);
  if (closing === "/") {
    const open = stack.pop();
    if (open?.name !== name || stack.length === 0) throw new Breach(`</clew-${name}> closes nothing`);
    stack.at(-1)?.children.push(open);
  } else {
    const tag: Open = { name, attributes: readAttributes(attributes ?? ""), children: [] };
    if (empty === "/") stack.at(-1)?.children.push(tag);
    else stack.push(tag);
  }
  return start + whole.length;
}

function readAttributes(text: string): Readonly<Record<string, string>> {
  const pairs = [...text.matchAll(attributeShape)].map(([, key, value]) => [
    key,
    (value ?? "").replace(/&#(\d+);/g, (_whole, code: string) => String.fromCodePoint(Number(code))),
  ]);
  return Object.fromEntries(pairs) as Record<string, string>;
}

function readEscape(text: string, start: number): readonly [string, number] {
  escapeShape.lastIndex = start;
  const match = escapeShape.exec(text);
  if (match === null || !isReserved(text, start + match[0].length)) return ["&", start + 1];
  const [whole] = match;
  const end = start + whole.length;
  if (whole === "&lt;") return ["<", end];
  const [, number] = /^&#(\d+);$/.exec(whole) ?? [];
  if (number !== undefined) return [String.fromCodePoint(Number(number)), end];
  if (!whole.startsWith("&amp;")) throw new Breach(`an escape that was not escaped: ${JSON.stringify(whole)}`);
  return [`&${whole.slice("&amp;".length)}`, end];
}

/** Whether what follows a `<` reads like our prefix to someone who sees neither case nor script, nor what can't be seen. */
function isReserved(text: string, from: number): boolean {
  let index = skipped(text, from);
  if (lookOf(text.charAt(index)) === "/") index = skipped(text, index + 1);
  for (const letter of "clew-") {
    if (lookOf(text.charAt(index)) !== letter) return false;
    index = skipped(text, index + 1);
  }
  return true;
}

function skipped(text: string, from: number): number {
  let index = from;
  for (;;) {
    const code = text.codePointAt(index);
    if (code === undefined || !/^[\p{Default_Ignorable_Code_Point}\p{Cc}]$/u.test(String.fromCodePoint(code)))
      return index;
    index += code > 0xffff ? 2 : 1;
  }
}
