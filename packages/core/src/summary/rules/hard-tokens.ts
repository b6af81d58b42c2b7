/**
 * Tokens that must not change in a summary: numbers, dates, paths, addresses, versions, identifiers, names. Different
 * spellings of one token have the same key. Every pattern is tried only at the start of a run and is bounded, so that
 * the time is in proportion to the text.
 */
import { foldWord } from "@clewline/text/content-words.js";
import { findMatches } from "@clewline/text/find-matches.js";
import { rememberByText } from "@clewline/text/remember.js";
import { drawShape, hanNumerals, type Shape, shapes } from "@clewline/text/text-shape.js";
import { findNames } from "./names.js";

type HardKind = "number" | "date" | "exact" | "code" | "name";

export interface HardToken {
  readonly kind: HardKind;
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

/** Cached, because a sentence is classified, paired, cut and compared. */
export const listHardTokens = rememberByText(readTokens, { texts: 2_000, characters: 500_000 });

function readTokens(text: string): readonly HardToken[] {
  const bare = text.replaceAll("`", " ");
  const shape = drawShape(bare);
  const found = mayHold.test(shape.text) ? findTokens(bare, shape) : [];
  const isTaken = (place: number) => found.some(({ start, end }) => start <= place && place < end);
  const isFree = ({ start, end }: HardToken) => !isTaken(start) && !isTaken(end - 1);
  const quoted = bare === text ? [] : [...text.matchAll(/`([^`\n]{1,80})`/g)].map(makeCodeToken).filter(isFree);
  return [...found, ...quoted, ...findNames(bare, shape).filter(isFree)].sort(
    (a, b) => a.start - b.start || b.end - a.end,
  );
}

function findTokens(text: string, shape: Shape): readonly HardToken[] {
  const found: HardToken[] = [];
  for (const match of findMatches(shape.text, everything)) {
    const kind = patterns.find((_, place) => match[place + 1] !== undefined)?.[0];
    const start = shape.findPlace(match.index);
    const token = makeHardToken(kind, text.slice(start, shape.findPlace(match.index + match[0].length)), start);
    if (token !== null) found.push(token);
  }
  return found;
}

export function listHardKeys(text: string): ReadonlySet<string> {
  return new Set(listHardTokens(text).map(({ key }) => key));
}

const extensions =
  "bak|c|cc|cfg|cjs|conf|cpp|cs|css|csv|db|doc|docx|eml|env|gif|go|gz|h|hpp|html|ics|ini|ipynb|java|jpeg|jpg|js|json|jsonl|jsx|kt|lock|log|lua|md|mdx|mjs|mov|mp3|mp4|odt|pdf|php|png|ppt|pptx|py|rb|rs|rtf|sh|sql|sqlite|svelte|svg|swift|tar|toml|ts|tsv|tsx|txt|vue|wav|webp|xls|xlsx|xml|yaml|yml|zip";
const domains = "app|at|ch|cn|com|de|dev|es|eu|fr|io|net|org|ru|uk";
const { letters, europeans, numbers, digits, marks, accented } = shapes;
const digit = `[${digits}]`;
const part = `[${europeans}${digits}_.@+~%-]`;
const before = `(?<![${europeans}${digits}_./@~-])(?![${digits}./-]+(?:\\s|$))`;
const currency = `[${shapes.currencies}%‰°]`;
const amount = `(?:${digit}{1,3}(?:[.,'’\\u00a0\\u202f ]${digit}{3}(?!${digit}))+|${digit}+)(?:[.,]${digit}+)?`;

const patterns: readonly (readonly [string, string])[] = [
  ["url", "(?<![a-z0-9+.-])(?:[a-z][a-z0-9+.-]{1,11}://|www\\.)[^\\s<>\"'，。、）」]+"],
  ["email", "(?<![\\w.+-])[\\w.+-]{1,64}@[\\w-]{1,63}(?:\\.[\\w-]{1,63})+"],
  ["handle", `(?<![\\w@./])[@#][${letters}${numbers}_][${letters}${numbers}_-]{0,39}`],
  [
    "path",
    `${before}(?:[a-zA-Z]:\\\\[^\\s"<>|]{1,200}|(?:~|\\.{1,2})?/(?=[${letters}._@])[${letters}${marks}${digits}_.@+~%/-]{1,240})`,
  ],
  [
    "date",
    `(?<![${digits}./])${digit}{1,2}(?:\\.${digit}{1,2}\\.${digit}{2,4}|/${digit}{1,2}(?:/${digit}{2,4})?)(?![${digits}/])`,
  ],
  ["date", `(?<!${digit})${digit}{4}-${digit}{1,2}-${digit}{1,2}(?:T[${digits}:.]{4,15}Z?)?(?!${digit})`],
  ["date", `(?<![${digits}:])${digit}{1,2}[:：]${digit}{2}(?::${digit}{2})?(?![${digits}:])`],
  [
    "path",
    `${before}${part}{1,80}(?:/${part}{1,80}){0,30}/${part}{0,80}\\.(?:${extensions})(?![${europeans}${digits}_])`,
  ],
  ["path", `${before}${part}{1,80}(?:/${part}{1,80}){2,30}/?`],
  ["path", `${before}${part}{0,80}\\.(?:${extensions}|${domains})(?![${europeans}${digits}_/])`],
  ["phone", `(?<![${letters}${digits}])(?:\\+${digit}|0${digit})[${digits} ()/-]{5,20}${digit}(?!${digit})`],
  [
    "version",
    `(?<![${europeans}${digits}._])(?!${digit}{1,3}(?:\\.${digit}{3})+(?!\\.?${digit}))v?${digit}{1,6}(?:\\.${digit}{1,6}){2,4}(?:-[\\w.]{1,20})?|(?<![${europeans}${digits}._])v${digit}{1,6}(?:\\.${digit}{1,6}){0,3}`,
  ],
  [
    "code",
    `(?<![${europeans}${digits}_-])(?=[${europeans}${digits}_-]{0,60}${digit})[${europeans}][${europeans}${digits}]{0,40}(?:[_-][${europeans}${digits}]{1,40}){0,8}|(?<![\\w-])(?=[0-9a-f]{0,39}[a-f])(?=[0-9a-f]{0,39}[0-9])[0-9a-f]{7,40}(?:-[0-9a-f]{4,12}){0,4}(?![\\w-])`,
  ],
  [
    "code",
    "(?<![\\w])(?:[A-Za-z0-9]{1,60}(?:_[A-Za-z0-9]{1,60}){1,12}|[a-z]{1,60}[A-Z][A-Za-z0-9]{0,60}|[A-Z][a-z]{1,60}[A-Z][A-Za-z0-9]{0,60}|[A-Za-z_][\\w.]{0,60}\\(\\))",
  ],
  ["number", `(?<![${europeans}${digits}])(?:(?<=^|[\\s(:=])[-−+])?(?:${currency} ?)?${amount}(?: ?${currency})?`],
  [
    "han",
    `(?:[二三四五六七八九十百千万亿两]|[${hanNumerals}]{2,})(?:个|只|条|次|天|周|月|年|点|分钟|小时|块|元|斤|公斤|米|号|日|人|杯|张|本|箱|袋|楼|岁|倍)`,
  ],
];

/** Without one of these no pattern can match; most sentences have none. */
const mayHold = new RegExp(`[${digits}@#/\\\\_${hanNumerals}]|\\.[a-z]|www\\.|[a-z][A-Z]|\\(\\)`);
/** No token begins inside a lower-case word, nor with any other character than these. */
const start = `(?<![a-z](?=[a-z]))(?<![${europeans}](?=[${accented}]))(?=[${europeans}${digits}${shapes.currencies}%‰°@#~./+−_${hanNumerals}-])`;
const everything = new RegExp(`${start}(?:${patterns.map(([, pattern]) => `(${pattern})`).join("|")})`, "g");

function makeHardToken(kind: string | undefined, raw: string, start: number): HardToken | null {
  const text =
    kind === "url" || kind === "path" || kind === "version" ? raw.replace(/[.,;:!?)\]}]+$/, "") : raw.trimEnd();
  if (text === "") return null;
  const at = { start, end: start + text.length };
  switch (kind) {
    case "number":
      return { kind: "number", key: makeNumberKey(text), ...at };
    case "phone":
      return { kind: "number", key: text.replace(/\P{Nd}/gu, ""), ...at };
    case "date":
      return { kind: "date", key: text.replace("：", ":"), ...at };
    case "version":
      return { kind: "exact", key: text.replace(/^v/, ""), ...at };
    case "handle":
    case "email":
      return { kind: "exact", key: foldWord(text), ...at };
    case "code":
      return { kind: "code", key: text, ...at };
    default:
      return { kind: "exact", key: text, ...at };
  }
}

function makeCodeToken(match: RegExpMatchArray): HardToken {
  const start = match.index ?? 0;
  return { kind: "code", key: (match[1] ?? "").trim().replace(/\s+/g, " "), start, end: start + match[0].length };
}

/** Normalises a number: 1,000 and 1 000 and 1000 are equal, and so are 2,5 and 2.5, and € 20 and 20€. */
function makeNumberKey(written: string): string {
  const text = written.normalize("NFKC").replaceAll("−", "-").replace(/^\+/, "");
  const unit = text.match(/[\p{Sc}%‰°]/u)?.[0] ?? "";
  const sign = text.startsWith("-") ? "-" : "";
  const figure = text.replace(/[^\p{Nd}.,]/gu, "").replace(/[.,]+$/, "");
  return `${sign}${normaliseFigure(figure)}${unit}`;
}

/** The last mark separates decimals, unless it separates thousands: in doubt, as in 1.000, it stays. */
function normaliseFigure(figure: string): string {
  const marks = figure.match(/[.,]/g) ?? [];
  const last = marks.at(-1);
  if (last === undefined) return figure;
  const grouped = /^\p{Nd}{1,3}(?:[.,]\p{Nd}{3})+$/u.test(figure) && new Set(marks).size === 1;
  if (grouped && (marks.length > 1 || last === ",")) return figure.replace(/[.,]/g, "");
  const place = figure.lastIndexOf(last);
  return `${figure.slice(0, place).replace(/[.,]/g, "")}.${figure.slice(place + 1)}`;
}
