/** Values that only a field beside them makes secret: `"type": "random_password"` … `"result"`, `sensitive = true`, `kind: Secret`. */
import type { Finder, FoundSecret } from "./kind.js";
import { isCode, isMasked, isPlaceholder, isRandom } from "./likeness.js";
import { isListedWord } from "./ordinary-words.js";
import { makeScan } from "./scan.js";

export const neighbours: Finder = { names: ["secret"], find: findBeside };

const scan = makeScan([
  ..."random_password random_string securestring secure_string sensitive masked concealed secretstring secret_string".split(
    " ",
  ),
  ...["secret_version", "issecret", "is_secret", "secret_text", "kind: secret", '"secret"', '"password"', "'secret'"],
  ...["type: secret", "type=secret", 'type="password"', "kind: 'secret", 'kind":"secret', "secretsmanager"],
]);

/** How sure the marking field is that a secret stands beside it. */
interface Marking {
  readonly pattern: RegExp;
  /** Whether only a value that looks like a secret is one. */
  readonly isWeak: boolean;
  /** Whether the value stands in a block after it, instead of in the same one. */
  readonly isBlock: boolean;
}

const typeField =
  "[\"']?(?:type|kind|format|purpose|field_?type|variable_?type|value_?type|data_?type|input_?type)[\"']?\\s?[:=]\\s?[\"']?";
const yes = "[\"']?\\s?[:=]\\s?[\"']?(?:true|yes|1)(?![\\w.])";
const markings: readonly Marking[] = [
  {
    pattern: new RegExp(`${typeField}(?:secure_?string|concealed|secret[_-]?(?:text|string))(?![\\w-])`, "gi"),
    isWeak: false,
    isBlock: false,
  },
  {
    pattern: new RegExp(`(?<![\\w-])["']?(?:is_?)?(?:sensitive|masked|secret)${yes}`, "gi"),
    isWeak: false,
    isBlock: false,
  },
  {
    pattern: new RegExp(
      `${typeField}(?:secret|password|sensitive|masked|protected)(?![\\w-])(?!["']?\\s?[,}]?\\s?\\))`,
      "gi",
    ),
    isWeak: true,
    isBlock: false,
  },
  {
    pattern:
      /["']?type["']?\s?:\s?["']?(?:random_password|(?:aws_secretsmanager|google_secret_manager|azurerm_key_vault|vault_generic)_secret(?:_version)?)(?!\w)|AWS::SecretsManager::Secret(?!\w)|(?:resource|data|ephemeral) "(?:random_password|\w{0,40}secret\w{0,20})" "/g,
    isWeak: false,
    isBlock: true,
  },
];

/** The name of the value's own field. */
const field =
  /(?<![\w-])(?<open>\\{0,3}["']?)(?:[a-z]{0,12}_?value|result|default|data|content|plain_?text|secret_?(?:string|data|text)|text)\k<open>\s{0,12}[:=]\s{0,4}(?<quote>\\{0,3}["']?)/gi;
const longestBlock = 1_500;
const nearest = 500;

/** Whether a field may say that the value beside it is a secret. */
export function mayMark(text: string): boolean {
  return scan.test(text);
}

function findBeside(text: string): readonly FoundSecret[] {
  if (!scan.test(text)) return [];
  const found = [...findInManifests(text), ...markings.flatMap((marking) => findMarked(text, marking))];
  found.sort((a, b) => a.start - b.start);
  return found.filter(({ start }, index) => start >= (index === 0 ? 0 : end(found[index - 1])));
}

function end(found: FoundSecret | undefined): number {
  return found === undefined ? 0 : found.start + found.value.length;
}

function findMarked(text: string, { pattern, isWeak, isBlock }: Marking): readonly FoundSecret[] {
  return [...text.matchAll(pattern)].flatMap(({ 0: { length }, index }) => {
    const [from, to] = isBlock
      ? [beginOfBlock(text, index), endOfBlock(text, index + length)]
      : boundsOf(text, index, index + length);
    return readFields(text.slice(from, to), isWeak).map((each) => ({ ...each, start: from + each.start }));
  });
}

/** A plan may show values of a resource before its type. */
function beginOfBlock(text: string, index: number): number {
  const values = text.slice(Math.max(0, index - nearest), index).lastIndexOf('"values"');
  return values < 0 ? index : Math.max(0, index - nearest) + values;
}

/** As far as the next resource. */
function endOfBlock(text: string, from: number): number {
  const rest = text.slice(from, from + longestBlock);
  const next = rest.search(/\n[ \t]*(?:resource|data|variable|output) "|"mode":/);
  return from + (next < 0 ? rest.length : next);
}

/** The innermost braces around a place, or the lines about it that are not blank. */
function boundsOf(text: string, start: number, stop: number): readonly [number, number] {
  const before = text.slice(Math.max(0, start - nearest), start);
  const after = text.slice(stop, stop + nearest);
  const opens = Math.max(before.lastIndexOf("{"), before.lastIndexOf("<"));
  const isInside = opens > Math.max(before.lastIndexOf("}"), before.lastIndexOf(">"));
  const closes = after.search(/[{}>]/);
  if (isInside && closes >= 0 && after[closes] !== "{") return [start - before.length + opens, stop + closes];
  const item =
    /(?:^|\n)[ \t]*(?:- [^\n]*|\n|[{}][^\n]*)?(?:\n(?![ \t]*(?:-|\n|[{}])).{0,200}){0,3}$/.exec(before)?.[0].length ??
    0;
  const rest = /^.{0,200}(?:\n(?!\s*(?:-|\n|[{}])).{0,200}){0,3}/.exec(after)?.[0].length ?? 0;
  return [start - item, stop + rest];
}

function readFields(block: string, isWeak: boolean): readonly FoundSecret[] {
  return [...block.matchAll(field)].flatMap(({ 0: lead, index, groups }) => {
    const start = index + lead.length;
    const quote = groups?.quote ?? "";
    const value =
      quote === "" ? (/^[^\s"'{}[\],<>|]+/.exec(block.slice(start))?.[0] ?? "") : readQuoted(block, start, quote);
    return isSecretValue(value, isWeak || quote === "") ? [{ name: "secret", start, value }] : [];
  });
}

function readQuoted(block: string, start: number, quote: string): string {
  const stop = block.indexOf(quote, start);
  return stop < 0 ? "" : block.slice(start, stop);
}

function isSecretValue(value: string, isWeak: boolean): boolean {
  if (value.length < 4 || value.length > 2_000 || isPlaceholder(value) || isMasked(value)) return false;
  if (/^(?:true|false|null|none|string|number|bool(?:ean)?|\d{1,3}|[\d.]+)$/i.test(value) || /\r|\n/.test(value))
    return false;
  if (isWeak)
    return (
      !/\s/.test(value) && !isCode(value) && ((value.length > 5 && /\d|[!#$%&*+~]/.test(value)) || isRandom(value))
    );
  return !isListedWord(value) && !/\p{L}{2,} \p{L}{2,} \p{L}{2,} \p{L}{2,}/u.test(value);
}

const manifest = /(?:^|\n)[ \t]*["']?kind["']?[ \t]?:[ \t]?["']?Secret["']?[ \t]*(?:\r?\n|,)/g;
const plainKey =
  /user|login|host|port|url|uri|email|type|region|endpoint|\.crt|cert|(?:^|[._-])(?:ca|name|id|db|database|bucket|env|server)$/i;

/** Finds the values of a Kubernetes Secret, in base64 or plain. */
function findInManifests(text: string): readonly FoundSecret[] {
  let done = -1;
  return [...text.matchAll(manifest)].flatMap(({ index }) => {
    if (index < done) return [];
    const from = Math.max(0, text.lastIndexOf("\n---", index));
    const next = text.indexOf("\n---", index);
    done = next < 0 ? text.length : next;
    return readManifest(text.slice(from, done)).map((each) => ({
      ...each,
      start: from + each.start,
    }));
  });
}

const pair =
  /(?<lead>(?:^|\n)[ \t]+["']?(?<key>[\w./-]{1,80})["']?\s?:[ \t]*["']?)(?<value>[^\s"'|>{}[\],#][^\r\n"']*)/g;

function readManifest(text: string): readonly FoundSecret[] {
  return [...text.matchAll(/(?:^|\n)([ \t]*)["']?(data|stringData)["']?\s?:\s?\{?[ \t]*(?=\r?\n)/g)].flatMap(
    (match) => {
      const from = match.index + match[0].length;
      const depth = (match[1] ?? "").length;
      const stop = text.slice(from).search(new RegExp(`\\n[ \\t]{0,${depth}}[^\\s#]`));
      const body = text.slice(from, stop < 0 ? text.length : from + stop);
      return [...body.matchAll(pair)].flatMap(({ index, groups }) => {
        const { lead = "", key = "", value: whole = "" } = groups ?? {};
        const value = whole.trimEnd();
        const isFit = match[2] === "data" ? /^[A-Za-z0-9+/]{4,}={0,2}$/.test(value) : !isListedWord(value);
        if (plainKey.test(key) || !isFit || value.length < 4 || isPlaceholder(value)) return [];
        return [{ name: "secret", start: from + index + lead.length, value }];
      });
    },
  );
}
