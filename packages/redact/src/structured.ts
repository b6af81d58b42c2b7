import type { Family, Kind, SecretMatch, Words } from "./kind.js";
import { isDrawnValue, isPasswordValue } from "./label-values.js";
import { isCode, isMasked, isMixedWord, isPlaceholder, isRandom } from "./likeness.js";
import { isOrdinaryWord } from "./ordinary-words.js";
import { addWords, makeHint, makeScan, makeWordHint } from "./scan.js";
import { drawnHint, drawnPlaces, passwordHint, passwordPlaces, passwordWords } from "./words.js";

/** Text of an element: without tags, and without the space around it. */
const content = "(?<secret>[^<>\\s](?:[^<>\\]\\s]|[ \\t](?=[^<>\\s])){0,2000})(?=\\s{0,200}(?:</|\\]\\]>|<!))";
const space = "\\s{0,80}";

/** A name in one element, attribute or field, and its value in another. */
function makeStructuredKinds(kind: string, words: Words, check: (found: SecretMatch) => boolean): readonly Kind[] {
  const row = (hint: RegExp, opens: RegExp, pattern: string): Kind => ({
    name: kind,
    hint,
    pattern: new RegExp(pattern, "iy"),
    ...words,
    check: (found) => opens.test(found.before) && !isPartOfPage.test(found.before) && check(readAsQuoted(found)),
  });
  return [
    row(
      /<\/|\]\]>/,
      /<[\w:./-]{0,40}$/,
      `(?<lead>[\\w:.-]{0,30}(?:\\s[^<>]{0,200})?>${space}(?:<!\\[CDATA\\[\\s{0,20})?)${content}`,
    ),
    row(
      /<\/(?:key|name|string|param-name|n)>/i,
      /<(?:key|name|string|param-name|n)>\s{0,20}[\w:./-]{0,40}$/i,
      `(?<lead>[\\w:.-]{0,30}\\s{0,20}</[\\w-]{1,12}>${space}<[\\w-]{1,16}>${space})${content}`,
    ),
    row(
      /<\/(?:value|text|string|data|val|content)>/i,
      /<[\w:./-]{0,40}$/,
      `(?<lead>[\\w:.-]{0,30}(?:\\s[^<>]{0,200})?>${space}(?:<[\\w:-]{1,20}>[^<>]{0,80}</[\\w:-]{1,20}>${space}){1,4}<(?:value|text|string|data|val|content)>${space})${content}`,
    ),
    row(
      /(?:name|key|id)\s?=\s?["']/i,
      /(?:name|key|id)\s?=\s?["'][\w:./-]{0,40}$/i,
      `(?<lead>[\\w:.-]{0,30}["'][^<>]{0,100}>${space}(?:<value(?:\\s[^<>]{0,60})?>${space})?)${content}`,
    ),
    row(
      /(?:value|content)\s?=/i,
      /$/,
      `(?<lead>[\\w.-]{0,30}["']\\s{1,40}(?:[\\w:.-]{1,20}\\s?=\\s?["'][^"'<>]{0,60}["']\\s{1,40}){0,2}(?:value|content|defaultValue)\\s?=\\s?["'])(?<secret>[^"'\\r\\n]{1,2000})`,
    ),
    row(
      /(?:value|default|content)["']?\s{0,4}[:=]/i,
      /(?:name|key|id|variable|parameter|field|label)\\{0,3}["']?\s{0,4}[:=]\s{0,4}\\{0,3}["']?[\w:./-]{0,40}$/i,
      `(?<lead>[\\w.-]{0,30}\\\\{0,3}["']?\\s{0,4}[,;]?\\s{0,60}(?:-\\s)?(?:["']?\\w{1,20}["']?\\s?:\\s?["']?[\\w -]{0,40}["']?,\\s{0,20}){0,2}\\\\{0,3}["']?(?:[a-z]{0,12}value|default|content|ParameterValue)\\\\{0,3}["']?\\s{0,4}[:=]\\s{0,4}\\\\{0,3}["'])(?<secret>[^"'\\r\\n\\\\]{1,2000})`,
    ),
    row(
      /(?:value|default|content)["']?\s{0,4}[:=]/i,
      /(?:name|key|id|variable|parameter)\s{0,4}[:=]\s{0,4}["']?[\w:./-]{0,40}$/i,
      `(?<lead>[\\w.-]{0,30}["']?\\s{0,4}[,;]?\\s{0,60}(?:-\\s)?(?:value|default|content|ParameterValue)\\s{0,4}[:=]\\s{0,4}(?:[|>][-+]?\\s{1,40})?)(?<secret>[^\\s"'{},|>][^\\s"'{},]{0,2000})`,
    ),
    row(
      /\{\s/,
      /"[\w-]{0,30}$/,
      `(?<lead>[\\w-]{0,30}"\\s?\\{[^{}]{0,240}?(?:default|value)\\s{0,8}=\\s{0,8}")(?<secret>[^"\\r\\n]{1,2000})`,
    ),
  ];
}

/** A page element with a password's name contains a caption, not the secret. */
const isPartOfPage =
  /<(?:button|label|div|span|p|a|li|td|th|h\d|option|form|section|legend|small|strong|em|i|b)\s[^<>]*$/i;

/** The value counts as quoted, with its name before it. */
function readAsQuoted(found: SecretMatch): SecretMatch {
  const rest = `${/^[\w.-]{0,30}/.exec(found.rest)?.[0] ?? ""}="`;
  return { ...found, lead: found.lead.slice(0, found.lead.length - found.rest.length) + rest, rest };
}

export const structuredPasswords: Family = {
  hint: passwordHint,
  kinds: [...makeStructuredKinds("password", passwordPlaces, isPasswordValue)],
};

/** Every kind needs one of these. */
const hasStructure = makeHint(/<\/|\]\]>|value|default|content|\{\s|<!/i);

export const structuredKeys: Family = {
  hint: { test: (text) => hasStructure.test(text) && drawnHint.test(text) },
  // biome-ignore format: a table is read by its rows
  kinds: [
    ...makeStructuredKinds("secret", drawnPlaces, isDrawnValue),
    { name: "password", hint: /<(?:pass|keyMaterial)/i, pattern: new RegExp(`(?<lead><(?:pass|keyMaterial)(?:\\s[^<>]{0,80})?>${space})${content}`, "gi"), check: ({ secret }) => !isPlaceholder(secret) },
  ],
};

/** Sealed stores, accounts and databases hand out lists of keys and codes. */
const listed =
  "(?:[-*•\\s,;/，、\"'\\[\\]|]|\\d{1,2}[.):]\\s|\\\\n|(?:and|or|und|oder|et|ou|y|o|и|или)\\s|[和或]){1,16}";
const listedCodes =
  /(?:(?:unseal|recovery|backup|scratch|emergency)[ _-]?(?:access[ _-]?)?(?:keys?|codes?)|tan[- ]list[e]?|(?:backup|ersatz|notfall|wiederherstellungs)[- ]?(?:codes?|schlüssel)|codes? de (?:secours|récupération)|códigos? de (?:respaldo|recuperación|emergencia)|(?:резервн|запасн)\p{L}+ код\p{L}{0,2}|код\p{L}{0,2} восстановления|(?:备用|恢复)(?:验证)?(?:代)?码|keys_(?:b64|base64|hex))/iu;
const code = "[A-Za-z0-9+/=_]{3,90}(?:[ -][A-Za-z0-9]{3,12}){0,5}";

/** Lines that configure network devices, up to the key. */
const deviceLines =
  "enable (?:secret|password)(?: level \\d{1,2})?|username \\S{1,60}(?: privilege \\d{1,2})? (?:secret|password)|(?:tacacs|radius)-server [^\\n]{0,80}?key|crypto isakmp key|neighbor \\S{1,60} password|key-string|(?:vpn|ipsec|ike|authentication) [^\\n]{0,40}pre-shared-key|ppp (?:chap|pap sent-username \\S{1,60}) password|ntp authentication-key \\d{1,6} md5|ip ospf [^\\n]{0,40}(?:md5|authentication-key)|standby \\d{1,4} authentication(?: text)?|server-key|set (?:system|security|snmp|protocols|interfaces|access|vpn) [^\\n]{0,100}?(?:plain-text-password-value|secret|authentication-key|ascii-text|community|password|psk)";
const deviceHint = makeWordHint(
  "enable |username |tacacs-server|radius-server|crypto isakmp|neighbor |key-string|vpn |ipsec |ike |authentication |ppp |ntp auth|ip ospf|standby |server-key|set ",
  new RegExp(`(?<=(?:^|[\\r\\n])[ \\t]{0,8})(?:${deviceLines}) `),
);

const hasListedKey =
  /chpasswd:|(?:pin|PIN|puk|PUK|cvv|CVV)["']|(?:ogin|userpwd|auth)=|snmp:|pin["']\s?:|PIN=|nseal|NSEAL|ecovery|ECOVERY|dentified (?:by|with)|DENTIFIED (?:BY|WITH)|IFI:|ssid|SSID|VALUES|alues \(|psk=|: (?:PSK|EAP|XAUTH) |pre-shared-key |snmp-server |r[ow]community|:rubygems|createUser | on >|[\t "]\*[\t "]|CHAP|client\s+server|[_-](?:password|passwd|pass|secret|psk|passphrase|pwd)[ \t]|(?:secret|password|key|md5|key-string|authentication|community|ascii-text) /;

// biome-ignore format: a table is read by its rows
const listedKinds: readonly Kind[] = [
  addWords("unseal|recovery", { name: "unseal key", pattern: /(?<lead>(?:unseal|recovery) ?(?:key)?(?: share| part)?s?(?: ?\d{1,2})?(?: \([\w ]{1,12}\))?(?:\s{0,4}[:=]\s{0,4}|\s(?:is\s)?))(?<secret>[A-Za-z0-9+/]{20,100}={0,2})(?![A-Za-z0-9+/])/gi, check: ({ secret }) => isRandom(secret) }),
  { name: "unseal key", hint: makeScan(["unseal", "vault"]), pattern: /(?<lead>\bkey \d{1,2}(?: \([\w ]{1,20}\))?:\s{1,4})(?<secret>[A-Za-z0-9+/]{43}=|[0-9a-f]{64,66})(?![\w+/=])/gi },
  {
    name: "password",
    hint: makeWordHint("identified ", /identified (?:by|with)/i),
    pattern: /(?<lead>identified (?:with \S{1,40} )?by (?:password )?["']?)(?<secret>[^\s"';]{3,200})/gi,
    // Sentences use these words of other things, too.
    check: ({ secret, lead }) =>
      !isPlaceholder(secret) && (/["']$/.test(lead) || /IDENTIFIED/.test(lead) || isMixedWord(secret)),
  },
  addWords("psk=|: psk |: eap |: xauth |pre-shared-key ", { name: "password", pattern: /(?<lead>(?:\bpsk=|: (?:PSK|EAP|XAUTH) |pre-shared-key (?:ascii-text |hexadecimal )?)")(?<secret>[^"\r\n]{4,128})(?=")/g, check: ({ secret }) => !isPlaceholder(secret) }),
  addWords("snmp-server community|rocommunity|rwcommunity", { name: "password", pattern: /(?<lead>(?:snmp-server community|r[ow]community6?)[ \t]+["']?)(?<secret>[^\s"'<>]{4,64})/g, check: ({ secret }) => !isPlaceholder(secret) && !/^(?:public|private|string|community)$/.test(secret) }),
  { name: "password", hint: makeScan(["snmp"]), pattern: /(?<lead>(?<![\w-])community["']?\s?[:=]\s?["']?)(?<secret>[^\s"'<>{},]{4,64})/g, check: ({ secret }) => !isPlaceholder(secret) && !isCode(secret) && !isOrdinaryWord(secret) && !/^(?:public|private|string|community)$/.test(secret) },
  { name: "password", hint: makeWordHint("chpasswd:", /chpasswd:/), pattern: /(?<lead>(?<=\n)[ \t]{2,12}(?:- )?[\w-]{1,32}:)(?<secret>[^\s:]{4,120})(?=[ \t]*(?:[\r\n]|$))/g, check: ({ secret }) => !isPlaceholder(secret) },
  { name: "pin", hint: makeWordHint("pin", /(?:pin|PIN)(?:[_-]?[cC]ode)?["'=]/), pattern: /(?<lead>(?<![A-Za-z])(?:[A-Za-z]{1,12}[_-])?(?:pin|PIN)(?:[_-]?[cC]ode)?(?:["']\s?:\s?["']?|=["']?))(?<secret>\d{4,8})(?![\w.])/g },
  { name: "pin", hint: makeWordHint("pin|puk|cvv", /(?:pin|puk|cvv)["']/i), pattern: /(?<lead>["']name["']\s?:\s?["'][^"'\n]{0,20}(?<![A-Za-z])(?:pin|puk|cvv)["']\s?,\s{0,20}["']value["']\s?:\s?["'])(?<secret>\d{3,10})(?=["'])/gi },
  addWords("login=|userpwd=|proxyauth=|proxy_auth=|basicauth=|basic_auth=", { name: "password", pattern: /(?<lead>(?<![\w-])(?:login|userpwd|(?:proxy_?|basic_?)auth)=["']?[\w.-]{1,40}:)(?<secret>[^\s"':/@{}$]{4,100})/gi, check: ({ secret }) => !isPlaceholder(secret) && !isCode(secret) }),
  { name: "password", hint: makeWordHint("createuser ", /createUser /), pattern: /(?<lead>\s(?:MD5|SHA(?:-?\d{3})?|AES(?:-?\d{3}C?)?|DES) ["']?)(?<secret>(?<=")[^"\n]{3,100}(?=")|[^\s"']{3,100})/g },
  { name: "password", hint: makeWordHint(" on >", / on >/), pattern: /(?<lead>\buser \S{1,60} on >)(?<secret>\S{3,200})/gi },
  { name: "password", hint: deviceHint, pattern: new RegExp(`(?<lead>(?<=^|[\\r\\n])[ \\t]{0,8}(?:${deviceLines}) (?:\\d{1,2} )?["']?)(?<secret>[^\\s"']{4,128})`, "g"), check: ({ secret }) => !isPlaceholder(secret) && !isOrdinaryWord(secret) },
  { name: "password", hint: makeWordHint(" * |\t* | *\t|\t*\t", /(?<=[\w.@+"-][ \t]{0,19})[ \t]\*[ \t]/), pattern: /(?<lead>(?<=^|[\r\n])[ \t]{0,8}(?:"[^"\n]{1,60}"|[\w.@+-]{1,60})[ \t]{1,20}\*[ \t]{1,20}["']?)(?<secret>(?<=")[^"\n]{3,100}(?="[ \t]*(?:[\r\n*\d]|$))|(?<!")[^\s"'*;]{3,100}(?=[ \t]+(?:\*|\d{1,3}(?:\.\d{1,3}){3})[ \t]*(?:[\r\n]|$)))/g },
  { name: "password", hint: makeWordHint("chap|pap|client", /CHAP|\bPAP\b|client\s+server\s+secret/), pattern: /(?<lead>(?<=[\r\n])[ \t]{0,8}(?!#)(?:"[^"\n]{1,60}"|[\w.@+-]{1,60})[ \t]{1,20}["']?[\w.-]{1,60}["']?[ \t]{1,20}["']?)(?<secret>(?<=")[^"\n]{3,100}(?=")|(?<!")[^\s"'*;]{3,100})(?=["']?[ \t]*(?:\*|\d{1,3}(?:\.\d{1,3}){3}[\d./]{0,4})?[ \t]*(?:[\r\n]|$))/g, check: ({ secret, lead }) => !/server\s+$/.test(lead) && !isPlaceholder(secret) },
  { name: "password", hint: makeWordHint("_pass|-pass|_secret|-secret|_psk|-psk|_pwd|-pwd", /[_-](?:password|passwd|pass|secret|psk|passphrase|pwd)[ \t]/i), pattern: /(?<lead>(?<=^|[\r\n])[ \t]{0,8}[A-Za-z]\w{0,30}(?:[_-][A-Za-z]\w{0,30}){0,4}?[_-](?:password|passwd|pass|secret|psk|passphrase|pwd)[ \t]{1,20}["']?)(?<secret>[\w!@#$%^&*+.?~-]{4,100})(?=["']?;?[ \t]*(?:[\r\n]|$))/gi, check: ({ secret }) => !isPlaceholder(secret) && !isCode(secret) && !isOrdinaryWord(secret) },
  { name: "api key", hint: makeWordHint(":rubygems", /:rubygems/), pattern: /(?<lead>:rubygems(?:_api_key)?: )(?<secret>[0-9a-f]{32,64})(?![\w-])/g },
  addWords("wifi:", { name: "password", pattern: /(?<lead>wifi:(?:[a-z]:[^;\s]{0,60};){0,3}p:)(?<secret>[^;\s]{4,100})/gi, check: ({ secret }) => !isPlaceholder(secret) }),
  addWords("ssid", { name: "password", pattern: /(?<lead>ssid[^\r\n]{0,60}(?:[\r\n]{1,2}|[,;|])\s{0,8}["']?(?:[\w-]{0,12}key|pass\w{0,8}|pw|psk)["']?\s?[:=]\s?["'`]?)(?<secret>[^\s"'`,;]{6,100})/gi, check: ({ secret }) => !isPlaceholder(secret) }),
  { name: "password", hint: makeWordHint("values", /(?<=\)\s{0,4})values\s{0,4}\(/i), pattern: new RegExp( `(?<lead>\\([^()]{0,200}(?:${passwordWords})[^()]{0,200}\\)\\s{0,4}values\\s{0,4}\\([^()]{0,200}?["'])(?<secret>[^"'\\s]{6,100})(?=["'])`, "gi", ), check: ({ secret }) => isMixedWord(secret) },
];

export const listedKeys: Family = {
  hint: { test: (text) => listedKinds.some(({ hint }) => hint?.test(text) !== false) && hasListedKey.test(text) },
  kinds: listedKinds,
};

/** Finds texts that may contain one of `listedCodes`. */
const scanCodes = makeScan(
  "unseal|recovery|backup|scratch|emergency|tan-list|tan list|ersatz|notfall|wiederher|secours|respaldo|emergencia|keys_|récup|recuperación|резервн|запасн|восстановл".split(
    "|",
  ),
);

export const recoveryCodes: Family = {
  hint: { test: (text) => scanCodes.test(text) || /备用|恢复/.test(text) },
  // biome-ignore format: a table is read by its rows
  kinds: [
    { name: "recovery codes", pattern: new RegExp( `(?<lead>${listedCodes.source}(?:[^\\n:：]{1,120}[:：](?=\\s{0,4}\\n)|(?:[ ][\\p{L}\\d]{1,16}){0,3}["']?(?:\\s{0,4}[:=：]|\\s(?:are|is|sind|son|sont)(?!\\p{L})|是)?)(?:${listed}|(?<=：)))(?<secret>${code}(?:${listed}${code}){0,24})`, "giu", ), check: ({ secret }) => !isMasked(secret) && isListOfCodes(secret) },
  ],
};

/** Codes have digits, or are longer than words; a list of words is a sentence. */
function isListOfCodes(secret: string): boolean {
  const codes = secret.split(/[\s,;/，、"'[\]|和或]+/).filter((each) => each.length >= 4);
  return (
    codes.length > 0 &&
    (codes.every((each) => /\d/.test(each) || (each.length >= 20 && isRandom(each))) ||
      (codes.length > 2 &&
        codes.some((each) => /\d/.test(each)) &&
        new Set(codes.map(({ length }) => length)).size === 1))
  );
}
