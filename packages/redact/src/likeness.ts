/** Guesses what a value is: a random secret, a placeholder, code, or a word. */
import { countCommonPairs, isMadeOfWords } from "./pairs.js";

/** Whether letters and digits alternate as in no word. Dates, links, paths and versions don't count. */
export function isRandom(value: string): boolean {
  if (value.length < 8) return false;
  const plain = value.replace(/[^A-Za-z0-9]/g, "");
  if (plain.length < 6) return false;
  const changes = countMatches(plain, /[A-Za-z](?=\d)|\d(?=[A-Za-z])/g);
  // First what costs least: most values are words.
  if (changes < 2 && plain.length < 16) return false;
  if (isMasked(value) || isKnownForm(value) || isMadeOfWords(value)) return false;
  if (changes >= 2 && changes / plain.length >= 0.08 && countDistinct(plain) >= 6) return true;
  if (plain.length < 16) return false;
  const shouted = countMatches(plain, /[a-z][A-Z]{2,}(?=[a-z])/g);
  const unspeakable = countMatches(plain, /[bcdfghjklmnpqrstvwxz]{5,}/gi);
  if (shouted + unspeakable >= 2) return true;
  const { pairs, share } = countCommonPairs(plain);
  return pairs >= 12 && share < 0.42 && countDistinct(plain) >= 8;
}

function countMatches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

function countDistinct(text: string): number {
  return new Set(text).size;
}

/** Most of them are the number of a thing. */
export function isUuid(value: string): boolean {
  return /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(value);
}

/** Public values with digits: links, paths, dates, addresses, versions, hashes. */
function isKnownForm(value: string): boolean {
  return (
    /^[a-z][a-z0-9+.-]{1,12}:\/\//i.test(value) ||
    isFilePath(value) ||
    /^\d{4}-\d\d-\d\d(?:[T ][\d:.]+(?:Z|[+-][\d:]+)?)?$/.test(value) ||
    /^[\w.+-]+@[\w-]+\.[\w.]+$/.test(value) ||
    /^v?\d+(?:\.\d+)+(?:-[a-z]+[.\d]*|-(?:0\.)?\d{14}-[0-9a-f]{12})?$/.test(value) ||
    /^(?:sha\d{1,3}[:-]|md5[:-]|clew:|urn:|arn:|0x[0-9a-f]{40}$)/i.test(value)
  );
}

/** Base64 may begin with a slash, too. */
function isFilePath(value: string): boolean {
  if (!/^(?:\.{0,2}\/|~\/|[A-Za-z]:\\)[\w .@-]+[\\/]/.test(value)) return false;
  return value.split(/[\\/]/).every((part) => part.length < 16 || !isRandom(part));
}

export function isMasked(value: string): boolean {
  return /\*{3}|x{4}|X{4}|\.{3}|…|•{2}|●{2}|_{4}|#{4}|0{12}|\[redacted/.test(value);
}

const template =
  /^(?:<|\$\{|\$\(|\$[A-Za-z_]+$|\$[A-Z][A-Z0-9_]*$|\{\{|\{(?!noop\})[\w. ]*\}|%[\w]+%|%env\(|%\(|@{1,2}[\w.]+@|#\{|\[\[\s?[\w .-]*\]|\[[A-Za-z_ -]*\]?$|__\w+__$)/;
const reference =
  /^(?:process\.env|os\.(?:environ|getenv)|import\.meta|(?:env|envs|secrets|vars|config|cfg|settings|options|opts|args|params|props|request|req|res|response|self|this|ctx|context|data|body|form|user|account|credentials|input|state|event|payload|session|local|module|vault)(?:\.|\[|->|::)|ENV\[|getenv|System\.|vault:|(?:env|file|fd|stdin):|secretref|secretKeyRef|arn:|ref\+|op:\/\/|file:\/\/|https?:\/\/|keychain:|!(?:ref|sub|secret|vault|env)\b)/i;
const standIn =
  /^(?:your[-_ ]?(?:own[-_ ])?|my[-_ ](?=[\w -]*[a-z]$))(?:\w+[-_ ]){0,3}(?:pass\w*|secret|token|key|pin|here|value)|^(?:your|insert|enter|example|placeholder|dummy|sample|redacted|change[-_]?me|change[-_]?this|replace|todo|fixme|tbd|removed|hidden|masked|fake|none|null|nil|test)(?:[-_ .!]|$)/i;

/** Whether the value stands for the secret, or refers to its place. */
export function isPlaceholder(value: string): boolean {
  const bare = value.replace(/^["'`*_(]+|["'`*_),;]+$/g, "");
  if (bare === "" || bare.length < 2) return true;
  return (
    isMasked(value) ||
    template.test(bare) ||
    reference.test(bare) ||
    standIn.test(bare) ||
    /^\([\p{L} ]+\)?$/u.test(value) ||
    /^[A-Z]+_?(?:PASS(?:WORD)?|SECRET|TOKEN|KEY)$|^PASS(?:WORD)?$/.test(bare)
  );
}

const call = /^(?:await |new |\(|!)?[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*|::\w+|->\w+)*(?:<[\w, ]*>)?[([]/;
const chain = /^[A-Za-z_$][\w$]*(?:(?:\??\.|::|->)[A-Za-z_$][\w$]*)+[;,)!?]*$/;
const types =
  /^(?:string|str|text|bytes?|number|boolean|bool|int|integer|char|varchar|String|Option|Optional|Secret(?:Str|String)|any|unknown|never|object)\b/;

/** `Harbor.Kettle43`: two words and a number, as people make passwords and no program names its members. */
const joinedWords =
  /^\p{Lu}\p{Ll}{2,}\.(?!(?:Int|Uint|Float|Vec|Mat|Utf|Sha|Base|Crc)\d)\p{Lu}\p{Ll}{2,}\d{2,4}[.,;!?)]*$/u;

/** Whether the value is code: a call, a member access or a type. */
export function isCode(value: string): boolean {
  if (types.test(value)) return true;
  if (joinedWords.test(value)) return false;
  return (call.test(value) || chain.test(value)) && !value.split(/[^A-Za-z0-9]/).some(isRandom);
}

/** Names of algorithms and methods of authentication. */
export function isMethodName(value: string): boolean {
  return /^(?:sha-?\d|md5|base\d\d|utf-?\d|bcrypt|argon|scrypt|pbkdf2|hmac|aes|rsa|rs\d{3}|hs\d{3}|es\d{3}|oauth|oidc|saml|2fa|mfa|totp|jwt|1password|web3|(?:win|windows|firefox|chrome|node|python|ubuntu|android|office)\d\d|ipv\d|http2?|wpa\d|\d+(?:st|nd|rd|th|x|px|bits?|ms|s|d|h|m|days?|chars?|%)?$)/i.test(
    value,
  );
}

/** A number before these words is a quantity. */
export function isFollowedByUnit(after: string): boolean {
  return /^[-\s]{0,2}(?:characters?|chars?|digits?|letters?|days?|times?|users?|attempts?|bits?|years?|months?|zeichen|caract|символ)/i.test(
    after,
  );
}

/** Not a word of a language: a digit or a sign among letters, capitals in the middle, many hyphens. */
export function isStrangeWord(value: string): boolean {
  const bare = value.replace(/^[(*_]+|[.,;:!?)\]}*_]+$/g, "");
  if (bare.length < 4 || isMasked(bare) || isPlaceholder(bare) || isMethodName(bare)) return false;
  if (/^[a-z]+:\/\/|\(|^[\w.+-]+@[\w-]+\.\w+$/i.test(bare)) return false;
  if (/\p{L}/u.test(bare))
    return (
      /\d|[@#$%^&*+=_~]|\p{L}!\p{L}|\p{Ll}\p{Lu}\p{Lu}|(?:-\p{L}+){3}|^\p{L}{4,}(?:-\p{L}{4,}){2}$/u.test(bare) &&
      !/^\p{L}+-\d$/u.test(bare)
    );
  return /^\d{4,}$/.test(bare) || (bare.length >= 6 && /\d/.test(bare) && !/^[\d.,:/%-]+$/.test(bare));
}

/** Letters and digits together, as in no word, date, version, name of a file or number of an issue. */
export function isMixedWord(value: string): boolean {
  const bare = value.replace(/^[(*_]+|[.,;:!?)\]}*_]+$/g, "");
  if (bare.length < 6 || !/\p{L}/u.test(bare) || !/\d/.test(bare) || !isStrangeWord(bare)) return false;
  return !/^[A-Z]{2,10}-\d+$|^v?\d+(?:\.\d+)+|^\w+\.[a-z]{2,4}$|^\d+[-\p{L}]+$|^[\w.-]+\.(?:com|org|net|io|dev)\b|\//u.test(
    bare,
  );
}
