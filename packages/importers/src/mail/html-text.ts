/** The text of HTML, with its line breaks; links keep their addresses. */
export function extractHtmlText(html: string): string {
  const tag = /<!--|<(\/?)([a-z][a-z0-9]*)([^<>]*)>|<[!?][^<>]*>/gi;
  let text = "";
  let end = 0;
  let link: { readonly address: string; readonly start: number } | null = null;
  for (let found = tag.exec(html); found !== null; found = tag.exec(html)) {
    text += decodeWords(html.slice(end, found.index));
    const [all, slash, rawName = "", attributes = ""] = found;
    const name = rawName.toLowerCase();
    if (all === "<!--") tag.lastIndex = findPlaceAfter(html, "-->", tag.lastIndex);
    else if (slash === "" && unseen.has(name) && !all.endsWith("/>")) {
      tag.lastIndex = findPlaceAfter(html, `</${name}`, tag.lastIndex);
      tag.lastIndex = findPlaceAfter(html, ">", tag.lastIndex);
    } else if (name === "a") {
      if (link !== null) text += formatLinkAddress(text.slice(link.start), link.address);
      link = slash === "" ? { address: readLinkAddress(attributes), start: text.length } : null;
    } else text += pickBreak(name, slash !== "");
    end = tag.lastIndex;
  }
  return cleanLines(text + decodeWords(html.slice(end)));
}

const unseen: ReadonlySet<string> = new Set(["script", "style", "head", "title", "template"]);
const lines = /^(p|div|tr|table|ul|ol|h[1-6]|blockquote|pre|section|article|header|footer|hr|address|dl|dt|dd)$/;

/** The place after the next match, ignoring case; the end if there is none. */
function findPlaceAfter(html: string, text: string, from: number): number {
  const search = new RegExp(text, "gi");
  search.lastIndex = from;
  return search.test(html) ? search.lastIndex : html.length;
}

function readLinkAddress(attributes: string): string {
  const [, double, single, bare] = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|(\S+))/i.exec(attributes) ?? [];
  return decodeEntities(double ?? single ?? bare ?? "");
}

function formatLinkAddress(text: string, address: string): string {
  return /^https?:/i.test(address) && text.trim() !== address ? ` (${address})` : "";
}

function pickBreak(name: string, closing: boolean): string {
  if (name === "br") return "\n";
  if (name === "li") return closing ? "" : "\n- ";
  if (name === "p") return "\n\n";
  if (name === "td" || name === "th") return " ";
  return lines.test(name) ? "\n" : "";
}

function decodeWords(html: string): string {
  return decodeEntities(html.replace(/\s+/g, " "));
}

const named: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  ndash: "–",
  mdash: "—",
  hellip: "…",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
  laquo: "«",
  raquo: "»",
  bull: "•",
  middot: "·",
  copy: "©",
  reg: "®",
  trade: "™",
  euro: "€",
  pound: "£",
  deg: "°",
  auml: "ä",
  ouml: "ö",
  uuml: "ü",
  Auml: "Ä",
  Ouml: "Ö",
  Uuml: "Ü",
  szlig: "ß",
  eacute: "é",
  egrave: "è",
  agrave: "à",
  ccedil: "ç",
  ntilde: "ñ",
  zwnj: "",
  shy: "",
};

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return Object.hasOwn(named, name) ? (named[name] ?? whole) : whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? "\uFFFD" : String.fromCodePoint(code);
  });
}

function cleanLines(text: string): string {
  return text
    .split("\n")
    .map((line) => line.replace(/[ \t]+/g, " ").trim())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
