/**
 * A second reading of the fence, from the words of the design alone. It shares no code with the writer.
 *
 * 1. `<clew-` and `</clew-` are reserved. What reads like them once case, accents, spaces, ignorable and control characters are
 *    taken away, compatibility forms are their plain letters, and look-alikes of other scripts are taken for what they look like,
 *    is either one of our tags, in exactly our spelling, or a breach.
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
const escapeShape = /&((?:amp;)*)(?:lt|#\d{2,6});/iy;
export const lookAlikes: Readonly<Record<string, string>> = {
  "<": "＜﹤‹〈⟨❮˂〈«≪≺⋖❬❰⟪⧼《ᐸᚲ≮𝈶⊀︽︿",
  "/": "∕⁄⧸╱⟋〳ノ丿᜵",
  c: "сϲᴄⲥꓚꮯ𐊢𐌂𐐽𐔜",
  l: "ӏіІıǀ1|iłƖʟιɩ∣ⲓⳑⵏꓡꓲꭵꮮ׀ון\u0627\u0661\u06f1ߊᒪᛁ𐊊𐌉𐌠𖼨",
  e: "еє℮ҽəɛεᴇⲉⴹꓰꬲꭼ",
  w: "ԝѡшᴡⲱɯωաⱳꓪꮃ",
  "-": "‐‑‒–—―−－﹘﹣⁃˗➖ーｰ⸺⸻〰֊־᐀᠆⸗⸚⹀⹝〜゠𐵮𐺭",
};
const meant = new Map(
  Object.entries(lookAlikes).flatMap(([plain, others]) => [...others].map((other) => [other, plain])),
);

function lookOf(character: string): string {
  const plain = [...character.normalize("NFKC").normalize("NFD")].filter((each) => !/\p{M}/u.test(each)).join("");
  const found = [character, character.toLowerCase(), plain, plain.toLowerCase()].find((each) => meant.has(each));
  return (found === undefined ? undefined : meant.get(found)) ?? plain.toLowerCase();
}

function characterAt(text: string, index: number): string {
  const code = text.codePointAt(index);
  return code === undefined ? "" : String.fromCodePoint(code);
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
    const sign = characterAt(text, next);
    if (lookOf(sign) === "<" && isReserved(text, next + sign.length)) {
      flush();
      index = readTag(text, next, stack);
      continue;
    }
    const [shown, end] = sign === "&" ? readEscape(text, next) : [sign, next + sign.length];
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
  for (let index = from; index < text.length; index += characterAt(text, index).length) {
    const character = characterAt(text, index);
    if (character === "&" || character === "<") return index;
    if (character > "\u007f" && lookOf(character) === "<") return index;
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
  if (lookOf(characterAt(text, index)) === "/") index = skipped(text, index + characterAt(text, index).length);
  for (const letter of "clew-") {
    const character = characterAt(text, index);
    if (lookOf(character) !== letter) return false;
    index = skipped(text, index + character.length);
  }
  return true;
}

function skipped(text: string, from: number): number {
  let index = from;
  for (;;) {
    const code = text.codePointAt(index);
    if (
      code === undefined ||
      !/^[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Mark}\p{White_Space}]$/u.test(String.fromCodePoint(code))
    )
      return index;
    index += code > 0xffff ? 2 : 1;
  }
}
