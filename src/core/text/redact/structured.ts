import type { Family, Kind, SecretMatch } from "./kind.js";
import { isDrawnValue, isPasswordValue } from "./label-values.js";
import { isMasked, isMixedWord, isPlaceholder, isRandom } from "./likeness.js";
import { drawnHint, drawnWords, passwordHint, passwordWords } from "./words.js";

const name = "[\\w:./-]{0,40}";
/** Text of an element: without tags, and without the space around it. */
const content = "(?<secret>[^<>\\s](?:[^<>\\]\\s]|[ \\t](?=[^<>\\s])){0,2000})(?=\\s{0,200}(?:</|\\]\\]>|<!))";
const space = "\\s{0,80}";

/** A name in one element, attribute or field, and its value in another. */
function makeStructuredKinds(kind: string, words: string, check: (found: SecretMatch) => boolean): readonly Kind[] {
  const start = new RegExp(`(?:${words})[\\w.-]{0,30}`, "i");
  const row = (hint: RegExp, pattern: string): Kind => ({
    name: kind,
    hint,
    pattern: new RegExp(pattern, "gi"),
    // The value counts as quoted, with its name before it.
    check: (found) => !isPartOfPage.test(found.before) && check({ ...found, lead: `${readName(found.lead, start)}="` }),
  });
  return [
    row(
      /<\/|\]\]>/,
      `(?<lead><${name}(?:${words})[\\w:.-]{0,30}(?:\\s[^<>]{0,200})?>${space}(?:<!\\[CDATA\\[\\s{0,20})?)${content}`,
    ),
    row(
      /<\/(?:key|name|string|param-name|n)>/i,
      `(?<lead><(?:key|name|string|param-name|n)>\\s{0,20}${name}(?:${words})[\\w:.-]{0,30}\\s{0,20}</[\\w-]{1,12}>${space}<[\\w-]{1,16}>${space})${content}`,
    ),
    row(
      /<\/(?:value|text|string|data|val|content)>/i,
      `(?<lead><${name}(?:${words})[\\w:.-]{0,30}(?:\\s[^<>]{0,200})?>${space}(?:<[\\w:-]{1,20}>[^<>]{0,80}</[\\w:-]{1,20}>${space}){1,4}<(?:value|text|string|data|val|content)>${space})${content}`,
    ),
    row(
      /(?:name|key|id)\s?=\s?["']/i,
      `(?<lead>(?:name|key|id)\\s?=\\s?["']${name}(?:${words})[\\w:.-]{0,30}["'][^<>]{0,100}>${space}(?:<value>${space})?)${content}`,
    ),
    row(
      /(?:value|content)\s?=/i,
      `(?<lead>(?:${words})[\\w.-]{0,30}["']\\s{1,40}(?:[\\w:.-]{1,20}\\s?=\\s?["'][^"'<>]{0,60}["']\\s{1,40}){0,2}(?:value|content|defaultValue)\\s?=\\s?["'])(?<secret>[^"'\\r\\n]{1,2000})`,
    ),
    row(
      /(?:value|default|content)["']?\s{0,4}[:=]/i,
      `(?<lead>(?:name|key|id|variable|parameter|ParameterKey|field|label)\\\\{0,3}["']?\\s{0,4}[:=]\\s{0,4}\\\\{0,3}["']?${name}(?:${words})[\\w.-]{0,30}\\\\{0,3}["']?\\s{0,4}[,;]?\\s{0,60}(?:-\\s)?(?:["']?\\w{1,20}["']?\\s?:\\s?["']?[\\w -]{0,40}["']?,\\s{0,20}){0,2}\\\\{0,3}["']?(?:[a-z]{0,12}value|default|content|ParameterValue)\\\\{0,3}["']?\\s{0,4}[:=]\\s{0,4}\\\\{0,3}["'])(?<secret>[^"'\\r\\n\\\\]{1,2000})`,
    ),
    row(
      /(?:value|default|content)["']?\s{0,4}[:=]/i,
      `(?<lead>(?:name|key|id|variable|parameter|ParameterKey)\\s{0,4}[:=]\\s{0,4}["']?${name}(?:${words})[\\w.-]{0,30}["']?\\s{0,4}[,;]?\\s{0,60}(?:-\\s)?(?:value|default|content|ParameterValue)\\s{0,4}[:=]\\s{0,4}(?:[|>][-+]?\\s{1,40})?)(?<secret>[^\\s"'{},|>][^\\s"'{},]{0,2000})`,
    ),
    row(
      /\{\s/,
      `(?<lead>"[\\w-]{0,30}(?:${words})[\\w-]{0,30}"\\s?\\{[^{}]{0,240}?(?:default|value)\\s{0,8}=\\s{0,8}")(?<secret>[^"\\r\\n]{1,2000})`,
    ),
  ];
}

/** What a page shows in an element that is called after a password is a caption. */
const isPartOfPage =
  /<(?:button|label|div|span|p|a|li|td|th|h\d|option|form|section|legend|small|strong|em|i|b)\s[^<>]*$/i;

/** The name from its secret word on. */
function readName(lead: string, start: RegExp): string {
  return start.exec(lead)?.[0] ?? "";
}

export const structuredPasswords: Family = {
  hint: passwordHint,
  kinds: [...makeStructuredKinds("password", passwordWords, isPasswordValue)],
};

/** Every kind needs one of these. */
const hasStructure = /<\/|\]\]>|value|default|content|\{\s|<!/i;

export const structuredKeys: Family = {
  hint: { test: (text) => hasStructure.test(text) && drawnHint.test(text) },
  // biome-ignore format: a table is read by its rows
  kinds: [
    ...makeStructuredKinds("secret", drawnWords, isDrawnValue),
    { name: "password", hint: /<pass/i, pattern: new RegExp(`(?<lead><pass(?:\\s[^<>]{0,80})?>${space})${content}`, "gi"), check: ({ secret }) => !isPlaceholder(secret) },
  ],
};

/** Sealed stores, accounts and databases hand out lists of keys and codes. */
const listed = "(?:[-*•\\s,;\"'\\[\\]|]|\\d{1,2}[.):]\\s|\\\\n){1,16}";
const code = "[A-Za-z0-9+/=_]{3,90}(?:[ -][A-Za-z0-9]{3,12}){0,5}";

export const listedKeys: Family = {
  hint: /nseal|NSEAL|ecovery|ECOVERY|ackup[ _-]?[cC]ode|BACKUP_|cratch[ _-]?[cC]ode|keys_|dentified (?:by|with)|DENTIFIED (?:BY|WITH)|IFI:|ssid|SSID|VALUES|alues \(/,
  // biome-ignore format: a table is read by its rows
  kinds: [
    { name: "unseal key", hint: /unseal|recovery/i, pattern: /(?<lead>(?:unseal|recovery) ?(?:key)?(?: share| part)?s?(?: ?\d{1,2})?(?: \([\w ]{1,12}\))?(?:\s{0,4}[:=]\s{0,4}|\s(?:is\s)?))(?<secret>[A-Za-z0-9+/]{20,100}={0,2})(?![A-Za-z0-9+/])/gi, check: ({ secret }) => isRandom(secret) },
    { name: "unseal key", hint: /unseal|vault/i, pattern: /(?<lead>\bkey \d{1,2}(?: \([\w ]{1,20}\))?:\s{1,4})(?<secret>[A-Za-z0-9+/]{43}=|[0-9a-f]{64,66})(?![\w+/=])/gi },
    { name: "recovery codes", hint: /unseal|recovery|backup|scratch|keys_/i, pattern: new RegExp( `(?<lead>(?:(?:unseal|recovery|backup|scratch)[ _-]?(?:keys?|codes?)[\\w ]{0,16}|keys_(?:b64|base64|hex))["']?(?:\\s{0,4}[:=]|\\s(?:are|is))?${listed})(?<secret>${code}(?:${listed}${code}){0,24})`, "gi", ), check: ({ secret }) => !isMasked(secret) && isListOfCodes(secret) },
    {
      name: "password",
      hint: /identified (?:by|with)/i,
      pattern: /(?<lead>identified (?:with \S{1,40} )?by (?:password )?["']?)(?<secret>[^\s"';]{3,200})/gi,
      // Sentences say it, too, of other things.
      check: ({ secret, lead }) =>
        !isPlaceholder(secret) && (/["']$/.test(lead) || /IDENTIFIED/.test(lead) || isMixedWord(secret)),
    },
    { name: "password", hint: /wifi:/i, pattern: /(?<lead>wifi:(?:[a-z]:[^;\s]{0,60};){0,3}p:)(?<secret>[^;\s]{4,100})/gi, check: ({ secret }) => !isPlaceholder(secret) },
    { name: "password", hint: /ssid/i, pattern: /(?<lead>ssid[^\r\n]{0,60}(?:[\r\n]{1,2}|[,;|])\s{0,8}["']?(?:[\w-]{0,12}key|pass\w{0,8}|pw|psk)["']?\s?[:=]\s?["'`]?)(?<secret>[^\s"'`,;]{6,100})/gi, check: ({ secret }) => !isPlaceholder(secret) },
    { name: "password", hint: /values/i, pattern: new RegExp( `(?<lead>\\([^()]{0,200}(?:${passwordWords})[^()]{0,200}\\)\\s{0,4}values\\s{0,4}\\([^()]{0,200}?["'])(?<secret>[^"'\\s]{6,100})(?=["'])`, "gi", ), check: ({ secret }) => isMixedWord(secret) },
  ],
};

/** Codes have digits, or are longer than words; a list of words is a sentence. */
function isListOfCodes(secret: string): boolean {
  const codes = secret.split(/[\s,;"'[\]|]+/).filter((each) => each.length >= 4);
  return (
    codes.length > 0 &&
    (codes.every((each) => /\d/.test(each) || (each.length >= 20 && isRandom(each))) ||
      (codes.length > 2 &&
        codes.some((each) => /\d/.test(each)) &&
        new Set(codes.map(({ length }) => length)).size === 1))
  );
}
