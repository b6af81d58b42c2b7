/** Decides whether the value beside a label is the secret itself. */

import { describesSecret } from "./describing-words.js";
import { foldCase } from "./fold-case.js";
import type { SecretMatch } from "./kind.js";
import {
  isCode,
  isFollowedByUnit,
  isMasked,
  isMethodName,
  isPlaceholder,
  isRandom,
  isStrangeWord,
} from "./likeness.js";
import { isListedWord, isOrdinaryWord } from "./ordinary-words.js";
import { countCommonPairs, isMadeOfWords } from "./pairs.js";
import { drawnWords, passwordWords } from "./words.js";

/** Endings of names that are about a secret but don't contain one. */
const about: ReadonlySet<string> = new Set(
  (
    "count counts limit limits budget usage type types length len size id ids name names url uri link endpoint path paths file files filename field fields hint policy " +
    "reset expires expiry expiration expired expire ttl at age min max label placeholder required strength re regex regexp pattern error errors message " +
    "prompt version arn ref cost price per izer izers ized ization ize izing ary ly manager provider service index position offset class address " +
    "symbol contract algorithm alg method enabled input validation valid validator attempts env var variable param params parameter header headers rotation store scheme schema mode source " +
    "status state format prefix suffix icon rules rule generator changed updated created date time bucket kind scope scopes audience issuer handler helper helpers " +
    "template text title description dir directory folder location host port region selector button form page view screen component " +
    "hash hashed digest checksum fingerprint thumbprint callback listener event action exists is has visible visibility show hide toggle confirmation confirm mismatch " +
    "keyword keywords words list map table column columns row query sql spec config configuration options settings namespace group role roles owner user username email client permission permissions"
  ).split(" "),
);
/** Whether a word after the secret's name says that something about it follows, not itself. */
export function isAboutSecret(word: string): boolean {
  return about.has(word.toLowerCase());
}

const aboutWords =
  "max|min|num|total|prompt|completion|input|output|next|page|cursor|continuation|sync|public|pub|special|pad|eos|bos|unk|stop|n|forgot|reset|change|show|hide|is|has|no|without|invalid|wrong|missing|csrf";
const aboutBefore = new RegExp(`(?:^|[^A-Za-z])(?:${aboutWords})[_-]?$`, "i");
const aboutBeforeCamel =
  /[a-z](?:Max|Min|Page|Next|Cursor|Public)$|(?:^|[^A-Za-z])(?:is|has|show|hide|forgot|reset|change|validate|check|verify|encrypt|decrypt|compare|public|next|max|min)$/;

function holdsSecretName({ lead, rest, before }: SecretMatch): boolean {
  const name = /^[^\s"'`:=,(<>|]*/.exec(rest)?.[0] ?? "";
  const parts = name
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z]+/);
  if (/\d:$|:\d{12}:\w*$|manager:$/.test(before)) return false;
  // The end of a sentence in quotes, and another text after it.
  if (/^[^=:(]*["'`]\s?,/.test(lead) && !/["'`][\w$.:#=[-]*$/.test(before)) return false;
  return (
    !parts.some((part) => about.has(part)) &&
    (/^auth/i.test(lead) || !aboutBefore.test(before)) &&
    !aboutBeforeCamel.test(before)
  );
}

const secretWord = new RegExp(`(?:${passwordWords}|secret|token|apikey|credential)`, "i");

const endsInQuote = /["'`]$/;
/** A call between operator and literal: what is in it may be the name of a field, a message or the secret. */
const insideCall = /[\w.$]\s?\(\s{0,4}(?:["'][\w.-]{1,40}["'],\s?)?[a-z@$%]{0,2}["'`]+$/i;
const constructors =
  /(?:Some|String(?:::\w+)?|Secret\w*(?:::|\.)\w+|Password\w*(?:::|\.)\w+|from|byte|Text|Literal|SecretString|SecretStr|str|bytes|Buffer\.from|SecureString|b64decode|base64_decode|decode|encode|quote|set\w*|with\w*|password|token|secret|Value|Default)\s?\(\s{0,4}[a-z@$%]{0,2}["'`]+$/i;

/** Literals that are joined in code are one value. */
function joinLiterals(secret: string): string {
  return secret.replace(/["'`]\s{0,4}[+.&]\s{0,12}["'`]/g, "");
}

export function isPasswordValue(found: SecretMatch): boolean {
  const { lead } = found;
  const secret = joinLiterals(found.secret);
  // `${NAME:?message}` of a shell.
  if (/\$\{\w*$/.test(found.before) && secret.startsWith("?")) return false;
  // Another field follows, not a value.
  if (/,\s*["'`]$/.test(lead) && /^["'`]\s?:/.test(found.after)) return false;
  if (labelItself.test(secret) || /,\s*\n\s*["'`]$/.test(lead)) return false;
  if (!holdsSecretName(found) || isPlaceholder(secret) || isElsewhere(found)) return false;
  if (/[\w$.\])]\($/.test(secret) || /\s/.test(secret)) return isPassphrase(found) || isPhraseOfLine(found);
  const inQuotes = endsInQuote.test(lead) || isQuotedWithName(found);
  if (
    !inQuotes &&
    ((isCode(secret) && !besideFields.test(found.before) && !isDottedSetting(found)) || /^[:@&]\w+;?$/.test(secret))
  )
    return false;
  if (insideCall.test(lead) && !constructors.test(lead)) return isDrawnLike(secret);
  if (/^\p{L}[\p{L}_'’/-]*$/u.test(secret)) return isWordPassword(found, secret, inQuotes);
  if (/^\d+$/.test(secret)) return secret.length >= 4 && !isFollowedByUnit(found.after) && !/,\s*$/.test(lead);
  return (
    secret.length >= 4 &&
    !isMethodName(secret) &&
    !/^[:=(]/.test(found.after) &&
    !/^required|^nullable|^min:|^#[0-9a-f]{3,8}$/.test(secret) &&
    !isNameOfSecret(secret)
  );
}

/** `-e "DB_PASSWORD=…"` */
function isQuotedWithName({ lead, before, after }: SecretMatch): boolean {
  const quote = /["'](?=[\w.-]*$)/.exec(before)?.[0] ?? "";
  return quote !== "" && /=$/.test(lead) && after.startsWith(quote);
}

/** `PWD` is a folder, `password: https…` a page about passwords, `htpasswd: 13.0.3` a package, `/[a-z]+/g` a pattern. */
function isElsewhere({ secret, lead }: SecretMatch): boolean {
  return (
    /^[v^~<>=]{0,2}\d+(?:\.(?:\d+|x|\*)){1,3}(?:[-+][\w.-]+)?$/.test(secret) ||
    /^\/.*[\]+*?$)}|].*\/[dgimsuvy]{0,8}[,;]?$/.test(secret) ||
    /^[a-z][a-z+.-]*:\/\//i.test(secret) ||
    (/^(?:\.{0,2}\/|~\/|[A-Za-z]:\\)[\w .@-]+[\\/]/.test(secret) && !isRandom(secret)) ||
    (/^(?:old)?pwd/i.test(lead) && /^(?:\/|~|[A-Za-z]:\\)/.test(secret))
  );
}

/** Several words are a passphrase if the name says so; otherwise only if one of them looks random. */
function isPassphrase({ secret, lead }: SecretMatch): boolean {
  const words = secret.split(/\s+/);
  if (/^[a-z]{4}(?: [a-z]{4}){3}$/.test(secret)) return !words.every(isOrdinaryWord);
  if (/phrase/i.test(lead)) return words.length >= 3 && !/\b(?:the|is|must|your|not)\b/.test(secret);
  if (words.some((word) => isOrdinaryWord(word) && /^[\p{L}'’]+$/u.test(word))) return false;
  return words.length <= 6 && words.some((word) => isRandom(word) || /\d[a-z]|[a-z]\d|\p{L}[@#$%^&*+]/iu.test(word));
}

/** `storePassword=maple.harbor27` or `wifi_password: Maple.Harbor` in a line of its own. */
function isDottedSetting(found: SecretMatch): boolean {
  const { lead, before, secret } = found;
  const isSetting = /^\w+=$/.test(lead) && /^\p{Ll}{3,}\.\p{Ll}{3,}\d{2,4}$/u.test(secret);
  const isNamed =
    /^\w+: $/.test(lead) &&
    /(?:^|[\r\n])[ \t]*\w*[a-z]_$/.test(before) &&
    /^\p{Lu}\p{Ll}{3,}\.\p{Lu}\p{Ll}{3,}$/u.test(secret);
  return (isSetting || (isNamed && !typeName.test(secret))) && hasOwnLine(found);
}

/** Fields of a connection string, which contains no code. */
const besideFields = /(?:server|source|database|catalog|host|user(?: ?id)?|uid)\s?=[^;\n]{1,60};\s?$/i;

/** Whether the line has only a name before the value and no text after it: in a settings file, an element, or JSON. */
function hasOwnLine({ before, after }: SecretMatch): boolean {
  return (
    /(?:^|[\r\n>{,(])\s*(?:[-#;] ?|export )?["']?[\w.:-]*$/.test(before) &&
    /^["']?\s*(?:$|[\r\n]|<\/|[},]|\s[#;])/.test(after)
  );
}

/** A literal as code and data hold it: after an operator or a bracket, before the end of a statement or a field. */
function isLiteral({ lead, after }: SecretMatch): boolean {
  return /[=:(,>][\s\\]*["'`]$/.test(lead) && /^\\?["'`]\s*(?:$|[\r\n;,)}\]/>|.]|[\w-]+\s?=)/.test(after);
}

/** Words in small letters that no form, message or sentence about passwords has. */
function isPhraseOfLine(found: SecretMatch): boolean {
  const { secret } = found;
  if (secret.length < 6 || secret.length > 60 || !(hasOwnLine(found) || isLiteral(found))) return false;
  return /^[\p{Ll}\d][\p{Ll}\d'!#?-]*(?: [\p{Ll}\d][\p{Ll}\d'!#?-]*){1,6}$/u.test(secret) && !ofForm.test(secret);
}

const ofForm = foldCase(
  /(?<!\p{L})(?:\p{L}*(?:passw|secret|token|kennw|contrase|парол)\p{L}*(?= (?!\p{L}+$))|passw\p{L}*|enter|your|please|must|required|invalid|forgot|wrong|incorrect|least|characters?|account|e?mail|is|are|was|should|will|can(?:not)?|for|of|to|if|or|string|number|text|value|optional|change|reset|new|unchanged|since|until|unknown|same|see|as|only|you|they|dein|ihr|votre|ваш|su|tu)(?!\p{L})/iu,
);

/** `ADMIN_PASSWORD: shipment`: on a line of its own beside a name of several parts, any word but a few is the password. */
function isWordOfLine(found: SecretMatch, secret: string): boolean {
  if (!hasOwnLine(found) || !/^[\p{Ll}\d]+(?:[-_][\p{Ll}\d]+)*$/u.test(secret) || /[},]/.test(found.after.slice(0, 3)))
    return false;
  const isPart = /[A-Za-z][_.-]?$/.test(found.before) || /^[A-Za-z]+[_.-]\w/.test(found.lead);
  return (
    secret.length >= 5 &&
    isPart &&
    !isListedWord(secret.replace(/[-_]/g, "")) &&
    !/^(?:\p{L}+[_-])?passw\p{L}*$/u.test(secret)
  );
}

/** `db_password`, `user.token`, `MY_SECRET`: the name of a secret, not one. */
function isNameOfSecret(value: string): boolean {
  return /^[A-Za-z]+(?:[-_.][A-Za-z]+)+\d{0,2}$/.test(value) && secretWord.test(value) && isMadeOfWords(value);
}

/** A single word may be a password where little else is likely: in quotes, in a settings file, at the end of a line. */
function isWordPassword(found: SecretMatch, secret: string, inQuotes: boolean): boolean {
  const { lead, after, before } = found;
  if (/\$\{[\w.-]*$/.test(before)) return /:-?$/.test(lead) && after.startsWith("}") && !isListedWord(secret);
  if (isWordOfLine(found, secret)) return true;
  if (secret.length < 4 || isListedWord(secret) || isNameOfSecret(secret)) return false;
  if (/-\p{L}+-/u.test(secret) && isStrangeWord(secret)) return true;
  if (inQuotes) return isQuotedWord(lead, before, secret);
  if (/^[-/]/.test(lead)) return !isListedWord(secret);
  if (isSettingsLine(lead, before)) return !/^\p{L}+$/u.test(secret) || !secretWord.test(secret) || secret.length > 9;
  if (describesSecret(lead, secret)) return false;
  if (isUnspeakable(secret)) return true;
  if (isIdentifier(secret, lead, before) || secretWord.test(secret)) return false;
  if (/[\r\n]/.test(lead)) return secret.length >= 6 && /^\s*(?:$|[\r\n])/.test(after);
  // Without a space it is neither a sentence nor, if it is long, a variable.
  if (secret.length >= 6 && /\w=$/.test(lead) && !/^[\w([.]/.test(after)) return true;
  if (secret.length >= 6 && /[:：]\s+[*_]{0,2}$/.test(lead) && sentenceGoesOn.test(after)) return true;
  return /^\s?[.!)?}\]]{0,2}["'*]*(?:\s*$|\s*[\r\n]|[,;&]\s?[\w.-]{1,40}\s?[=:]|;|<|\s+(?:[#;]|\/\/)|\s--?\w)/.test(
    after,
  );
}

/** The name of a variable or a type. On a line of its own without spaces a setting is more likely. */
function isIdentifier(secret: string, lead: string, before: string): boolean {
  if (!/=/.test(lead) || !/_|\p{Ll}\p{Lu}/u.test(secret)) return false;
  if (/^\p{Lu}/u.test(secret) && !/_/.test(secret)) return typeName.test(secret);
  return !/^[\w.-]+=$/.test(lead) || !/(?:^|[\r\n])[\w.-]*$/.test(before);
}

const typeName =
  /(?:Type|Field|String|Str|Schema|Input|Value|Provider|Service|Handler|Model|Config|Options?|Props|Request|Response|Error|Event|Enum|Kind|Text|Source|Store|Manager|Factory|Builder|Encoder|Validator|Hasher|Data|Info|Id|Ref|Column|Parser|Box|Widget|View)$/;

/** After an operator any word is a password; after a bracket or a space only where nothing else is likely. */
function isQuotedWord(lead: string, before: string, secret: string): boolean {
  if (/\w,\s*["'`]$/.test(lead)) return false;
  if (/[=:：→>-]\s*[@$bruflnBRUFLN]{0,2}["'`]+$|["'`]\s?,\s*["'`]$/.test(lead)) return true;
  if (/[=:].*\(\s*[a-z@$]{0,2}["'`]+$/i.test(lead) && constructors.test(lead)) return true;
  if (/\(\s*["'`]+$/.test(lead)) return (/^[a-z]+\(/i.test(lead) && sets.test(before)) || /^[A-Z]+\(/.test(lead);
  return secret.length >= 5 && !isOrdinaryWord(secret);
}

/** A call that takes the value it is named after. */
const sets =
  /(?:set|with|use|add)_?\w*$|\.(?!get|is|has|check|find|fetch|verify|validate|read|prompt|ask|load|reset|forgot|confirm|delete|remove|change)\w{0,20}$/i;

/** Words that join a second sentence to the first. */
const sentenceGoesOn =
  /^[,;.]?\s(?:and|but|for|on|so|then|please|until|if|or|thanks|und|aber|für|bitte|et|mais|pour|y|pero|para|e|ma|per|i|ale|dla|en|voor|и|но|для)\s|^[.,]?\s(?:thanks?|thx|pls|please|merci|gracias|danke|bitte|спасибо|дякую|teşekkürler|obrigad[oa]|grazie|dziękuję|tack|děkuji|\()/i;

/** `DB_PASSWORD=…`: upper case, no space. */
function isSettingsLine(lead: string, before: string): boolean {
  return /^[A-Z0-9_]+=$/.test(lead) && !/[a-z]$/.test(before);
}

/** Several names of secrets, one after the other. */
const labelItself = new RegExp(`^(?:${passwordWords}|${drawnWords})$`, "i");

export function isDrawnValue(found: SecretMatch): boolean {
  const { lead } = found;
  const secret = joinLiterals(found.secret);
  if (labelItself.test(secret) || /^base(?:32|58|64)/i.test(secret)) return false;
  if (!holdsSecretName(found) || isPlaceholder(secret) || isElsewhere(found)) return false;
  if (/\s/.test(secret)) return isManyWords(secret) || (isMadeUpName(found) && isPhraseOfLine(found));
  if (!endsInQuote.test(lead) && isCode(secret)) return false;
  if (isNameOfSecret(secret) || isMasked(secret)) return false;
  if (isSettingsLine(lead, found.before))
    return (
      secret.length >= 6 &&
      !(/SECRET/.test(lead) ? isListedWord(secret) : isOrdinaryWord(secret)) &&
      !/^\d{1,11}$/.test(secret) &&
      !isMethodName(secret) &&
      (!isMadeOfWords(secret) ||
        (/\d/.test(secret) &&
          (/[!@#$%^&*?]/.test(secret) || (/(?:SECRET|TOKEN|KEY)=$/i.test(lead) && secret.length >= 12))) ||
        (/SECRET(?:_KEY)?=$/.test(lead) && secret.length >= 8 && /^[a-z]+(?:-[a-z]+)*$/.test(secret)))
    );
  if (/^(?:[th]?otp|authenticator)/i.test(lead) && /^(?=.*[2-7])[A-Z2-7]{16,128}={0,6}$/.test(secret)) return true;
  if (isWordSecret(found)) return true;
  if (/^[th]?otp/i.test(lead) && /^\d{6,8}$/.test(secret)) return true;
  if (/^\d+$/.test(secret)) return secret.length >= 15 && secret.length <= 40 && /[=:>@("'`]\s*["'`]?$/.test(lead);
  return isDrawnLike(secret);
}

/** `JWT_SECRET = "…"`: a secret that people made up themselves, from words and a number. */
function isWordSecret(found: SecretMatch): boolean {
  const { secret, lead, before } = found;
  const isMadeUp = isMadeUpName(found);
  if (isMadeUp && endsInQuote.test(lead) && /^(?=.{8,60}$)[A-Za-z]+(?:-[a-z]+)*$/.test(secret))
    return !isOrdinaryWord(secret) && !secretWord.test(secret);
  if (secret.length < 8 || isMethodName(secret)) return false;
  if (isMadeUp && hasOwnLine(found) && /^[a-z\d]+(?:[-_!][a-z\d]+){0,6}$/.test(secret)) return !isListedWord(secret);
  const isCertain =
    isMadeUp || /=$/.test(lead) || /[a-z][_.-]?$/i.test(before) || !/^(?:token|auth|key)s?["']?\s?[=:]/i.test(lead);
  return (
    isCertain &&
    (assigned.test(lead) || /(?:ENV|setenv|setx)\s+[\w.-]*$/.test(before)) &&
    /^(?!.*\d\.\d)(?=.*[a-z]{3}.*\d)[A-Za-z\d]+(?:[-_!][A-Za-z\d]+)+$/.test(secret)
  );
}

/** After an operator, or as a flag's value. */
const assigned = /[=:>,(]\s*["'`]?$|^-/;

function isMadeUpName({ lead, before }: SecretMatch): boolean {
  return madeUpSecret.test(before + lead);
}

const madeUpSecret =
  /(?:(?:jwt|api|client|app|session|shared|signing|cookie|auth|hook|hmac|oauth|consumer|token)[_.-]?|(?:^|[\r\n{,($]|\b(?:const|let|var|export|set|string) )\s*["']?|<|["']\s)secret(?:(?:_?or)?_?key)?(?:_base)?["'\]]{0,2}\s?(?::|=|:=|=>)\s?["'`]?$/i;

/** Random words of a key that was split, or the salts of a content manager: with signs that no sentence has. */
function isManyWords(secret: string): boolean {
  if (secret.length > 40 && secret.split(/\s+/).every((word) => word.length > 15 && isRandom(word))) return true;
  return (
    secret.length >= 40 &&
    (secret.match(/[!@#$%^&*+=~|<>{}[\]]/g)?.length ?? 0) >= 8 &&
    !/[a-z]{4,} [a-z]{3,} [a-z]{3,}/.test(secret)
  );
}

function isDrawnLike(secret: string): boolean {
  return isRandom(secret) || isMixedValue(secret) || isUnspeakable(secret);
}

/** A short value with a digit among letters or an unusual sign. */
function isMixedValue(value: string): boolean {
  return (
    value.length >= 6 &&
    value.length < 20 &&
    !isMethodName(value) &&
    !isMadeOfWords(value) &&
    /[a-z]/i.test(value) &&
    ((/\d[a-z]/i.test(value) && /[a-z]\d/i.test(value)) || (/\d/.test(value) && /[!@#%^&*+~]/.test(value)))
  );
}

/** Letters alone, as no language joins them. */
function isUnspeakable(value: string): boolean {
  if (!/^[A-Za-z0-9+/=_-]{10,}$/.test(value)) return false;
  const { pairs, share } = countCommonPairs(value);
  return pairs >= 6 && share < 0.45 && new Set(value).size >= 6 && !/^[A-Z0-9_]+$/.test(value);
}

export const publicKeyName =
  /(?:cache|public|pub|site|primary|foreign|sort|partition|hash|range|index|lookup|map|dict|group|object|s3|i18n|translation|unique|composite|natural|surrogate|item|row|column|idempotency|dedup|shard|config|setting|query|param|react|data|meta|file|storage|session_?id|issue|jira|project|host|registry|menu|hot|short|arrow|func|mon|tur|don|joc|hoc|whis|ker|known|host)[_.-]?keys?/i;

/** In the settings of a program that signs or encrypts. */
const signs = /(?:jwt|signing|encryption)\w{0,12}["']?\s?[:=]?\s?\{[^{}]*$/i;

/** A value beside a name that ends in `key`: long and drawn, as neither a hash nor an id is called a key. */
export function isKeyValue({ secret, lead, before }: SecretMatch): boolean {
  const name = /^[\w.-]*/.exec(lead)?.[0] ?? "";
  const isLongKey = /^(?:primary|secondary)/i.test(name) && /^(?:[\w+/-]{43}=|[\w+/-]{86}==)$/.test(secret);
  if ((publicKeyName.test(name) && !isLongKey) || /public|ssh-(?:rsa|ed)/i.test(before)) return false;
  if (isPlaceholder(secret) || secret.length < 16 || secret.length > 300 || !/^[\w+/=~.-]+$/.test(secret)) return false;
  if (signs.test(before) && /\d/.test(secret)) return true;
  if (/^[\w-]+(?:\.[\w-]+){2,}$/.test(secret) || isMadeOfWords(secret)) return false;
  return (
    isRandom(secret) &&
    /\d/.test(secret) &&
    /[a-z]/i.test(secret) &&
    !/^[a-z]+[-_:]/.test(secret) &&
    /^[\w-]*[A-Za-z]{2,}[\w.-]*key/i.test(name)
  );
}
