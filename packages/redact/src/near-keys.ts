/** Keys without a shape of their own: values that look drawn, beside words that say so or the name of a maker, or by themselves. */
import { foldCase } from "./fold-case.js";
import { makers } from "./formats/makers.js";
import type { Family } from "./kind.js";
import { publicKeyName } from "./label-values.js";
import { isCode, isMasked, isMethodName, isPlaceholder, isRandom } from "./likeness.js";
import { countCommonPairs } from "./pairs.js";
import { findRuns, isDigit, listSigns } from "./runs.js";

const run = /(?<![\w+/~.@%$#{-])(?:[0-9a-f]{8}:[0-9a-f]{8}|[A-Za-z0-9][\w+/~.-]{7,400}={0,2})(?![\w(])/y;

/** Words for keys where people write. */
const keyWord = foldCase(
  /(?:key|token|secret|credential|seed)s?(?![a-z])|secret[ _-]?id|authentication|authorization|schlüssel|(?<![a-z])cl[ée]s? |jeton|(?<![a-z])(?:clave|llave|chiave|chave|klucz)(?![a-z])|sleutel|nyckel|nøgle|nøkkel|kulcs|anahtar|avain|klíč|cheia|ключ|токен|κλειδ|キー|トークン|密钥|密鑰|令牌|키[는가를: ]|토큰|مفتاح|מפתח|khóa|kunci/iu,
);
/** A value beside these is not a key: a revision, an image, the number of something. */
const otherThing =
  /commit|sha-?\d|hash|digest|image|version|checksum|integrity|revision|\brev\b|etag|trace|request|public(?! repo)|fingerprint|build(?![a-z])|branch|base64(?![._]?\w{0,10}decode)|nonce|ssh-|ecdsa|primary|foreign|(?:next|page)[ _-]?(?:page)?[ _-]?(?:token|key)|cursor|continuation|\b(?:h1|md5|resolved|tree|parent|blob|object|signatures?|badsig)\b|(?<![a-z]|(?:secret|access)[ _-])(?:uu|gu)?ids?(?![a-z])|\w:\/\/\S*$/i;
const camelId = /(?<!(?:ecret|ccess)[ _-]?)[a-z]Ids?(?![a-z])/;
/** In a call that makes or opens a client, in the list of a wallet's accounts, or after the name of a setting. */
const isPlaced =
  /(?:\bnew [\w.]{2,40}|client|require\(["'][\w@/.-]{2,40}["']\)|[^a-z](?:init|configure|authenticate|setup)|wallet|account|cipher|fernet|secretbox|aes\.new)\((?:[\w.]{1,30}\()?(?:\s{0,4}["'][^"'()]{0,60}["'],)?\s{0,4}b?["'`]$|accounts?["']?\s?[:=]\s?\[\s{0,4}["']$/i;
const isSetting = /(?:^|[\s"'-])[A-Z][A-Z\d]{1,20}(?:_[A-Z\d]{1,20}){1,6}=["']?$/;

export const nearKeys: Family = {
  hint: { test: (text) => findKeys(text).length > 0 },
  kinds: [{ name: "api key", pattern: run, spots: findKeys }],
};

let [asked, answered]: [string, readonly number[]] = ["", []];

function findKeys(text: string): readonly number[] {
  if (text !== asked) {
    asked = text;
    answered = listKeys(text);
  }
  return answered;
}

/** Words are passed over by their characters: a key has a digit or capitals among them. */
function listKeys(text: string): readonly number[] {
  const found: number[] = [];
  let done = 0;
  findRuns(text, { shortest: 8, signs: runSigns }, (from, end) => {
    if (from < done || !hasSign(text, from, end)) return;
    run.lastIndex = from;
    const value = run.exec(text)?.[0] ?? "";
    done = from + value.length;
    if (value !== "" && isNearKey(text, value, from)) found.push(from);
  });
  return found;
}

/** A digit, or more than one capital. */
function hasSign(text: string, from: number, end: number): boolean {
  const last = Math.min(text.length, end + 9);
  let capitals = 0;
  for (let place = from; place < last && capitals < 2; place++) {
    const code = text.charCodeAt(place);
    if (isDigit(code)) return true;
    if (code >= 65 && code <= 90) capitals++;
  }
  return capitals > 1;
}

const runSigns = listSigns("_+/~.-");

const mayBeDrawn = /\d[A-Za-z]|[A-Za-z]\d|[a-z][A-Z]{2,}[a-z]|[A-Z][a-z]{1,2}[A-Z].*[A-Z]/;

/** By the line before and after the value: as much as a sentence has. */
function isNearKey(text: string, value: string, index: number): boolean {
  // First what costs least: most values are words.
  if (!mayBeDrawn.test(value) || !looksDrawn(value)) return false;
  const before = readBefore(text, index);
  const word = findLast(before);
  const said = word < 0 ? before : before.slice(Math.max(0, word - 12));
  if (otherThing.test(said) || camelId.test(said) || publicKeyName.test(said)) return false;
  const end = index + value.length;
  const after = /^[^\r\n]*/.exec(text.slice(end, end + 60))?.[0] ?? "";
  if (after.startsWith("@") || (after.startsWith(")") && /^[0-9a-f]{40}$/.test(value) && before.endsWith("(")))
    return false;
  const isNamed =
    word >= 0 ||
    isPlaced.test(before) ||
    isSetting.test(before) ||
    namesMaker(before) ||
    (!otherThing.test(after) && (keyWord.test(after) || (value.length >= 20 && namesMaker(after.slice(0, 30)))));
  if (value.length < 14) return word >= 0 && stated.test(before.slice(word)) && /\d/.test(value);
  if (isNamed) return true;
  const isLone =
    !besideLine.test(text.slice(Math.max(0, index - 90), index)) && !besideLine.test(text.slice(end, end + 90));
  return isSurelyDrawn(value, before, after, isLone);
}

/** After a key's word, in a sentence or as a label: the value itself, however short. */
const stated =
  /^[^.!?\n]{3,40}(?:[:：=—–-]|\s(?:is|ist|lautet|est|es|è|é|to|jest|är|er|on|это)|[は是는])\s{0,2}["'`]?$/u;

const keyWords = foldCase(new RegExp(keyWord, "giu"));

function findLast(text: string): number {
  return [...text.matchAll(keyWords)].at(-1)?.index ?? -1;
}

function looksDrawn(value: string): boolean {
  if ((/[/.]/.test(value) && value.length <= 30) || /^0x[0-9a-f]{0,40}(?![0-9a-f])|\d{4}-\d\d-\d\d/i.test(value))
    return false;
  if (!isRandom(value) || isPlaceholder(value) || isMasked(value) || isCode(value) || isMethodName(value)) return false;
  const words = value.split(/[^A-Za-z]|(?<=[a-z])(?=[A-Z])/).filter((part) => part.length >= 4);
  return words.length < 2 || countCommonPairs(words.join(" ")).share < 0.5;
}

/** A value at the beginning of its line belongs to the line above, if that ends in a colon or is a command. */
function readBefore(text: string, index: number): string {
  const near = text.slice(Math.max(0, index - 160), index);
  const line = near.slice(near.lastIndexOf("\n") + 1).slice(-100);
  if (!/^[\s`>*"'-]*$/.test(line)) return line;
  return (
    /[^\n]{0,120}(?:[:：]\**|(?<=^|\n)[$>%] [^\n]{1,120})\s{0,8}(?:```\w*\s{1,8})?$/.exec(
      near.slice(0, near.length - line.length),
    )?.[0] ?? ""
  );
}

/** Among the last words before the value. */
function namesMaker(before: string): boolean {
  const near = before.slice(-80).replace(/-D(?=[a-z])/g, " ");
  const parts = near.replace(/([a-z])([A-Z])|(?<=[a-z])(?=(?:search|client|sdk)\b)/g, "$1 $2");
  const words = `${near} ${parts}`.toLowerCase().split(/[^a-z0-9]+/);
  return words.some((word, place) => {
    const [next = "", third = ""] = words.slice(place + 1, place + 3);
    return makers.has(word) || makers.has(word + next) || makers.has(word + next + third);
  });
}

/** A line that is as packed as this one, above it or below. */
const besideLine = /-----\s*$|(?:^|\n)[\s"'`+,]*[\w+/=-]{20,}["'`+,\\n]{0,4}\s*(?:\n|$)/;

/** Capitals, small letters and digits in turn as in no identifier and no path of a drawing. */
function isSurelyDrawn(value: string, before: string, after: string, isLone: boolean): boolean {
  if (value.length < 20 || value.length > 60 || /[/.]/.test(value) || /^[a-z]{2,12}[_-]/.test(value)) return false;
  // Lines of a longer text in base64.
  if ((/^[\s"'`+,]*$/.test(before + after) && !isLone) || (value.match(/\d/g)?.length ?? 0) < 2) return false;
  const changes = value.match(/[a-z](?=[A-Z0-9])|[A-Z](?=[a-z0-9])|\d(?=[A-Za-z])/g)?.length ?? 0;
  const letters = value.match(/[A-Za-z]/g)?.length ?? 0;
  return changes / value.length >= 0.37 && letters / value.length > 0.6 && /[a-z]/.test(value) && /[A-Z]/.test(value);
}
