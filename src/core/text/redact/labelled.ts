import type { Family, Kind, SecretMatch } from "./kind.js";
import {
  isCode,
  isFollowedByUnit,
  isMasked,
  isMethodName,
  isOrdinaryWord,
  isPlaceholder,
  isRandom,
} from "./likeness.js";
import { drawnWords, passwordWords } from "./words.js";

/** The end of a name after its secret word, a closing quote or bracket, and the separator before the value. */
const rest = "(?<rest>[\\w-]{0,30})";
const closed = "\\\\{0,3}[\"'`*]{0,3}\\]?\\)?";
const quoted = "[bruf$@]?(?<quote>\\\\{0,3}[\"'`])";
const inQuotes = "(?<secret>(?:(?!\\k<quote>)(?:\\\\[^\\r\\n]|[^\\\\\\r\\n])){1,2000})";
const unquoted =
  "(?<secret>(?!=)(?:[^\\s\"'`<>,;&|\\\\]|[,;&|](?![\\s\"'`]|[\\w.-]{1,40} ?[=:]|$)|<(?![/a-zA-Z])|\\\\(?![nrt\"'])){1,2000})";

/** A name with a value, as files, programs, forms and messages write it. */
function makeLabelledKinds(name: string, words: string, check: (found: SecretMatch) => boolean): readonly Kind[] {
  const row = (hint: RegExp, pattern: string): Kind => ({ name, hint, pattern: new RegExp(pattern, "gi"), check });
  return [
    row(
      /[:=：,]>?\s{0,4}[bruf$@]?\\{0,3}["'`]/i,
      `(?<lead>(?:${words})${rest}${closed}\\s{0,4}(?:[:=]={0,2}|:=|=>|：|["'\`]\\s?,|,(?=\\s?["'\`]))\\s{0,4}${quoted})${inQuotes}`,
    ),
    row(/[:=：]/, `(?<lead>(?:${words})${rest}${closed}\\s{0,4}(?::=|[:=：](?![:=>]))\\s{0,4}[*]{0,2})${unquoted}`),
    row(
      /(?<![\w-])-[\w-]/,
      `(?<lead>(?<![\\w-])--?[\\w-]{0,30}(?:${words})${rest}[ =]["']?)(?<secret>(?!-)[^\\s"']{1,2000})`,
    ),
    row(
      /<\/|\]\]>/,
      `(?<lead><[\\w:.-]{0,30}(?:${words})${rest}>\\s{0,4}(?:<!\\[CDATA\\[)?)(?<secret>[^<>\\s][^<>\\]]{0,2000})(?=</|\\]\\]>)`,
    ),
    row(
      /(?:value|content)\s?=/i,
      `(?<lead>(?:${words})${rest}["']\\s{1,4}(?:value|content|defaultValue)\\s?=\\s?["'])(?<secret>[^"'\\r\\n]{1,2000})`,
    ),
  ];
}

export const labelledPasswords: Family = {
  hint: new RegExp(passwordWords, "i"),
  kinds: [
    {
      name: "password",
      hint: /\blogin\s/,
      pattern: /(?<lead>\blogin\s{1,4}\S{1,80}\s{1,4}password\s{1,4})(?<secret>\S{1,200})/g,
      check: ({ secret }) => !isPlaceholder(secret) && !isOrdinaryWord(secret),
    },
    ...makeLabelledKinds("password", passwordWords, isPasswordValue),
  ],
};

export const labelledKeys: Family = {
  hint: new RegExp(drawnWords, "i"),
  kinds: makeLabelledKinds("secret", drawnWords, isDrawnValue),
};

/** HTTP headers that identify the sender. */
export const headers: Family = {
  hint: /authorization|bearer|basic[ :]|cookie/i,
  kinds: [
    {
      name: "authorization",
      pattern:
        /(?<lead>authorization\\{0,3}["']?\s{0,3}[:=,]\s{0,3}\\{0,3}[bf]?["'`]?(?:(?:bearer|basic|token|digest|apikey|bot|negotiate|aws4-hmac-sha256)\s{1,3})?)(?<secret>[^\s"'`\\<>,;]{6,8000})/gi,
      check: ({ secret, lead }) =>
        !isPlaceholder(secret) &&
        !isCode(secret) &&
        (/\s$/.test(lead) || isRandom(secret)) &&
        !/^(?:bearer|basic|required|header|token|code)$/i.test(secret),
    },
    {
      name: "authorization",
      pattern: /(?<lead>(?<![a-z])(?:bearer|basic)[ :]\s{0,2}["'`]?)(?<secret>[\w.~+/=-]{12,8000})/gi,
      check: ({ secret }) => isRandom(secret),
    },
    {
      name: "cookie",
      pattern:
        /(?<lead>(?<![a-z])(?:set-)?cookie\\{0,3}["']?\s{0,2}[:=]\s{0,2}\\{0,3}["']?)(?<secret>[^\r\n"'\\]{8,4000})/gi,
      check: ({ secret }) => /^[\w.-]{1,60}=/.test(secret) && secret.split(/[=;\s]/).some(isRandom),
    },
  ],
};

/** Endings of names that are about a secret but don't contain one. */
const about: ReadonlySet<string> = new Set(
  (
    "count counts limit limits budget usage type types length len size id ids name names url uri link endpoint path file field fields hint policy " +
    "reset expires expiry expiration expired expire ttl at age min max label placeholder required strength regex pattern error errors message " +
    "prompt version arn ref cost price per izer izers ized ization ize izing ary ly manager provider service index position offset class address " +
    "symbol contract algorithm alg method enabled input validation valid attempts env var param header rotation store scheme schema mode source " +
    "status state format prefix suffix icon rules rule generator changed updated created date time bucket kind scope scopes audience"
  ).split(" "),
);
const aboutWords =
  "max|min|num|total|prompt|completion|input|output|next|page|cursor|continuation|sync|public|special|pad|eos|bos|unk|stop|n";
const aboutBefore = new RegExp(`(?:^|[^A-Za-z])(?:${aboutWords})[_-]?$`, "i");
const aboutBeforeCamel = /[a-z](?:Max|Min|Page|Next|Cursor|Public)$/;

function holdsSecretName({ lead, before }: SecretMatch, words: RegExp): boolean {
  const name = /^[^\s"'`:=]*/.exec(lead.replace(words, ""))?.[0] ?? "";
  const parts = name
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z]+/);
  return !parts.some((part) => about.has(part)) && !aboutBefore.test(before) && !aboutBeforeCamel.test(before);
}

const passwordStart = new RegExp(`^(?:<?-{0,2}[\\w:.-]*?)?(?:${passwordWords})`, "i");
const drawnStart = new RegExp(`^(?:<?-{0,2}[\\w:.-]*?)?(?:${drawnWords})`, "i");

function isPasswordValue(found: SecretMatch): boolean {
  const { secret } = found;
  if (!holdsSecretName(found, passwordStart) || isPlaceholder(secret) || isElsewhere(found)) return false;
  if (/[\w$.\])]\($/.test(secret) || /\s/.test(secret)) return isPassphrase(found);
  const inQuotes = /["'`]$/.test(found.lead);
  if (!inQuotes && isCode(secret)) return false;
  if (/^\p{L}[\p{L}_'’/-]*$/u.test(secret)) return isWordPassword(found, secret, inQuotes);
  if (/^\d+$/.test(secret)) return secret.length >= 4 && !isFollowedByUnit(found.after);
  return (
    secret.length >= 4 &&
    !isMethodName(secret) &&
    !/^[:=]/.test(found.after) &&
    !/^required|^nullable|^min:/.test(secret)
  );
}

/** `PWD` is a folder, `password: https…` a page about passwords. */
function isElsewhere({ secret, lead }: SecretMatch): boolean {
  return /^[a-z]+:\/\//i.test(secret) || (/^(?:old)?pwd/i.test(lead) && /^(?:\/|~|[A-Za-z]:\\)/.test(secret));
}

/** Several words are a passphrase if the name says so; otherwise only if one of them looks random. */
function isPassphrase({ secret, lead }: SecretMatch): boolean {
  if (/phrase/i.test(lead)) return secret.split(/\s+/).length >= 3 && !/\b(?:the|is|must|your|not)\b/.test(secret);
  return !/^\p{L}+ /u.test(secret) && secret.split(/\s+/).some(isRandom);
}

/** A single word may be a password where little else is likely: in quotes, in a settings file, at the end of a line. */
function isWordPassword({ lead, after, before }: SecretMatch, secret: string, inQuotes: boolean): boolean {
  if (secret.length < 4 || isOrdinaryWord(secret)) return false;
  if (inQuotes) return !lead.includes(",");
  if (isSettingsLine(lead, before)) return true;
  const identifier = /_|\p{Ll}\p{Lu}/u.test(secret) && /=/.test(lead);
  return (
    !identifier &&
    !/[\r\n]/.test(lead) &&
    /^[.!)?}\]]{0,2}["'*]*(?:\s*$|\s*[\r\n]|[,;&]\s?[\w.-]{1,40}\s?[=:]|;|<)/.test(after)
  );
}

/** `DB_PASSWORD=…`: upper case, no space. */
function isSettingsLine(lead: string, before: string): boolean {
  return /^[A-Z0-9_]+=$/.test(lead) && !/[a-z]$/.test(before);
}

function isDrawnValue(found: SecretMatch): boolean {
  const { secret } = found;
  if (!holdsSecretName(found, drawnStart) || isPlaceholder(secret) || isElsewhere(found)) return false;
  if (/\s/.test(secret))
    return secret.length > 40 && secret.split(/\s+/).every((word) => word.length > 15 && isRandom(word));
  if (!/["'`]$/.test(found.lead) && isCode(secret)) return false;
  if (isSettingsLine(found.lead, found.before))
    return secret.length >= 6 && !isOrdinaryWord(secret) && !/^\d{1,11}$/.test(secret) && !isMethodName(secret);
  if (/^\d+$/.test(secret) || isMasked(secret)) return false;
  return isRandom(secret) || isMixedValue(secret);
}

/** A short value with a digit among letters or an unusual sign. */
function isMixedValue(value: string): boolean {
  return (
    value.length >= 6 &&
    value.length < 20 &&
    !isMethodName(value) &&
    /[a-z]/i.test(value) &&
    ((/\d[a-z]/i.test(value) && /[a-z]\d/i.test(value)) || (/\d/.test(value) && /[!@#%^&*+~]/.test(value)))
  );
}
